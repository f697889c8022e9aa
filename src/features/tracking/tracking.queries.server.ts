import { and, inArray, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../database/connect.server.ts';
import { articles, pieceViews, trackEvents, videos } from '../../database/schema.ts';
import { parseSlugAndId } from '../../platform/wire/ids.ts';
import { splitPrefix } from '../../platform/settings/site-languages.ts';
import { isPublicArticle } from '../articles/articles.queries.server.ts';
import { isPublicVideo } from '../videos/videos.queries.server.ts';
import { type BeaconNetworks, mostViews, shareKeys } from './beacon-shares.ts';
import type { CleanEvent } from './clean-event.ts';

export type VisitEvent = CleanEvent & {
  visit: string;
  source: string;
  /** Networks whose quotas apply; without them there is no quota. */
  networks?: BeaconNetworks;
};
type Piece = { kind: 'article' | 'video'; id: number };

/** A repeated view by the same visit within this time counts once. */
const oneView = sql.raw(`interval '30 minutes'`);
const viewNames = new Set(['view', 'page_view', 'pageview']);

/** A search with its words, below the prefix of a language or none. */
const isSearch = /^(?:\/[a-z]{2})?\/search\?q=/;
const searchPattern = '^(/[a-z]{2})?/search';
/** The words of a search, as they were cleaned; null for any other page. */
export const searchedText = sql`substring(path from '^(?:/[a-z]{2})?/search[?]q=(.*)$')`;
/** A browser makes up its visits, so a search counts once for each network and day. */
export const searchers = sql`count(distinct coalesce(network, visit))::int`;

function pieceOf({ name, path }: VisitEvent): Piece | null {
  const match = viewNames.has(name) ? /^\/(article|video)\/([^/]+)\/?$/.exec(splitPrefix(path).bare) : null;
  const id = match ? parseSlugAndId(match[2]!)?.id : undefined;
  return match && id !== undefined ? { kind: match[1] as Piece['kind'], id } : null;
}

type View = Piece & { visit: string; network: string | null };

/**
 * Writes a batch and its view counts in one transaction; events over their network's quota are left out.
 * @returns the networks' used quotas, by key
 */
export async function saveEvents(db: Database, events: VisitEvent[]): Promise<Map<string, number>> {
  return db.transaction(async (tx) => {
    const { counts, kept } = await withinShares(tx, events);
    if (kept.length === 0) return counts;
    const rows = kept.map(({ at, name, path, visit, source, props, networks }) => {
      const network = isSearch.test(path) ? (networks?.ofDay ?? null) : null;
      return { at, name, path, visit, source, props, network };
    });
    await tx.execute(sql`insert into track_events (at, name, path, visit, source, props, network)
      select at, name, path, visit, source, props, network from json_to_recordset(${JSON.stringify(rows)}) as sent(at timestamptz, name text, path text, visit text, source text, props jsonb, network text)`);
    const seen = new Map<string, View>();
    for (const event of kept) {
      const piece = pieceOf(event);
      if (piece)
        seen.set(`${event.visit} ${piece.kind} ${piece.id}`, {
          ...piece,
          visit: event.visit,
          network: event.networks?.own ?? null,
        });
    }
    if (seen.size > 0) await countViews(tx, [...seen.values()]);
    return counts;
  });
}

/** Counts events against the quotas in one statement, in key order (no deadlocks). */
async function withinShares(
  tx: Transaction,
  events: VisitEvent[],
): Promise<{ counts: Map<string, number>; kept: VisitEvent[] }> {
  const wanted = new Map<string, number>();
  for (const { networks } of events)
    for (const [key] of networks ? shareKeys(networks) : []) wanted.set(key, (wanted.get(key) ?? 0) + 1);
  const counts = await addToShares(tx, wanted);
  const left = new Map([...counts].map(([key, after]) => [key, after - wanted.get(key)!]));
  const kept = events.filter(({ networks }) => {
    const keys = networks ? shareKeys(networks) : [];
    if (keys.some(([key, most]) => left.get(key)! >= most)) return false;
    for (const [key] of keys) left.set(key, left.get(key)! + 1);
    return true;
  });
  return { counts, kept };
}

/** Adds to 24-hour counters. @returns the new counts */
async function addToShares(tx: Transaction, wanted: Map<string, number>): Promise<Map<string, number>> {
  if (wanted.size === 0) return new Map();
  const now = sql.raw(`(extract(epoch from now()) * 1000)::bigint`);
  const { rows } = await tx.execute<{ key: string; points: number }>(sql`
    insert into rate_limits as had (key, points, expire)
    select key, points, ${now} + 86400000 from json_to_recordset(${JSON.stringify([...wanted].map(([key, points]) => ({ key, points })))}) as sent(key text, points int) order by key
    on conflict (key) do update set points = case when had.expire <= ${now} then excluded.points else had.points + excluded.points end,
      expire = case when had.expire <= ${now} then excluded.expire else had.expire end
    returning key, points`);
  return new Map(rows.map(({ key, points }) => [key, points]));
}

/** Views that are not reloads within one visit, and within their network's quota for the item. */
async function listCountable(tx: Transaction, views: View[]): Promise<View[]> {
  const { rows } = await tx.execute<View>(sql`
    select sent.* from json_to_recordset(${JSON.stringify(views)}) as sent(visit text, kind text, id int, network text)
    where not exists (select from piece_views had where had.visit = sent.visit and had.kind = sent.kind and had.entity_id = sent.id and had.counted_at > now() - ${oneView})`);
  const keyOf = ({ network, kind, id }: View) => `views:${network}:${kind}:${id}`;
  const wanted = new Map<string, number>();
  for (const view of rows) if (view.network !== null) wanted.set(keyOf(view), (wanted.get(keyOf(view)) ?? 0) + 1);
  const counts = await addToShares(tx, wanted);
  const spent = new Map([...counts].map(([key, after]) => [key, after - wanted.get(key)!]));
  return rows.filter((view) => {
    if (view.network === null) return true;
    const before = spent.get(keyOf(view))!;
    spent.set(keyOf(view), before + 1);
    return before < mostViews;
  });
}

// Sorted by id: two instances that update the same items at once must not deadlock.
async function countViews(tx: Transaction, views: View[]): Promise<void> {
  const known = { article: await publicIds(tx, 'article', views), video: await publicIds(tx, 'video', views) };
  const visible = views.filter(({ kind, id }) => known[kind].has(id));
  const countable = (visible.length === 0 ? [] : await listCountable(tx, visible)).sort((a, b) =>
    a.visit < b.visit ? -1 : a.visit > b.visit ? 1 : a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.id - b.id,
  );
  if (countable.length === 0) return;
  const { rows } = await tx.execute<{ kind: Piece['kind']; id: number; views: number }>(sql`
    with counted as (
      insert into piece_views as had (visit, kind, entity_id, counted_at)
      select visit, kind, id, now() from json_to_recordset(${JSON.stringify(countable)}) as sent(visit text, kind text, id int)
      on conflict (visit, kind, entity_id) do update set counted_at = now() where had.counted_at <= now() - ${oneView}
      returning kind, entity_id)
    select kind, entity_id as id, count(*)::int as views from counted group by kind, entity_id order by kind, entity_id`);
  for (const kind of ['article', 'video'] as const) {
    const own = rows.filter((row) => row.kind === kind);
    if (own.length === 0) continue;
    const table = kind === 'article' ? articles : videos;
    const idList = own.map(({ id }) => id);
    await tx
      .select({ id: table.id })
      .from(table as typeof articles)
      .where(inArray(table.id, idList))
      .orderBy(table.id)
      .for('no key update');
    await tx.execute(
      sql`update ${table} set view_count = view_count + added.views from unnest(${sql.param(idList)}::int[], ${sql.param(own.map(({ views }) => views))}::int[]) as added(id, views) where ${table}.id = added.id`,
    );
  }
}

async function publicIds(tx: Queryable, kind: Piece['kind'], views: Piece[]): Promise<Set<number>> {
  const ids = [...new Set(views.filter((view) => view.kind === kind).map(({ id }) => id))];
  if (ids.length === 0) return new Set();
  const rows =
    kind === 'article'
      ? await tx
          .select({ id: articles.id })
          .from(articles)
          .where(and(inArray(articles.id, ids), isPublicArticle))
      : await tx
          .select({ id: videos.id })
          .from(videos)
          .where(and(inArray(videos.id, ids), isPublicVideo));
  return new Set(rows.map(({ id }) => id));
}

export async function sweepEvents(db: Queryable): Promise<void> {
  await db.delete(trackEvents).where(sql`${trackEvents.at} < now() - interval '90 days'`);
  // Twice the window: a row still needed by a concurrent count must survive the sweep.
  await db.delete(pieceViews).where(sql`${pieceViews.countedAt} < now() - interval '1 hour'`);
}

export type DayReport = {
  readers: number;
  views: number;
  sources: { source: string; readers: number }[];
  pages: { path: string; views: number; readers: number }[];
  searches: { text: string; readers: number }[];
  /** Counts of reader actions, such as 'print'. */
  acts: { name: string; times: number }[];
};

/** One day's figures, in Indian time. @param day as 2026-11-21 */
export async function reportDay(db: Queryable, day: string, rows: number): Promise<DayReport> {
  const isThen = sql`at >= ${day}::date::timestamp at time zone 'Asia/Kolkata' and at < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'`;
  const isOfDay = sql`${isThen} and name in ('view', 'page_view', 'pageview')`;
  const {
    rows: [total],
  } = await db.execute<{ readers: number; views: number }>(
    sql`select count(distinct visit)::int as readers, count(*)::int as views from track_events where ${isOfDay}`,
  );
  const { rows: sources } = await db.execute<{ source: string; readers: number }>(
    sql`select source, count(distinct visit)::int as readers from track_events where ${isOfDay} group by source order by readers desc, source limit ${rows}`,
  );
  const { rows: pages } = await db.execute<{ path: string; views: number; readers: number }>(sql`
    select path, count(*)::int as views, count(distinct visit)::int as readers from track_events where ${isOfDay} and path !~ ${searchPattern} group by path order by views desc, path limit ${rows}`);
  const { rows: searches } = await db.execute<{ text: string; readers: number }>(sql`
    select ${searchedText} as text, ${searchers} as readers from track_events where ${isOfDay} and ${searchedText} is not null group by 1 order by readers desc, 1 limit 300`);
  const { rows: acts } = await db.execute<{ name: string; times: number }>(sql`
    select substr(name, 5) as name, count(*)::int as times from track_events where ${isThen} and name like 'act.%' group by name order by times desc, name limit ${rows}`);
  return { readers: total!.readers, views: total!.views, sources, pages, searches, acts };
}
