import { eq } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { siteState } from '../../database/schema.ts';

type State = typeof siteState.$inferSelect;

/** What the site knows of itself. */
export async function readState(db: Queryable, name: State['name']): Promise<State | undefined> {
  return (await db.select().from(siteState).where(eq(siteState.name, name)))[0];
}

export async function writeState(db: Queryable, name: State['name'], value: string): Promise<void> {
  const now = { value, at: new Date() };
  await db
    .insert(siteState)
    .values({ name, ...now })
    .onConflictDoUpdate({ target: siteState.name, set: now });
}
