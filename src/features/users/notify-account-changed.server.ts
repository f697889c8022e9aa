import type { Queryable } from '../../database/connect.server.ts';
import { accountNotices } from '../../messages/account.ts';
import type { Message } from '../../platform/delivery/outbox-message.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { inLanguage } from '../../platform/http/request-context.server.ts';
import { defaultLanguage } from '../../platform/settings/site-languages.ts';
import { smsLanguage } from '../../platform/delivery/sms-language.ts';
import { channelOf, maskIdentifier } from '../otp/identifiers.ts';
import { identifiersOf, type UserRow } from './users.queries.server.ts';

type Before = Pick<UserRow, 'phone' | 'email' | 'lang'>;

/** In the language that the reader chose, an SMS where its text is registered in it. */
function messageTo(
  to: string,
  { lang }: Before,
  config: PageServices['config'],
  compose: () => { subject: string; text: string },
): Message {
  const channel = channelOf(to);
  const wanted = lang ?? defaultLanguage();
  const language = channel === 'sms' ? smsLanguage(config, wanted, 'notice') : wanted;
  return { channel, to, purpose: 'account_changed', language, ...inLanguage(language, compose) };
}

/** Notifies the former identifiers: somebody who took the account over cannot suppress it. */
export async function notifyNumberChanged(
  { outbox, config }: PageServices,
  tx: Queryable,
  before: Before,
  phone: string,
): Promise<void> {
  const compose = () => accountNotices.numberChanged(maskIdentifier(phone), config.organization.supportEmail);
  for (const to of identifiersOf(before)) await outbox.send(tx, messageTo(to, before, config, compose));
}

export async function notifyAccountsJoined(
  { outbox, config }: PageServices,
  tx: Queryable,
  before: Before[],
): Promise<void> {
  const recipients = new Map(before.flatMap((one) => identifiersOf(one).map((to) => [to, one] as const)));
  const compose = () => accountNotices.accountsJoined(config.organization.supportEmail);
  for (const [to, one] of recipients) await outbox.send(tx, messageTo(to, one, config, compose));
}
