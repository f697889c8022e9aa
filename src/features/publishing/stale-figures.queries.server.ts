import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { encodeId } from '../../platform/wire/ids.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';
import { keyInLink, keyOfSource } from '../../platform/wire/piece-key.ts';
import { isInForce } from '../schemes/dated-rules.ts';
import {
  type Figure,
  figuresIn,
  figuresOf,
  type FigureUnit,
  isSameFigure,
  limitsOf,
  withPlainDigits,
} from '../schemes/figures.ts';
import type { Rules } from '../schemes/rules.ts';
import { checkOf, lastCheck } from './piece-checks.queries.server.ts';

export type StaleFigure = {
  kind: 'article' | 'video' | 'webstory' | 'cta';
  id: string;
  title: string;
  lang: string;
  unit: FigureUnit;
  value: number;
  /** Words of the piece around the figure. */
  quote: string;
  schemeId: number;
  schemeName: string;
  /** Day on which the scheme's record stopped having it. */
  since: string;
};

type Recorded = {
  id: number;
  groupId: number;
  name: string;
  rules: Rules | null;
  details: Parameters<typeof figuresOf>[0]['details'];
};
type Piece = {
  kind: StaleFigure['kind'];
  id: string;
  title: string;
  lang: string;
  text: string;
  links: string;
  checkedOn: string;
};
type Ended = Figure & { since: string };

/** Schemes looked at in one call: the texts of all pieces are read for them. */
const mostSchemes = 20;
const mostFound = 200;
const nearness = 300;
const remembered = 730;

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Published pieces whose text still has a figure that the record or rules of a scheme had until lately. */
export async function listStaleFigures(db: Queryable, now: Date): Promise<StaleFigure[]> {
  const today = dayInIndia(now);
  const { rows: ended } = await db.execute<Ended & { articleId: number }>(sql`
    select article_id as "articleId", unit, value, (ended_at at time zone 'Asia/Kolkata')::date::text as since
    from former_figures where ended_at > ${now.toISOString()}::timestamptz - make_interval(days => ${remembered})
    order by ended_at desc limit 1000`);
  const { rows: records } = await db.execute<Recorded>(sql`
    select s.article_id as id, coalesce(a.group_id, a.id) as "groupId", s.name, coalesce(o.rules, s.rules) as rules, s.details
    from schemes s join articles a on a.id = s.article_id left join schemes o on o.article_id = a.group_id
    where a.status = 'published' and a.published_at <= now()
      and (s.rules ->> 'version' = '2' or exists (select 1 from former_figures f where f.article_id = s.article_id))`);
  const due = records
    .map((record) => ({ record, ended: endedOf(record, ended, today) }))
    .filter((one) => one.ended.length > 0)
    .sort((one, other) => (one.ended[0]!.since < other.ended[0]!.since ? 1 : -1))
    .slice(0, mostSchemes);
  const found: StaleFigure[] = [];
  for (const { record, ended: figures } of due) {
    const { rows: versions } = await db.execute<{ id: number; sourceKey: string; name: string | null }>(sql`
      select a.id, a.source_key as "sourceKey", s.name from articles a left join schemes s on s.article_id = a.id
      where coalesce(a.group_id, a.id) = ${record.groupId}`);
    const names = [...new Set(versions.flatMap(({ name }) => (name ? namesIn(name) : [])))];
    const ids = versions.map(({ id }) => id);
    const links = versions.flatMap(({ id, sourceKey }) => [
      `-${encodeId(id)}`,
      `article:${keyInLink(keyOfSource(sourceKey))}`,
    ]);
    for (const piece of await piecesOn(db, ids, names, links))
      found.push(...staleIn(piece, { record, figures, names, ids, links }));
    if (found.length >= mostFound) break;
  }
  return found.slice(0, mostFound);
}

