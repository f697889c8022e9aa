import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { factChecks } from '../../database/schema.ts';

export type FactCheck = typeof factChecks.$inferSelect;

/** By `factKey`. At most as many rows as there are facts in the code. */
export async function mapFactChecks(db: Queryable): Promise<Map<string, FactCheck>> {
  const rows = await db.select().from(factChecks);
  return new Map(rows.map((row) => [row.key, row]));
}

/** 'Still right', of this day; a later one stays. */
export async function noteFactCheck(db: Queryable, key: string, on: string, by: string): Promise<void> {
  await db
    .insert(factChecks)
    .values({ key, checkedOn: on, checkedBy: by })
    .onConflictDoUpdate({
      target: factChecks.key,
      set: { checkedOn: sql`greatest(excluded.checked_on, ${factChecks.checkedOn})`, checkedBy: by },
    });
}

export async function setFactOwner(db: Queryable, key: string, ownerId: string | null): Promise<void> {
  await db.insert(factChecks).values({ key, ownerId }).onConflictDoUpdate({ target: factChecks.key, set: { ownerId } });
}
