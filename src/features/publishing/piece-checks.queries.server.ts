import { type SQL, sql } from 'drizzle-orm';
import { indianDayOf } from '../../database/indian-day.server.ts';
import type { Queryable } from '../../database/connect.server.ts';
import type { StudioKind } from '../../database/schema.ts';
import { type CheckedKind, checkIntervals } from './check-intervals.ts';

export type DuePiece = {
  kind: Extract<StudioKind, 'articles' | 'videos' | 'webstories' | 'pages' | 'ctas'>;
  id: number;
  title: string;
  lang: string;
  checkedAs: CheckedKind;
  checkedOn: string | null;
  nextOn: string;
  /** Of the page that readers see. */
  author: string | null;
  source: { title: string; url: string } | null;
  updatedBy: string | null;
};

export const checkOf = (kind: StudioKind, id: SQL) =>
  sql`(select checked_on from piece_checks where kind = ${kind} and piece_id = ${id})`;
/** The later of the text's own day and an editor's 'still right'. */
export const lastCheck = (kind: StudioKind, own: SQL, id: SQL): SQL => sql`greatest(${own}, ${checkOf(kind, id)})`;

// A text page that has changed was read then.
const firstSeen = sql`greatest(p.first_live_at, (select t.updated_on::timestamp at time zone 'Asia/Kolkata'
  from text_pages t where p.kind = 'pages' and t.key = p.key))`;

const daysOf = sql`case checked_as ${sql.join(
  Object.entries(checkIntervals).map(([kind, days]) => sql`when ${kind}::text then ${days}::int`),
  sql` `,
)} end`;

/**
 * Live pieces by the day of their next check. What was never checked counts from its publication. Pieces from elsewhere
 * are listed once somebody has checked them.
 */
export async function listDuePieces(
  db: Queryable,
  {
    today,
    overdueOnly,
    kind,
    limit,
    offset,
  }: {
    today: string;
    overdueOnly: boolean;
    kind?: CheckedKind | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ rows: DuePiece[]; total: number }> {
  const { rows } = await db.execute<
    DuePiece & { total: number; sourceUrl: string | null; sourceTitle: string | null }
  >(sql`
    with pieces as (
      select 'articles' as kind, a.id, a.title, a.lang, case when s.article_id is null then 'article' else 'scheme' end as checked_as,
        coalesce(${lastCheck('articles', sql`a.last_checked_at`, sql`a.id`)}, s.last_checked_on) as checked_on,
        a.published_at, a.author_id, a.sources -> 0 ->> 'url' as source_url, a.sources -> 0 ->> 'title' as source_title,
        a.source_key like 'content:%' as is_owned
      from articles a left join schemes s on s.article_id = a.id where a.status = 'published' and a.published_at <= now()
      union all select 'videos', v.id, v.title, v.lang, 'video', ${lastCheck('videos', sql`v.last_checked_at`, sql`v.id`)},
        v.published_at, v.author_id, null, null, v.source_key like 'content:%'
      from videos v where v.status = 'published' and v.published_at <= now()
      union all select 'webstories', w.id, w.title, w.lang, 'webstory', ${checkOf('webstories', sql`w.id`)},
        w.published_at, w.author_id, null, null, true
      from webstories w where w.status = 'published' and w.published_at <= now()
      union all select p.kind, p.id, p.title, coalesce(p.lang, 'en'), case p.kind when 'pages' then 'page' else 'cta' end,
        (select checked_on from piece_checks c where c.kind = p.kind and c.piece_id = p.id), ${firstSeen}, null, null, null, true
      from studio_pieces p where p.kind in ('pages', 'ctas') and p.live is not null),
    dated as (select *, coalesce(checked_on, ${indianDayOf(sql`published_at`)}) + ${daysOf} as next_on
      from pieces where (is_owned or checked_on is not null) and ${kind ? sql`checked_as = ${kind}` : sql`true`})
    select d.kind, d.id, d.title, d.lang, d.checked_as as "checkedAs", d.checked_on::text as "checkedOn", d.next_on::text as "nextOn",
      d.source_url as "sourceUrl", d.source_title as "sourceTitle", w.name as author, p.updated_by as "updatedBy",
      d.total
    from (select *, count(*) over ()::int as total from dated
      where ${overdueOnly ? sql`next_on < ${today}::date` : sql`true`} order by next_on, kind, id limit ${limit} offset ${offset}) d
      left join authors w on w.id = d.author_id left join studio_pieces p on p.kind = d.kind and p.id = d.id
    order by d.next_on, d.kind, d.id`);
  return {
    rows: rows.map(({ sourceUrl, sourceTitle, total: _total, ...row }) => ({
      ...row,
      source: sourceUrl === null ? null : { url: sourceUrl, title: sourceTitle ?? sourceUrl },
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** 'Still right', of this day; a later one stays. */
export async function noteCheck(
  db: Queryable,
  { kind, id, on, by }: { kind: StudioKind; id: number; on: string; by: string },
): Promise<void> {
  await db.execute(sql`insert into piece_checks (kind, piece_id, checked_on, by) values (${kind}, ${id}, ${on}, ${by})
    on conflict (kind, piece_id) do update set checked_on = greatest(excluded.checked_on, piece_checks.checked_on), by = excluded.by`);
}

/** The day on which a live piece without a day of its own was last checked, else readers first saw it. */
export async function lastCheckOfPiece(
  db: Queryable,
  kind: 'webstories' | 'pages' | 'ctas',
  named: { id: number } | { key: string },
): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(sql`
    select coalesce(${checkOf(kind, sql`p.id`)}, ${indianDayOf(sql`coalesce(w.published_at, ${firstSeen})`)})::text as day
    from studio_pieces p left join webstories w on p.kind = 'webstories' and w.id = p.id
    where p.kind = ${kind} and ${'id' in named ? sql`p.id = ${named.id}` : sql`p.key = ${named.key}`} and p.live is not null`);
  return rows[0]?.day ?? null;
}

/** The day on which a live video was last checked; null: never. */
export async function lastCheckOfVideo(db: Queryable, id: number): Promise<string | null> {
  const { rows } = await db.execute<{ day: string | null }>(
    sql`select ${lastCheck('videos', sql`v.last_checked_at`, sql`v.id`)}::text as day from videos v where v.id = ${id}`,
  );
  return rows[0]?.day ?? null;
}