/** Of edits, and of dated conditions that are over; without those that the record still has. */
function endedOf(record: Recorded, edits: (Ended & { articleId: number })[], today: string): Ended[] {
  const conditions = record.rules?.all ?? [];
  const over = conditions.filter((one) => one.until !== undefined && one.until < today && !isInForce(one, today));
  const inForce = record.rules && { ...record.rules, all: conditions.filter((one) => !over.includes(one)) };
  const current = figuresOf({ rules: inForce, details: record.details });
  return [
    ...edits.flatMap(({ articleId, unit, value, since }) => (articleId === record.id ? [{ unit, value, since }] : [])),
    ...over.flatMap((one) => limitsOf(one).map((figure) => ({ ...figure, since: dayAfter(one.until!) }))),
  ].filter((figure) => !current.some((one) => isSameFigure(one, figure)));
}

/** The name with and without what stands in brackets. */
function namesIn(name: string): string[] {
  const short = name.replace(/\s*\([^)]*\)/g, '').trim();
  return [name, short].map((one) => withPlainDigits(one).toLowerCase()).filter((one) => one.length >= 6);
}

const escaped = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

async function piecesOn(db: Queryable, ids: number[], names: string[], links: string[]): Promise<Piece[]> {
  const named = sql.param(names.map(escaped));
  const linked = sql.param(links.map(escaped));
  const { rows } = await db.execute<Piece>(sql`
    with pieces as (
      select 'article' as kind, a.id::text as id, a.title, a.lang, coalesce(${lastCheck('articles', sql`a.last_checked_at`, sql`a.id`)}::text, '') as "checkedOn",
        concat_ws(E'\n', a.title, a.summary, a.body, s.details ->> 'benefits', s.details ->> 'eligibility', s.details ->> 'exclusions') as text, a.body_html as links
      from articles a left join schemes s on s.article_id = a.id
      where a.status = 'published' and a.published_at <= now()
      union all select 'video', v.id::text, v.title, v.lang, coalesce(${lastCheck('videos', sql`v.last_checked_at`, sql`v.id`)}::text, ''),
        concat_ws(E'\n', v.title, v.description), v.body_html from videos v
      where v.status = 'published' and v.published_at <= now()
      union all select 'webstory', w.slug, w.title, w.lang, coalesce(${checkOf('webstories', sql`w.id`)}::text, ''), concat_ws(E'\n', w.title, w.pages::text), w.pages::text
      from webstories w where w.status = 'published'
      union all select 'cta', c.id::text, c.title, c.lang, coalesce(${checkOf('ctas', sql`c.id`)}::text, ''), concat_ws(E'\n', c.title, c.description, c.definition::text), c.definition::text
      from ctas c where c.is_active)
    select kind, id, title, lang, "checkedOn", text, links from pieces
    where (kind = 'article' and id = any(${sql.param(ids.map(String))})) or lower(text) like any(${named})
      or links like any(${linked}) limit 500`);
  return rows;
}

function staleIn(
  piece: Piece,
  {
    record,
    figures,
    names,
    ids,
    links,
  }: { record: Recorded; figures: Ended[]; names: string[]; ids: number[]; links: string[] },
): StaleFigure[] {
  const text = withPlainDigits(piece.text);
  const lower = text.toLowerCase();
  const isOwn = piece.kind === 'article' && ids.includes(Number(piece.id));
  // An address ends there: no longer number may begin with the same letters.
  const isLinked = links.some((link) => new RegExp(`${link.replace(/[^\w-]/g, '\\$&')}(?![\\w-])`).test(piece.links));
  const isNear = (at: number) =>
    names.some((name) => lower.slice(Math.max(0, at - nearness), at + nearness).includes(name));
  const standing = figuresIn(text);
  return figures.flatMap(({ unit, value, since }) => {
    // Checked on a later day: somebody has seen that the figure is right there.
    if (piece.checkedOn > since) return [];
    const at = standing.find((one) => isSameFigure(one, { unit, value }) && (isOwn || isLinked || isNear(one.at)))?.at;
    if (at === undefined) return [];
    const quote = text
      .slice(Math.max(0, at - 40), at + 60)
      .replace(/\s+/g, ' ')
      .trim();
    const { kind, id, title, lang } = piece;
    return [{ kind, id, title, lang, unit, value, quote, schemeId: record.id, schemeName: record.name, since }];
  });
}
