import { sourceLanguage } from '../../messages/catalogue.ts';
import type { SmsSettings } from '../settings/config.server.ts';
import { type Deliver, Undeliverable } from './outbox-message.ts';
import { fast2sms } from './sms-fast2sms.server.ts';
import { msg91 } from './sms-msg91.server.ts';
import type { SmsProvider } from './sms-provider.server.ts';

/** @param baseUrl replaces the provider's server in tests */
export const smsProviderOf = (settings: SmsSettings, baseUrl?: string): SmsProvider =>
  settings.provider === 'msg91' ? msg91(settings, baseUrl) : fast2sms(settings, baseUrl);

/** Indian operators (DLT) drop texts that match no registered template, and still charge for them. */
export function deliverSms(
  provider: SmsProvider,
  { templateId, noticeTemplateId, translated }: Pick<SmsSettings, 'templateId' | 'noticeTemplateId' | 'translated'>,
): Deliver {
  const inSource = { code: templateId, notice: noticeTemplateId, answer: undefined };
  return async ({ to, text, code, link, reference, language = sourceLanguage }, signal) => {
    const kind = code !== undefined ? 'code' : link !== undefined ? 'answer' : 'notice';
    const template = translated[kind][language] ?? (language === sourceLanguage ? inSource[kind] : undefined);
    if (template === undefined) throw new Undeliverable('no registered text');
    await provider.send({ to, text, code, link, reference, templateId: template }, signal);
  };
}
