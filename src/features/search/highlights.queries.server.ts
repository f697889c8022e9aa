import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { searchDocuments } from '../../database/schema.ts';
import { cutHighlight } from './cut-highlight.ts';
import type { SearchKind } from '../search-index/index-document.server.ts';
import type { AskedWord } from './search-query.ts';
import { foldText } from '../search-index/words.ts';

type Hits = { lexeme: string; position: number }[] | null;

// Only this much of a very long body is searched for a fragment.
const longestSearched = 30_000;

/** highlightDocuments with the words as typed, and for hits that do not have those with the words as they were read. */
export async function highlightHits(
  tx: Queryable,
  kind: SearchKind,
  ids: number[],
  { words, read }: { words: AskedWord[]; read: AskedWord[] | null },
  orTitle = false,
): Promise<Map<number, string | null>> {
  const highlights = await highlightDocuments(tx, kind, ids, words, orTitle);
  const bare = read ? ids.filter((id) => (highlights.get(id) ?? null) === null) : [];
  if (read && bare.length > 0)
    for (const [id, highlight] of await highlightDocuments(tx, kind, bare, read, orTitle))
      highlights.set(id, highlight);
  return highlights;
}

/**
 * A highlighted fragment for each of `ids`; HTML whose only tag is `<mark>`.
 * @param orTitle falls back to the title where only the title matches; otherwise such a hit has no fragment
 */
async function highlightDocuments(
  tx: Queryable,
  kind: SearchKind,
  ids: number[],
  words: AskedWord[],
  orTitle = false,
): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map();
  const ways = foldText(words.flatMap((word) => word.ways).join(' '));
  const prefixes = words.flatMap((word) => (word.prefix ? [`${word.prefix}%`] : []));
  const hitsIn = (vector: SQL, weights: string) => sql`(
      select json_agg(json_build_object('lexeme', found.lexeme, 'position', place.position))
      from unnest(${vector}) as found, unnest(found.positions, found.weights) as place(position, weight)
      where place.weight = any(${weights}::text[])
        and (found.lexeme = any(tsvector_to_array(to_tsvector('nagrik', ${ways}))) or found.lexeme like any(${sql.param(prefixes)}::text[]))
    )`;
  const { rows } = await tx.execute<{
    entity_id: number;
    title: string;
    body: string;
    hits: Hits;
    title_hits: Hits;
  }>(sql`
    select entity_id, title, left(body, ${longestSearched}) as body, ${hitsIn(sql`vector`, '{B,C}')} as hits,
      ${orTitle ? hitsIn(sql`to_tsvector('nagrik', plain_title)`, '{D}') : sql`null`} as title_hits
    from ${searchDocuments} where kind = ${kind} and entity_id = any(${sql.param(ids)}::int[])`);
  return new Map(
    rows.map((row) => [
      row.entity_id,
      cutHighlight(row.body, row.hits ?? []) ??
        cutHighlight(`${row.title.replaceAll('\n', ' ')}\n`, row.title_hits ?? []),
    ]),
  );
}
