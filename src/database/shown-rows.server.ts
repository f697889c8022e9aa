import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from './connect.server.ts';

type Dated = 'articles' | 'videos' | 'webstories';
/** By id: when the piece was modified, and a hash of everything else that readers see of it. */
type Shown = Map<number, { at: Date; hash: string }>;

/** What the site keeps for itself or counts; of an article also what is made of its Markdown. */
const notShown = (table: Dated): string[] => [
  'updated_at',
  'source_key',
  'source_hash',
  'source_id',
  'is_behind',
  'is_held',
  'view_count',
  'like_count',
  'dislike_count',
  ...(table === 'articles' ? ['body_html', 'toc', 'reading_minutes'] : []),
];

/** Of a translation the original's rules are shown, where that has any. */
const beside: Record<Dated, SQL> = {
  articles: sql`(select jsonb_agg(to_jsonb(c) order by c.position) from article_categories c where c.article_id = own.id),
    (select jsonb_agg(t.tag_id order by t.tag_id) from article_tags t where t.article_id = own.id),
    (select to_jsonb(s) - case when o.rules is null then '{}' else '{rules,cases}'::text[] end from schemes s
      left join schemes o on o.article_id = own.group_id and o.article_id <> own.id where s.article_id = own.id)`,
  videos: sql`(select jsonb_agg(to_jsonb(c) order by c.position) from video_categories c where c.video_id = own.id),
    (select jsonb_agg(t.tag_id order by t.tag_id) from video_tags t where t.video_id = own.id)`,
  webstories: sql`null`,
};

/** Before pieces are written; `keepDates` compares. */
export async function readShown(tx: Queryable, table: Dated, ids: number[]): Promise<Shown> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: number; at: Date | string; hash: string }>(
    sql`select id, updated_at as at, md5(jsonb_build_array(
      to_jsonb(own) - ${sql.param(notShown(table))}::text[], ${beside[table]})::text) as hash
    from ${sql.identifier(table)} own where id = any(${sql.param(ids)}::int[])`,
  );
  return new Map(rows.map(({ id, at, hash }) => [id, { at: new Date(at), hash }]));
}

/** Pieces of which the write changed nothing else keep their date, whatever shape the importer's input has had since. */
export async function keepDates(tx: Queryable, table: Dated, before: Shown): Promise<void> {
  const after = await readShown(tx, table, [...before.keys()]);
  const same = [...before].filter(([id, { hash, at }]) => {
    const now = after.get(id);
    return now?.hash === hash && now.at.getTime() !== at.getTime();
  });
  if (same.length === 0) return;
  await tx.execute(
    sql`update ${sql.identifier(table)} own set updated_at = former.at
    from unnest(${sql.param(same.map(([id]) => id))}::int[],
      ${sql.param(same.map(([, { at }]) => at.toISOString()))}::timestamptz[]) former(id, at)
    where own.id = former.id`,
  );
}
