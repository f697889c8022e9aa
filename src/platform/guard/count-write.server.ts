import { networksOf } from './networks.ts';
import type { PageServices } from '../page/page-services.server.ts';
import { spenderOf } from './spend-limits.server.ts';

/** Counts one write of a signed-in person, whatever it changes. @throws AppError 429 */
export async function countWrite(
  { connection, limits }: Pick<PageServices, 'connection' | 'limits'>,
  userId: string,
  address: string,
): Promise<void> {
  const { own, by48 } = networksOf(address);
  const today = new Date().toISOString().slice(0, 10);
  await spenderOf(connection).spend(connection.db, [
    { limit: limits.writesPerMinute, key: userId },
    { limit: limits.writesPerDay, key: userId },
    // A row a day, so that each write of the last day has one that is live.
    { limit: limits.writtenFrom, key: `${userId} ${by48 ?? own} ${today}` },
  ]);
}
