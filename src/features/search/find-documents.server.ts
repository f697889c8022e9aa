import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { searchDocuments } from '../../database/schema.ts';
import { cappedTotal } from '../../platform/wire/paging.ts';
import { filterLexeme, type SearchKind } from '../search-index/index-document.server.ts';
import { anyOf, everything, isSmall, newestWindows, type Window } from './newest-window.server.ts';
import { nameIn, nameOf, nameInQuery } from './title-names.ts';

export type Scope = { kind: SearchKind; categoryIds?: number[] | undefined; tagIds?: number[] | undefined };
/**
 * Ids in coarse order (exact title, title match, other; each newest first); one past the cap sets `isCapped`. Without
 * `strengths` (see language-first.ts) the order is not one of relevance.
 */
export type Found = { ids: number[]; total: number; isCapped: boolean; strengths?: Map<number, number> };
export type WordQuery = {
  config: 'nagrik' | 'nagrik_plain';
  text: string;
  /** Folded words in order, for phrase matches in titles. */ phrase: string;
  /** The query as it matches titles, summaries and names only; undefined where that does not matter. */ head?:
    string | undefined;
  /** The phrase in a text counts as in its head. */ isNamed?: boolean;
  /** The query without spelling variants; null where there are none. */ typed: string | null;
  /** Matches some of the words only. */ isLoose?: boolean;
  /** Searches titles only, at a small cost. */ inTitles?: boolean;
  /** Of each word the words of the same meaning; for titles that say the query otherwise. */ meanings?: string[];
};

/** Of a piece whose name the query says, among other words. */
export const worthOfNameInQuery = 1.5;
const sameTitles = 20;
const titleHits = 150;
/** ts_rank reads a whole tsvector for each hit; past this many hits the coarse order stands. */
const rankedHits = 150;

/** Bounds the search's database time. Call it first in the transaction. @returns null where the query has no lexeme */
export async function prepareSearch(
  tx: Queryable,
  text: string,
  more: Pick<WordQuery, 'phrase' | 'typed' | 'head' | 'isNamed' | 'meanings'>,
): Promise<WordQuery | null> {
  const { rows } = await tx.execute<{ size: number; plain: number }>(sql`
    select set_config('statement_timeout', '2000', true), set_config('client_min_messages', 'warning', true), set_config('jit', 'off', true),
      set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
      numnode(to_tsquery('nagrik', ${text})) as size, numnode(to_tsquery('nagrik_plain', ${text})) as plain`);
  const { size, plain } = rows[0]!;
  // A query of stop words only falls back to the configuration without stop words; titles are indexed with both.
  return plain === 0 ? null : { config: size > 0 ? 'nagrik' : 'nagrik_plain', text, ...more };
}

const wordsSql = (query: WordQuery): SQL =>
  query.config === 'nagrik' ? sql`to_tsquery('nagrik', ${query.text})` : sql`to_tsquery('nagrik_plain', ${query.text})`;

export const scopeText = (scope: Scope): string => scopeOfAll([scope.kind], scope);

function scopeOfAll(kinds: SearchKind[], scope: Omit<Scope, 'kind'>): string {
  const parts = [anyOf(kinds.map((kind) => filterLexeme('k', kind)))];
  if (scope.categoryIds?.length) parts.push(anyOf(scope.categoryIds.map((id) => filterLexeme('c', id))));
  if (scope.tagIds?.length) parts.push(anyOf(scope.tagIds.map((id) => filterLexeme('t', id))));
  return parts.join(' & ');
}

export const matching = (query: WordQuery, scope: Scope, window: Window = everything): SQL =>
  sql`(${wordsSql(query)} && ${window.condition ? `${scopeText(scope)} & ${window.condition}` : scopeText(scope)}::tsquery)`;

type Row = { kind: SearchKind; entity_id: number; part: 'same' | 'title' | 'rest' };

/** What is still searched for one kind: the windows that come next, and the hits of the widest ones so far. */
type Search = {
  scope: Scope;
  windows: Window[];
  titleWindow: Window | null;
  restWindow: Window | null;
  parts: Record<Row['part'], number[]>;
};

