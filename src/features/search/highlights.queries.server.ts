import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { searchDocuments } from '../../database/schema.ts';
import { cutHighlight } from './cut-highlight.ts';
import type { SearchKind } from '../search-index/index-document.server.ts';
import type { AskedWord } from './search-query.ts';
import { foldText } from '../search-index/words.ts';

type Hits = { lexeme: string; position: number }[] | null;

// Much of a very long body is not looked through for a fragment.
const longestSearched = 30_000;

/**
 * A fragment for each of `ids` with what was looked for marked; HTML with only `<mark>`.
 * @param orTitle the title stands in where only it has the words; else there is nothing then
 */
export async function highlightDocuments(
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
