import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';

/**
 * Recomputes denormalised counts: `totals` (articles, videos, webstories) and those of tags; translations count once.
 * Call it in the transaction that changes what is published; a long import calls it with the last batch. By the clock,
 * not now(): what the same transaction publishes is dated after its start.
 */
export async function refreshTotals(tx: Queryable): Promise<void> {
  await tx.execute(sql`
    insert into totals (name, value)
    select 'articles', count(distinct coalesce(group_id, id))::int from articles where status = 'published' and published_at <= (select clock_timestamp())
    union all select 'videos', count(distinct coalesce(group_id, id))::int from videos where status = 'published' and published_at <= (select clock_timestamp())
    union all select 'webstories', count(distinct coalesce(group_id, id))::int from webstories where status = 'published' and published_at <= (select clock_timestamp())
    on conflict (name) do update set value = excluded.value where totals.value <> excluded.value`);
  await tx.execute(sql`
    with counted as (
      select tags.id, coalesce(a.count, 0) as article_count, coalesce(v.count, 0) as video_count
      from tags
      left join (select tag_id, count(distinct coalesce(group_id, id))::int from article_tags join articles on articles.id = article_id
        where status = 'published' and published_at <= (select clock_timestamp()) group by tag_id) a on a.tag_id = tags.id
      left join (select tag_id, count(distinct coalesce(group_id, id))::int from video_tags join videos on videos.id = video_id
        where status = 'published' and published_at <= (select clock_timestamp()) group by tag_id) v on v.tag_id = tags.id)
    update tags set article_count = counted.article_count, video_count = counted.video_count from counted
    where counted.id = tags.id and (tags.article_count, tags.video_count) is distinct from (counted.article_count, counted.video_count)`);
}