/**
 * Hits of the query within each scope, in one statement for all scopes. `owner`: cache key, see newestWindows.
 * @param scopes at most one for each kind, with the same filters; the answer has their order
 */
export async function findDocuments(tx: Queryable, owner: object, query: WordQuery, scopes: Scope[]): Promise<Found[]> {
  if (await areSmall(tx, owner, scopes)) {
    const [parts] = await findInSmall(tx, [{ query, scopes }]);
    return parts!.map(foundOf);
  }
  const searches: Search[] = [];
  for (const scope of scopes) {
    const windows = await newestWindows(tx, owner, scope.kind);
    const restWindow = query.inTitles ? null : windows[0]!;
    searches.push({ scope, windows, titleWindow: windows[0]!, restWindow, parts: { same: [], title: [], rest: [] } });
  }
  for (let isFirst = true; ; isFirst = false) {
    const selects = searches.flatMap((search) => selectsOf(query, search, isFirst));
    if (selects.length === 0) break;
    const { rows } = await tx.execute<Row>(sql.join(selects, sql` union all `));
    for (const search of searches) {
      const { scope, windows, parts } = search;
      for (const part of ['same', 'title', 'rest'] as const) {
        const ids = rows.filter((row) => row.kind === scope.kind && row.part === part).map((row) => row.entity_id);
        if (ids.length > 0) parts[part] = ids;
      }
      search.titleWindow &&= nextWindow(windows, search.titleWindow, parts.title.length, titleHits);
      search.restWindow &&= nextWindow(windows, search.restWindow, parts.rest.length, cappedTotal + 1);
    }
  }
  return searches.map(({ parts }) => foundOf(parts));
}

export type Parts = Record<Row['part'], number[]>;

export function foundOf(parts: Parts): Found {
  const all = [...new Set([...parts.same, ...parts.title, ...parts.rest])];
  const ids = all.slice(0, cappedTotal);
  return { ids, total: ids.length, isCapped: all.length > cappedTotal };
}

/** Whether the documents of each kind are so few that findInSmall may read all hits. */
export async function areSmall(tx: Queryable, owner: object, scopes: Scope[]): Promise<boolean> {
  for (const { kind } of scopes) if (!(await isSmall(tx, owner, kind))) return false;
  return true;
}

/** `scopes`: at most one for each kind, with the same filters. */
export type DocumentQuery = { query: WordQuery; scopes: Scope[] };

/**
 * Hits of several queries in one statement that is planned once: each statement more costs as much as its search.
 * @returns for each query the hits of each scope
 */
export async function findInSmall(tx: Queryable, queried: DocumentQuery[]): Promise<Parts[][]> {
  if (queried.length === 0) return [];
  const values = queried.map(({ query, scopes }, at) => {
    const kinds = scopes.map(({ kind }) => kind);
    const scope = scopeOfAll(kinds, scopes[0]!);
    return sql`(${at}::int, ${query.phrase}::text, ${sql.param(kinds)}::text[], ${scope}::tsquery, ${wordsSql(query)})`;
  });
  const idsOf = (filter: SQL) =>
    sql`string_agg(entity_id::text, ' ' order by published_at desc, entity_id desc) filter (where ${filter})`;
  const { rows } = await tx.execute<{ at: number; kind: SearchKind } & Record<Row['part'], string | null>>(sql`
    select at, kind, ${idsOf(sql`is_same`)} as same, ${idsOf(sql`in_title`)} as title, ${idsOf(sql`is_hit`)} as rest
    from (values ${sql.join(values, sql`, `)}) as asked(at, phrase, kinds, scope, words), lateral (
      select kind, entity_id, published_at, false as is_same, title_vector @@ (words && scope) as in_title, true as is_hit
      from ${searchDocuments} where vector @@ (words && scope) and ${isPublished}
      union all
      select kind, entity_id, published_at, true, false, false
      from ${searchDocuments} where kind = any(kinds) and plain_title = phrase and title_vector @@ scope and ${isPublished}
    ) as found group by at, kind`);
  const listOf = (ids: string | null | undefined, most: number) =>
    ids ? ids.split(' ', most).map((id) => Number(id)) : [];
  return queried.map(({ query, scopes }, at) =>
    scopes.map(({ kind }) => {
      const row = rows.find((each) => each.at === at && each.kind === kind);
      return {
        same: listOf(row?.same, sameTitles),
        title: listOf(row?.title, titleHits),
        rest: query.inTitles ? [] : listOf(row?.rest, cappedTotal + 1),
      };
    }),
  );
}

