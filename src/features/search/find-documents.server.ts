import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { searchDocuments } from '../../database/schema.ts';
import { cappedTotal } from '../../platform/paging.ts';
import { filterLexeme, type SearchKind } from '../search-index/index-document.server.ts';
import { anyOf, everything, newestWindows, type Window } from './newest-window.server.ts';

export type Scope = { kind: SearchKind; categoryIds?: number[] | undefined; tagIds?: number[] | undefined };
/** Hits in a cheap order (the same title, then title hits, then the rest, each newest first), and one more than is counted. */
export type Found = { ids: number[]; total: number; isCapped: boolean };
export type WordQuery = {
  config: 'nagrik' | 'nagrik_plain';
  text: string;
  /** Folded words in order, for titles that hold them as a phrase. */ phrase: string;
  /** The words as typed, without other spellings; null where there are none. */ typed: string | null;
  /** Some words are enough. */ isLoose?: boolean;
};

const titleHits = 150;
/** Ranking reads a whole vector for each; past this many the cheap order stands. */
const rankedHits = 150;

/** Keeps one search from holding the database. Call it first in the transaction; null when the database finds no word in the query. */
export async function prepareSearch(
  tx: Queryable,
  text: string,
  more: Pick<WordQuery, 'phrase' | 'typed'>,
): Promise<WordQuery | null> {
  const { rows } = await tx.execute<{ size: number; plain: number }>(sql`
    select set_config('statement_timeout', '2000', true), set_config('client_min_messages', 'warning', true), set_config('jit', 'off', true),
      set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
      numnode(to_tsquery('nagrik', ${text})) as size, numnode(to_tsquery('nagrik_plain', ${text})) as plain`);
  const { size, plain } = rows[0]!;
  // Nothing but stop words: titles are indexed with theirs.
  return plain === 0 ? null : { config: size > 0 ? 'nagrik' : 'nagrik_plain', text, ...more };
}

const wordsSql = (query: WordQuery): SQL =>
  query.config === 'nagrik' ? sql`to_tsquery('nagrik', ${query.text})` : sql`to_tsquery('nagrik_plain', ${query.text})`;

export function scopeText(scope: Scope): string {
  const parts = [anyOf([filterLexeme('k', scope.kind)])];
  if (scope.categoryIds?.length) parts.push(anyOf(scope.categoryIds.map((id) => filterLexeme('c', id))));
  if (scope.tagIds?.length) parts.push(anyOf(scope.tagIds.map((id) => filterLexeme('t', id))));
  return parts.join(' & ');
}

export const matching = (query: WordQuery, scope: Scope, window: Window = everything): SQL =>
  sql`(${wordsSql(query)} && ${window.condition ? `${scopeText(scope)} & ${window.condition}` : scopeText(scope)}::tsquery)`;

type Row = { entity_id: number; part: 'same' | 'title' | 'rest' };

/** What the query finds in the scope. `owner`: see newestWindows. */
export async function findDocuments(tx: Queryable, owner: object, query: WordQuery, scope: Scope): Promise<Found> {
  const windows = await newestWindows(tx, owner, scope.kind);
  const parts = { same: [] as Row[], title: [] as Row[], rest: [] as Row[] };
  let titleWindow: Window | null = windows[0]!;
  let restWindow: Window | null = windows[0]!;
  for (let isFirst = true; titleWindow || restWindow; isFirst = false) {
    const selects: SQL[] = [];
    if (isFirst)
      selects.push(sql`(select entity_id, 'same' as part from ${searchDocuments}
      where kind = ${scope.kind} and plain_title = ${query.phrase} and title_vector @@ ${scopeText(scope)}::tsquery and published_at <= now() order by published_at desc, entity_id desc limit 20)`);
    if (titleWindow)
      selects.push(newest('title', sql`title_vector @@ ${matching(query, scope, titleWindow)}`, titleHits));
    if (restWindow) selects.push(newest('rest', sql`vector @@ ${matching(query, scope, restWindow)}`, cappedTotal + 1));
    const { rows } = await tx.execute<Row>(sql.join(selects, sql` union all `));

    for (const part of ['same', 'title', 'rest'] as const) {
      const ofPart = rows.filter((row) => row.part === part);
      if (ofPart.length > 0) parts[part] = ofPart;
    }
    titleWindow &&= nextWindow(windows, titleWindow, parts.title.length, titleHits);
    restWindow &&= nextWindow(windows, restWindow, parts.rest.length, cappedTotal + 1);
  }
  const all = [...new Set([...parts.same, ...parts.title, ...parts.rest].map((row) => row.entity_id))];
  const ids = all.slice(0, cappedTotal);
  return { ids, total: ids.length, isCapped: all.length > cappedTotal };
}

