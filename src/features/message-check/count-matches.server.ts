import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { indianToday } from '../../database/indian-day.server.ts';
import { knownScams, scamMatches } from '../../database/schema.ts';
import { isWithin } from '../../platform/guard/limits.server.ts';
import { networkOf } from '../../platform/guard/networks.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';

/**
 * Adds one to today's count of a known scam, unless this network has been counted for it 20 times in the last day.
 * @param ip of the caller
 * @returns whether it was counted; false where there is no such scam
 */
export async function countMatchFrom(
  { connection: { db }, limits }: Pick<PageServices, 'connection' | 'limits'>,
  ip: string,
  key: string,
): Promise<boolean> {
  // Only known scams are keys of the counter: invented ones would evict the counts of others from it.
  const scams = await db.select({ id: knownScams.id }).from(knownScams).where(eq(knownScams.key, key));
  if (scams.length === 0 || !(await isWithin(limits.tallies, `${networkOf(ip)} ${key}`))) return false;
  return countMatch(db, key);
}

/**
 * Adds one to today's count of a known scam, from whomever.
 * @param key of the scam
 * @returns false where there is no such scam
 */
export async function countMatch(db: Queryable, key: string): Promise<boolean> {
  const scam = db
    .select({ scamId: knownScams.id, day: sql<string>`${indianToday}`.as('day'), times: sql<number>`1`.as('times') })
    .from(knownScams)
    .where(eq(knownScams.key, key));
  const counted = await db
    .insert(scamMatches)
    .select(scam)
    .onConflictDoUpdate({
      target: [scamMatches.scamId, scamMatches.day],
      set: { times: sql`${scamMatches.times} + 1` },
    })
    .returning({ scamId: scamMatches.scamId });
  return counted.length > 0;
}

/** Matches of one day by scam, the most frequent first. @param day '2026-11-22' */
export async function listMatches(db: Queryable, day: string): Promise<{ title: string; times: number }[]> {
  return await db
    .select({ title: knownScams.title, times: scamMatches.times })
    .from(scamMatches)
    .innerJoin(knownScams, eq(knownScams.id, scamMatches.scamId))
    .where(eq(scamMatches.day, day))
    .orderBy(sql`${scamMatches.times} desc`, knownScams.key);
}