function selectsOf(query: WordQuery, { scope, titleWindow, restWindow }: Search, isFirst: boolean): SQL[] {
  const selects: SQL[] = [];
  if (isFirst) {
    const isSame = sql`kind = ${scope.kind} and plain_title = ${query.phrase} and title_vector @@ ${scopeText(scope)}::tsquery`;
    selects.push(newest('same', isSame, sameTitles));
  }
  if (titleWindow)
    selects.push(newest('title', sql`title_vector @@ ${matching(query, scope, titleWindow)}`, titleHits));
  if (restWindow) selects.push(newest('rest', sql`vector @@ ${matching(query, scope, restWindow)}`, cappedTotal + 1));
  return selects;
}

/**
 * Not indexable on purpose: for a query of many words the planner would read every vector of a small site by date,
 * since it does not know that a vector is stored out of line.
 */
const isPublished = sql`published_at + interval '0' <= now()`;

const newest = (
  part: Row['part'],
  condition: SQL,
  limit: number,
): SQL => sql`(select kind, entity_id, ${sql.raw(`'${part}'`)} as part from ${searchDocuments}
  where ${condition} and ${isPublished} order by published_at desc, entity_id desc limit ${limit})`;

/** The smallest window expected to hold enough hits at the rate so far; null when there are enough, or none wider. */
function nextWindow(windows: Window[], now: Window, found: number, enough: number): Window | null {
  if (now === everything || found >= enough) return null;
  const wanted = 1.5 * now.size * (enough / found);
  return windows.find(({ size }) => size > now.size && size >= wanted) ?? everything;
}

/** Hits of one kind. */
export type OfKind = { kind: SearchKind; ids: number[] };

/** The documents of all these hits, as a table expression `wanted` joined with the documents. */
export const documentsOf = (hits: OfKind[], most = Infinity): SQL => {
  const wanted = hits.flatMap(({ kind, ids }) => ids.slice(0, most).map((id) => ({ kind, id })));
  return sql`unnest(${sql.param(wanted.map(({ kind }) => kind))}::text[], ${sql.param(wanted.map(({ id }) => id))}::int[])
    as wanted(wanted_kind, wanted_id) join ${searchDocuments} on kind = wanted_kind and entity_id = wanted_id`;
};

/** Hit counts by category, among the best hits of each kind. */
export async function countCategories(tx: Queryable, hits: OfKind[]): Promise<Map<number, number>> {
  const { rows } = await tx.execute<{ id: number; uses: number }>(sql`
    select category as id, count(*)::int as uses from ${documentsOf(hits, rankedHits)}, unnest(category_ids) as category
    group by category`);
  return new Map(rows.map(({ id, uses }) => [id, uses]));
}

type Ranked = {
  kind: SearchKind;
  entity_id: number;
  rank: number;
  in_title: boolean;
  /** Words of the same meaning as the query's in the title. */ is_meant: boolean;
  in_head: boolean;
  /** The query as a phrase in the text. */ is_said: boolean;
  is_typed: boolean;
  is_phrase: boolean;
  is_same: boolean;
  title: string;
  published_at: Date;
};

/**
 * The first few hundred hits of each kind by relevance; the rest keep their order.
 * @returns in the order of `hits`; about: those that have all the words in title, summary, categories or tags; inHead:
 *   these, and those whose text has the query as a phrase; named: those whose title or name is the query; inTitle: those
 *   whose title has all the words
 */
