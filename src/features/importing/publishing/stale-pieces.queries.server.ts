import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';

export type StalePiece = { kind: 'article' | 'video'; id: number; title: string; lastCheckedAt: string | null };
const atMost = 500;

/** Published pieces last checked more than `days` ago, the never checked first. */
export async function listStalePieces(db: Queryable, days: number): Promise<{ rows: StalePiece[]; total: number }> {
  const { rows } = await db.execute<StalePiece & { total: number }>(sql`
    select kind, id, title, last_checked_at::text as "lastCheckedAt", count(*) over ()::int as total from (
      select 'article' as kind, id, title, last_checked_at from articles where status = 'published' and published_at <= now()
      union all select 'video', id, title, last_checked_at from videos where status = 'published' and published_at <= now()) pieces
    where last_checked_at is null or last_checked_at < current_date - ${days}::int
    order by last_checked_at nulls first, kind, id limit ${atMost}`);
  return {
    rows: rows.map(({ kind, id, title, lastCheckedAt }) => ({ kind, id, title, lastCheckedAt })),
    total: rows[0]?.total ?? 0,
  };
}
