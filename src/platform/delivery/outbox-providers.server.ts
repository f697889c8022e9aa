import type { MessageChannel } from '../../database/schema.ts';
import type { Config } from '../settings/config.server.ts';
import { mailProvider } from './mail.server.ts';
import type { Deliver } from './outbox-message.ts';
import { deliverSms, smsProviderOf } from './sms.server.ts';

/** The configured provider of each channel; absent where a channel has no settings. */
export const providersOf = ({ mail, sms }: Pick<Config, 'mail' | 'sms'>): Partial<Record<MessageChannel, Deliver>> => ({
  ...(mail ? { email: mailProvider(mail), bulk: mailProvider(mail, { isPooled: true }) } : {}),
  ...(sms ? { sms: deliverSms(smsProviderOf(sms), sms) } : {}),
});
