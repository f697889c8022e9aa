import { codeMessages } from '../../messages/account.ts';
import type { Language } from '../../messages/catalogue.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import type { Message } from '../../platform/delivery/outbox-message.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { smsLanguage } from '../../platform/delivery/sms-language.ts';
import type { Channel } from './identifiers.ts';

/** The message with a code, in the language that its reader wants; an SMS only where that text is registered. */
export function codeMessage(
  config: Pick<Config, 'publicOrigin' | 'sms'>,
  channel: Channel,
  code: string,
  wanted: Language,
): Pick<Message, 'channel' | 'subject' | 'text' | 'language'> {
  const { hostname } = new URL(config.publicOrigin);
  const language = channel === 'sms' ? smsLanguage(config, wanted, 'code') : wanted;
  return inLanguage(language, () =>
    channel === 'sms'
      ? { channel, language, subject: '', text: codeMessages.sms(code, hostname) }
      : { channel, language, subject: codeMessages.mailSubject(code), text: codeMessages.mail(code) },
  );
}
