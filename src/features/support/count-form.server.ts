import { networksOf } from '../../platform/guard/networks.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { spenderOf } from '../../platform/guard/spend-limits.server.ts';

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
