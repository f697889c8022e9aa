import { sql } from 'drizzle-orm';
import type { Connection } from './connect.server.ts';

/**
 * PGlite has no autovacuum: without this, deleted rows keep their space, and their text, for ever. Table by table, so
 * that others' statements go in between. The thresholds are PostgreSQL's own.
 */
export async function freeSpace({ kind, db }: Pick<Connection, 'kind' | 'db'>): Promise<void> {
  if (kind !== 'pglite') return;
  // What was counted within the last second is not in the statistics yet.
  await db.execute(sql`select pg_stat_force_next_flush()`);
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_stat_user_tables where schemaname = 'public' and n_dead_tup > 50 + 0.2 * n_live_tup`);
  for (const { name } of rows) await db.execute(sql`vacuum (analyze) ${sql.identifier(name)}`);
}
