import { codeMessages } from '../../messages/account.ts';
import { sourceLanguage } from '../../messages/catalogue.ts';
import type { Config } from '../../platform/config.server.ts';
import { inLanguage } from '../../platform/request-context.server.ts';
import type { Channel } from './identifiers.ts';

/**
 * A mail is in the language of the page. An SMS must match the template registered with the operators (DLT) exactly, or
 * they drop it, and there is one template, in the source language.
 */
export function codeMessage(
  config: Pick<Config, 'publicOrigin'>,
  channel: Channel,
  code: string,
): { channel: Channel; subject: string; text: string } {
  const { hostname } = new URL(config.publicOrigin);
  if (channel === 'sms')
    return { channel, subject: '', text: inLanguage(sourceLanguage, () => codeMessages.sms(code, hostname)) };
  return { channel, subject: codeMessages.mailSubject(code), text: codeMessages.mail(code) };
}
