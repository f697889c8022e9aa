import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { lastCheck } from './piece-checks.queries.server.ts';

export type StalePiece = {
  kind: 'article' | 'video';
  id: number;
  title: string;
  author: string;
  lastCheckedAt: string | null;
};

/**
 * Published pieces last checked over `days` ago, never checked ones first: those of the content folder or checked once.
 * Imported ones never checked are only counted. @param author substring of the name, case-insensitive
 */
export async function listStalePieces(
  db: Queryable,
  { days, limit, author }: { days: number; limit: number; author?: string | undefined },
): Promise<{ rows: StalePiece[]; total: number; unowned: number }> {
  const { rows } = await db.execute<StalePiece & { total: number; unowned: number; isOwned: boolean }>(sql`
    with pieces as (
      select 'article' as kind, a.id, a.title, w.name as author,
        ${lastCheck('articles', sql`a.last_checked_at`, sql`a.id`)} as last_checked_at, a.source_key from articles a join authors w on w.id = a.author_id
        where a.status = 'published' and a.published_at <= now()
      union all select 'video', v.id, v.title, w.name, v.last_checked_at, v.source_key from videos v join authors w on w.id = v.author_id
        where v.status = 'published' and v.published_at <= now()),
    old as (select *, (source_key like 'content:%' or last_checked_at is not null) as is_owned from pieces
      where (last_checked_at is null or last_checked_at < current_date - ${days}::int)
        and (${author ?? null}::text is null or position(lower(${author ?? ''}) in lower(author)) > 0))
    select kind, id, title, author, last_checked_at::text as "lastCheckedAt", is_owned as "isOwned",
      count(*) filter (where is_owned) over ()::int as total, count(*) filter (where not is_owned) over ()::int as unowned
    from old order by is_owned desc, last_checked_at nulls first, kind, id limit ${limit}`);
  return {
    rows: rows
      .filter(({ isOwned }) => isOwned)
      .map(({ kind, id, title, author: name, lastCheckedAt }) => ({ kind, id, title, author: name, lastCheckedAt })),
    total: rows[0]?.total ?? 0,
    unowned: rows[0]?.unowned ?? 0,
  };
}
