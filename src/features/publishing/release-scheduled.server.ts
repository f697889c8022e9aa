import { sql } from 'drizzle-orm';
import type { Connection } from '../../database/connect.server.ts';
import { invalidatePages } from '../../platform/cache/page-cache.server.ts';
import { onEveryChange, queuePurges } from '../../platform/cache/purge-queue.server.ts';
import { refreshTotals } from './refresh-totals.server.ts';

type Due = { kind: string; tags: string[] };
const atMost = 200;

/**
 * Recounts totals and invalidates caches for pieces that became due since the last call, by the database's clock.
 * @param since the last `until`; null at start, which only recounts @returns pieces released and the next `since`
 */
export async function releaseScheduled(
  connection: Connection,
  since: Date | null,
): Promise<{ released: number; until: Date }> {
  const due = await connection.db.transaction(async (tx) => {
    const {
      rows: [clock],
    } = await tx.execute<{ until: string }>(sql`select now()::text as until`);
    const until = new Date(clock!.until);
    if (since === null) {
      await refreshTotals(tx);
      return { rows: [] as Due[], until };
    }
    const { rows } = await tx.execute<Due>(sql`
      select * from (
        select 'articles' as kind, array['article:' || id, 'author:' || author_id]
          || array(select 'category:' || category_id from article_categories where article_id = articles.id)
          || array(select 'tag:' || tag_id from article_tags where article_id = articles.id) as tags
        from articles where status = 'published' and published_at > ${since.toISOString()}::timestamptz and published_at <= now()
        union all
        select 'videos', array['video:' || id, 'author:' || author_id, 'article:' || coalesce(article_id, 0)]
          || array(select 'category:' || category_id from video_categories where video_id = videos.id)
          || array(select 'tag:' || tag_id from video_tags where video_id = videos.id)
        from videos where status = 'published' and published_at > ${since.toISOString()}::timestamptz and published_at <= now()
        union all
        select 'webstories', array['webstory:' || slug, 'author:' || author_id]
        from webstories where status = 'published' and published_at > ${since.toISOString()}::timestamptz and published_at <= now()
      ) due limit ${atMost + 1}`);
    if (rows.length > 0) {
      await refreshTotals(tx);
      await queuePurges(tx, [...onEveryChange, '/videos']);
    }
    return { rows, until };
  });
  if (due.rows.length > atMost) await invalidatePages(connection, ['all']);
  else if (due.rows.length > 0)
    await invalidatePages(
      connection,
      new Set([...due.rows.flatMap(({ kind, tags }) => [kind, ...tags]), 'feed', 'search']),
    );
  return { released: due.rows.length, until: due.until };
}
