import type { SmsSettings } from './config.server.ts';
import { type Deliver, Undeliverable } from './outbox-message.ts';
import { fast2sms } from './sms-fast2sms.server.ts';
import { msg91 } from './sms-msg91.server.ts';
import type { SmsProvider } from './sms-provider.server.ts';

/** @param baseUrl another server, for tests */
export const smsProviderOf = (settings: SmsSettings, baseUrl?: string): SmsProvider =>
  settings.provider === 'msg91' ? msg91(settings, baseUrl) : fast2sms(settings, baseUrl);

/** In India every text of an SMS is registered; one that is not would be dropped by the operators, and paid for. */
export function deliverSms(
  provider: SmsProvider,
  { templateId, noticeTemplateId }: Pick<SmsSettings, 'templateId' | 'noticeTemplateId'>,
): Deliver {
  return async ({ to, text, code, reference }, signal) => {
    const template = code === undefined ? noticeTemplateId : templateId;
    if (template === undefined) throw new Undeliverable('no registered text');
    await provider.send({ to, text, code, reference, templateId: template }, signal);
  };
}