export async function rankDocuments(
  tx: Queryable,
  query: WordQuery,
  hits: OfKind[],
): Promise<(Record<'about' | 'inHead' | 'named' | 'inTitle', Set<number>> & { ids: number[] })[]> {
  if (hits.every(({ ids }) => ids.length === 0))
    return hits.map(({ ids }) => ({ ids, about: new Set(), inHead: new Set(), named: new Set(), inTitle: new Set() }));
  const words = wordsSql(query);
  const phrase =
    query.config === 'nagrik'
      ? sql`phraseto_tsquery('nagrik', ${query.phrase})`
      : sql`phraseto_tsquery('nagrik_plain', ${query.phrase})`;
  // Cover density (ts_rank_cd) is slow for large OR queries, and means little where not every word is present.
  const rank = query.isLoose ? sql`ts_rank` : sql`ts_rank_cd`;
  const hasPhrase = query.isNamed ? sql`vector @@ ${phrase}` : sql`false`;
  // A title that says every word of the query in words of the same meaning is about it.
  const isMeant = query.meanings
    ? sql.join(
        query.meanings.map((each) => sql`title_vector @@ to_tsquery('nagrik', ${each})`),
        sql` and `,
      )
    : sql`false`;
  const { rows } = await tx.execute<Ranked>(sql`
    select kind, entity_id, ${rank}('{0.05, 0.1, 0.4, 1}', vector, ${words}, 1) as rank, title_vector @@ ${words} as in_title, (${isMeant}) as is_meant,
      ${query.head === undefined ? sql`true` : sql`vector @@ to_tsquery(${query.config}::regconfig, ${query.head})`} as in_head, ${hasPhrase} as is_said,
      ${query.typed === null ? sql`true` : sql`vector @@ to_tsquery('nagrik', ${query.typed})`} as is_typed,
      title_vector @@ ${phrase} as is_phrase, plain_title = ${query.phrase} as is_same, title, published_at
    from ${documentsOf(hits, rankedHits)}`);
  const queried = nameIn(query.phrase);
  const now = Date.now();
  return hits.map(({ kind, ids }) => {
    const ofKind = rows.filter((row) => row.kind === kind).map((row) => ({ ...row, name: nameOf(row.title) }));
    const isNamed = (row: Named) => row.is_same || (queried !== '' && row.name === queried);
    const inQuery = nameInQuery(
      ofKind.map(({ name }) => name),
      queried,
    );
    const bestRank = Math.max(...ofKind.map((row) => row.rank));
    const scored = ofKind
      .map((row) => ({
        id: row.entity_id,
        score: scoreOf(row, { worth: isNamed(row) ? 3 : row.name === inQuery ? worthOfNameInQuery : 1, bestRank, now }),
        publishedAt: new Date(row.published_at).getTime(),
      }))
      .sort((a, b) => b.score - a.score || b.publishedAt - a.publishedAt || b.id - a.id);
    return {
      ids: [...scored.map(({ id }) => id), ...ids.slice(rankedHits)],
      about: new Set(ofKind.filter((row) => row.in_head || isNamed(row)).map((row) => row.entity_id)),
      inHead: new Set(ofKind.filter((row) => row.in_head || row.is_said || isNamed(row)).map((row) => row.entity_id)),
      named: new Set(ofKind.filter(isNamed).map((row) => row.entity_id)),
      inTitle: new Set(ofKind.filter((row) => row.in_title).map((row) => row.entity_id)),
    };
  });
}

type Named = Ranked & { name: string };

/** @param judged worth: above 1 for a piece about the name that the query is, or says */
function scoreOf(row: Ranked, { worth, bestRank, now }: { worth: number; bestRank: number; now: number }): number {
  const years = Math.max(0, now - new Date(row.published_at).getTime()) / 31_557_600_000;
  // Recency boost: about nine tenths of the weight after two years, never below three quarters.
  const freshness = 0.75 + 0.25 * Math.exp(-years / 4);
  return (
    // What explains the very thing may say the other words far from its name.
    ((worth > 1 ? bestRank : row.rank) + 0.001) *
    freshness *
    (row.in_title || row.is_meant ? 2 : 1) *
    (row.is_typed ? 1.5 : 1) *
    (row.is_phrase ? 1.5 : 1) *
    worth
  );
}
