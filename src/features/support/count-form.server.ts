import { wasWithin } from '../../platform/limits.server.ts';
import { networksOf } from '../../platform/networks.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import { spenderOf } from '../../platform/spend-limits.server.ts';
import type { Queryable } from '../../database/connect.server.ts';
import { mailboxKey } from '../otp/code-hash.server.ts';

/**
 * Rate limits a support form: by network, by its wider prefixes, and by the site's daily budget.
 * @throws AppError 429 with Retry-After
 */
export async function countForm(
  { limits, connection }: Pick<PageServices, 'limits' | 'connection'>,
  kind: 'contact' | 'grievance',
  address: string,
): Promise<void> {
  const { own, by56, by48 } = networksOf(address);
  await spenderOf(connection).spend(connection.db, [
    { limit: limits.contact, key: kind === 'contact' ? own : `grievance:${own}` },
    ...(by56 === null ? [] : [{ limit: limits.formsPer56, key: by56, kind: 'tight' as const }]),
    ...(by48 === null ? [] : [{ limit: limits.formsPer48, key: by48, kind: 'tight' as const }]),
    { limit: limits.formsPerDay, key: 'all' },
  ]);
}

/**
 * Rate limits receipts: three an hour for each mailbox (aliases count as one), and the site's daily budget.
 * Limits the mail only, never the complaint: a flood in somebody's name must not keep its owner from complaining.
 */
export async function mayMailReceipt(services: PageServices, tx: Queryable, email: string): Promise<boolean> {
  const { limits, config, connection } = services;
  return wasWithin(
    spenderOf(connection).spend(tx, [
      { limit: limits.receiptsPerHour, key: mailboxKey(config, email) },
      { limit: limits.receiptsPerDay, key: 'all' },
    ]),
  );
}
