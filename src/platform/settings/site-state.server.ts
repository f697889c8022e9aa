import type { Queryable } from '../../database/connect.server.ts';
import { siteState } from '../../database/schema.ts';

/** What the site knows of itself, in place of what it knew. */
export async function writeState(
  db: Queryable,
  name: (typeof siteState.$inferInsert)['name'],
  value: string,
): Promise<void> {
  const now = { value, at: new Date() };
  await db
    .insert(siteState)
    .values({ name, ...now })
    .onConflictDoUpdate({ target: siteState.name, set: now });
}
