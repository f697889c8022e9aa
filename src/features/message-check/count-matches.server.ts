import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { indianToday } from '../../database/indian-day.server.ts';
import { knownScams, scamMatches } from '../../database/schema.ts';

/**
 * Adds one to today's count of a known scam.
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
