import type { Queryable } from '../../database/connect.server.ts';
import { accountNotices } from '../../messages/account.ts';
import { sourceLanguage } from '../../messages/catalogue.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import { inLanguage } from '../../platform/request-context.server.ts';
import { defaultLanguage } from '../../platform/site-languages.ts';
import { channelOf, maskIdentifier } from '../otp/identifiers.ts';
import { identifiersOf, type UserRow } from './users.queries.server.ts';

type Before = Pick<UserRow, 'phone' | 'email' | 'lang'>;

// An SMS must match the one registered template; a mail is in the language that its reader chose.
const languageFor = (to: string, { lang }: Before) =>
  channelOf(to) === 'sms' ? sourceLanguage : (lang ?? defaultLanguage());

/** Notifies the former identifiers: somebody who took the account over cannot suppress it. */
export async function tellNumberChanged(
  { outbox, config }: PageServices,
  tx: Queryable,
  before: Before,
  phone: string,
): Promise<void> {
  for (const to of identifiersOf(before)) {
    const notice = inLanguage(languageFor(to, before), () =>
      accountNotices.numberChanged(maskIdentifier(phone), config.organization.supportEmail),
    );
    await outbox.send(tx, { channel: channelOf(to), to, purpose: 'account_changed', ...notice });
  }
}

export async function tellAccountsJoined(
  { outbox, config }: PageServices,
  tx: Queryable,
  before: Before[],
): Promise<void> {
  const told = new Map(before.flatMap((one) => identifiersOf(one).map((to) => [to, one] as const)));
  for (const [to, one] of told) {
    const notice = inLanguage(languageFor(to, one), () =>
      accountNotices.accountsJoined(config.organization.supportEmail),
    );
    await outbox.send(tx, { channel: channelOf(to), to, purpose: 'account_changed', ...notice });
  }
}
