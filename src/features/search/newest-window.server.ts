import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { searchDocuments } from '../../database/schema.ts';
import { blockOf, filterLexeme, type SearchKind, weekOf } from '../search-index/index-document.server.ts';

/** The newest `size` documents, as a condition that the index itself answers; without one: everything. */
export type Window = { size: number; condition: string | null };

export const everything: Window = { size: Infinity, condition: null };

const sizes = [1_500, 3_000, 6_000, 12_000, 24_000, 48_000];
const longestList = 600;
const keptFor = 60_000;

type Edge = { size: number; publishedAt: Date; entityId: number };
type Edges = { until: number; newestId: number; edges: Edge[] };
const known = new WeakMap<object, Map<SearchKind, Edges>>();

/**
 * The newest few documents of a kind, then more of them, then all: a word that most texts have fills a page from the
 * first, so that the cost of a search does not grow with the site.
 * `owner` is what the edges are remembered for, a minute long.
 */
export async function newestWindows(tx: Queryable, owner: object, kind: SearchKind): Promise<Window[]> {
  const kinds = known.get(owner) ?? new Map<SearchKind, Edges>();
  known.set(owner, kinds);
  let kept = kinds.get(kind);
  if (!kept || kept.until < Date.now()) {
    kept = await readEdges(tx, kind);
    kinds.set(kind, kept);
  }
  const { edges, newestId } = kept;
  // The last edge only tells whether the one before it is crowded; a window of nearly everything is not worth it.
  const windows = edges
    .slice(0, -2)
    .map((edge, index) => ({ size: edge.size, condition: conditionFrom(edge, edges[index + 1]!, newestId) }));
  return [...windows.filter(({ condition }) => condition !== null), everything];
}

async function readEdges(tx: Queryable, kind: SearchKind): Promise<Edges> {
  const edges: Edge[] = [];
  for (const [index, size] of sizes.entries()) {
    const last = edges.at(-1);
    const {
      rows: [edge],
    } = await tx.execute<{ published_at: string; entity_id: number }>(sql`
      select published_at::text, entity_id from ${searchDocuments} where kind = ${kind} and published_at <= now()
        ${last ? sql`and (published_at, entity_id) < (${last.publishedAt.toISOString()}::timestamptz, ${last.entityId})` : sql``}
      order by published_at desc, entity_id desc limit 1 offset ${size - (sizes[index - 1] ?? 0)}`);
    if (!edge) break;
    edges.push({ size, publishedAt: new Date(edge.published_at), entityId: edge.entity_id });
  }
  const {
    rows: [newest],
  } = await tx.execute<{ id: number | null }>(
    sql`select max(entity_id) as id from ${searchDocuments} where kind = ${kind}`,
  );
  return { until: Date.now() + keptFor, newestId: newest?.id ?? 0, edges };
}

function conditionFrom(edge: Edge, further: Edge, newestId: number): string | null {
  const first = weekOf(edge.publishedAt);
  const weeks = Array.from({ length: weekOf(new Date()) - first + 1 }, (_, index) => first + index);
  if (weekOf(further.publishedAt) !== first)
    return weeks.length > longestList ? null : anyOf(weeks.map((week) => filterLexeme('w', week)));
  // An import put very many into one week: of that week, those added last.
  const blocks = Array.from(
    { length: blockOf(newestId) - blockOf(edge.entityId) + 1 },
    (_, index) => blockOf(edge.entityId) + index,
  );
  if (blocks.length + weeks.length > longestList) return null;
  const ofThatWeek = `(${anyOf([filterLexeme('w', first)])} & ${anyOf(blocks.map((block) => filterLexeme('b', block)))})`;
  return weeks.length === 1
    ? ofThatWeek
    : `(${ofThatWeek} | ${anyOf(weeks.slice(1).map((week) => filterLexeme('w', week)))})`;
}

/** As text of a tsquery; the lexemes are ours, made of words and numbers. */
export const anyOf = (lexemes: string[]): string => `(${lexemes.map((lexeme) => `'${lexeme}'`).join(' | ')})`;
