import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { searchDocuments } from '../../database/schema.ts';
import { blockOf, blockSize, filterLexeme, type SearchKind, weekOf } from '../search-index/index-document.server.ts';

/** The newest `size` documents, as an indexable condition; `condition: null` is the whole index. */
export type Window = { size: number; condition: string | null };

export const everything: Window = { size: Infinity, condition: null };

const sizes = [1_500, 3_000, 6_000, 12_000, 24_000, 48_000];
const longestList = 600;
/** Times as many blocks as the window's documents fill; more are slower to read than the whole week. */
const mostSparse = 4;
const spareBlocks = 4;
const cachedMs = 60_000;

type Edge = { size: number; publishedAt: Date; entityId: number; /** In the window. */ leastId: number };
type Edges = { until: number; newestId: number; edges: Edge[] };
const known = new WeakMap<object, Map<SearchKind, Edges>>();

/**
 * Growing windows over the newest documents of a kind: a common word fills a page from the first window, so that the
 * cost of a search does not grow with the site. `owner`: key of the one-minute cache of window edges.
 */
export async function newestWindows(tx: Queryable, owner: object, kind: SearchKind): Promise<Window[]> {
  const { edges, newestId } = await edgesOf(tx, owner, kind);
  // The last edge only tells whether its predecessor is crowded; a window over nearly everything gains nothing.
  const windows = edges
    .slice(0, -2)
    .map((edge, index) => ({ size: edge.size, condition: conditionFrom(edge, edges[index + 1]!, newestId) }));
  return [...windows.filter(({ condition }) => condition !== null), everything];
}

/** Whether there are no more documents of a kind than in the first window. */
export const isSmall = async (tx: Queryable, owner: object, kind: SearchKind): Promise<boolean> =>
  (await edgesOf(tx, owner, kind)).edges.length === 0;

async function edgesOf(tx: Queryable, owner: object, kind: SearchKind): Promise<Edges> {
  const kinds = known.get(owner) ?? new Map<SearchKind, Edges>();
  known.set(owner, kinds);
  let cached = kinds.get(kind);
  if (!cached || cached.until < Date.now()) {
    cached = await readEdges(tx, kind);
    kinds.set(kind, cached);
  }
  return cached;
}

async function readEdges(tx: Queryable, kind: SearchKind): Promise<Edges> {
  const edges: Edge[] = [];
  for (const [index, size] of sizes.entries()) {
    const last = edges.at(-1);
    const further = size - (sizes[index - 1] ?? 0);
    const {
      rows: [edge],
    } = await tx.execute<{ published_at: string; entity_id: number; least: number }>(sql`
      with step as (select published_at, entity_id from ${searchDocuments} where kind = ${kind} and published_at <= now()
        ${last ? sql`and (published_at, entity_id) < (${last.publishedAt.toISOString()}::timestamptz, ${last.entityId})` : sql``}
        order by published_at desc, entity_id desc limit ${further + 1})
      select published_at::text, entity_id, (select min(entity_id) from step) as least
      from step order by published_at desc, entity_id desc limit 1 offset ${further}`);
    if (!edge) break;
    const leastId = Math.min(edge.least, last?.leastId ?? Infinity);
    edges.push({ size, publishedAt: new Date(edge.published_at), entityId: edge.entity_id, leastId });
  }
  const {
    rows: [newest],
  } = await tx.execute<{ id: number | null }>(
    sql`select max(entity_id) as id from ${searchDocuments} where kind = ${kind}`,
  );
  return { until: Date.now() + cachedMs, newestId: newest?.id ?? 0, edges };
}

const ofWeeks = (weeks: number[]): string | null =>
  weeks.length > longestList ? null : anyOf(weeks.map((week) => filterLexeme('w', week)));

function conditionFrom(edge: Edge, further: Edge, newestId: number): string | null {
  const first = weekOf(edge.publishedAt);
  const weeks = Array.from({ length: weekOf(new Date()) - first + 1 }, (_, index) => first + index);
  if (weekOf(further.publishedAt) !== first) return ofWeeks(weeks);
  // A bulk import can put very many documents into one week: narrow that week to its highest ids.
  const blocks = Array.from(
    { length: blockOf(newestId) - blockOf(edge.leastId) + 1 },
    (_, index) => blockOf(edge.leastId) + index,
  );
  // Where ids are no order of time, blocks cost more than they leave out.
  if (blocks.length > mostSparse * (edge.size / blockSize) + spareBlocks) return ofWeeks(weeks);
  if (blocks.length + weeks.length > longestList) return null;
  const ofThatWeek = `(${anyOf([filterLexeme('w', first)])} & ${anyOf(blocks.map((block) => filterLexeme('b', block)))})`;
  return weeks.length === 1
    ? ofThatWeek
    : `(${ofThatWeek} | ${anyOf(weeks.slice(1).map((week) => filterLexeme('w', week)))})`;
}

/** An OR of lexemes in tsquery syntax; unescaped, since the lexemes are built from words and numbers only. */
export const anyOf = (lexemes: string[]): string => `(${lexemes.map((lexeme) => `'${lexeme}'`).join(' | ')})`;
