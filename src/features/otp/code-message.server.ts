import { codeMessages } from '../../messages/account.ts';
import type { Config } from '../../platform/config.server.ts';
import type { Channel } from './identifiers.ts';

/** The words of a message with a code. In an SMS they are those registered with the operators, to the letter. */
export function codeMessage(
  config: Pick<Config, 'publicOrigin'>,
  channel: Channel,
  code: string,
): { channel: Channel; subject: string; text: string } {
  if (channel === 'sms')
    return { channel, subject: '', text: codeMessages.sms(code, new URL(config.publicOrigin).hostname) };
  return { channel, subject: codeMessages.mailSubject(code), text: codeMessages.mail(code) };
}
