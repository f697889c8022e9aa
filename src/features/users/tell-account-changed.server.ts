import type { Queryable } from '../../database/connect.server.ts';
import { accountNotices } from '../../messages/account.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import { channelOf, maskIdentifier } from '../otp/identifiers.ts';
import { identifiersOf, type UserRow } from './users.queries.server.ts';

type Before = Pick<UserRow, 'phone' | 'email'>;

/** Goes where the account could be reached before: whoever has taken it over cannot hold that back. */
export async function tellNumberChanged(
  { outbox, config }: PageServices,
  tx: Queryable,
  before: Before,
  phone: string,
): Promise<void> {
  const { subject, text } = accountNotices.numberChanged(maskIdentifier(phone), config.organization.supportEmail);
  for (const to of identifiersOf(before))
    await outbox.send(tx, { channel: channelOf(to), to, purpose: 'account_changed', subject, text });
}

export async function tellAccountsJoined(
  { outbox, config }: PageServices,
  tx: Queryable,
  before: Before[],
): Promise<void> {
  const { subject, text } = accountNotices.accountsJoined(config.organization.supportEmail);
  for (const to of new Set(before.flatMap(identifiersOf)))
    await outbox.send(tx, { channel: channelOf(to), to, purpose: 'account_changed', subject, text });
}