const newest = (
  part: Row['part'],
  condition: SQL,
  limit: number,
): SQL => sql`(select entity_id, ${sql.raw(`'${part}'`)} as part from ${searchDocuments}
  where ${condition} and published_at <= now() order by published_at desc, entity_id desc limit ${limit})`;

/** The window that will hold enough if hits go on as often as so far; null when there is enough, or no more. */
function nextWindow(windows: Window[], now: Window, found: number, enough: number): Window | null {
  if (now === everything || found >= enough) return null;
  const wanted = 1.5 * now.size * (enough / found);
  return windows.find(({ size }) => size > now.size && size >= wanted) ?? everything;
}

/** How many of the best hits each category has. */
export async function countCategories(tx: Queryable, kind: SearchKind, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: number; uses: number }>(sql`
    select category as id, count(*)::int as uses from ${searchDocuments}, unnest(category_ids) as category
    where kind = ${kind} and entity_id = any(${sql.param(ids.slice(0, rankedHits))}::int[]) group by category`);
  return new Map(rows.map(({ id, uses }) => [id, uses]));
}

type Ranked = {
  entity_id: number;
  rank: number;
  in_title: boolean;
  is_typed: boolean;
  is_phrase: boolean;
  is_same: boolean;
  published_at: Date;
};

/** The first few hundred of `ids` by relevance, the rest as they were. */
export async function rankDocuments(
  tx: Queryable,
  query: WordQuery,
  kind: SearchKind,
  ids: number[],
): Promise<number[]> {
  if (ids.length < 2) return ids;
  const words = wordsSql(query);
  const phrase =
    query.config === 'nagrik'
      ? sql`phraseto_tsquery('nagrik', ${query.phrase})`
      : sql`phraseto_tsquery('nagrik_plain', ${query.phrase})`;
  // How close words stand is slow to tell of many combinations, and tells little where not all words are there.
  const rank = query.isLoose ? sql`ts_rank` : sql`ts_rank_cd`;
  const { rows } = await tx.execute<Ranked>(sql`
    select entity_id, ${rank}('{0.05, 0.1, 0.4, 1}', vector, ${words}, 1) as rank, title_vector @@ ${words} as in_title,
      ${query.typed === null ? sql`true` : sql`vector @@ to_tsquery('nagrik', ${query.typed})`} as is_typed,
      title_vector @@ ${phrase} as is_phrase, plain_title = ${query.phrase} as is_same, published_at
    from ${searchDocuments} where kind = ${kind} and entity_id = any(${sql.param(ids.slice(0, rankedHits))}::int[])`);
  const scored = rows
    .map((row) => ({
      id: row.entity_id,
      score: scoreOf(row, Date.now()),
      publishedAt: new Date(row.published_at).getTime(),
    }))
    .sort((a, b) => b.score - a.score || b.publishedAt - a.publishedAt || b.id - a.id);
  return [...scored.map(({ id }) => id), ...ids.slice(rankedHits)];
}

function scoreOf(row: Ranked, now: number): number {
  const years = Math.max(0, now - new Date(row.published_at).getTime()) / 31_557_600_000;
  // Gentle: what is two years old keeps nine tenths of its weight, what is ancient keeps three quarters.
  const freshness = 0.75 + 0.25 * Math.exp(-years / 4);
  return (
    (row.rank + 0.001) *
    freshness *
    (row.in_title ? 2 : 1) *
    (row.is_typed ? 1.5 : 1) *
    (row.is_phrase ? 1.5 : 1) *
    (row.is_same ? 3 : 1)
  );
}
