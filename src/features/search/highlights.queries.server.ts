import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { searchDocuments } from '../../database/schema.ts';
import { cutHighlight } from './cut-highlight.ts';
import type { SearchKind } from '../search-index/index-document.server.ts';
import type { AskedWord } from './search-query.ts';
import { foldText } from '../search-index/words.ts';

// Much of a very long body is not looked through for a fragment.
const longestSearched = 30_000;

/** A fragment for each of `ids` with what was looked for marked; HTML with only `<mark>`. */
export async function highlightDocuments(tx: Queryable, kind: SearchKind, ids: number[], words: AskedWord[]): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map();
  const ways = foldText(words.flatMap((word) => word.ways).join(' '));
  const prefixes = words.flatMap((word) => (word.prefix ? [`${word.prefix}%`] : []));
  const { rows } = await tx.execute<{ entity_id: number; body: string; hits: { lexeme: string; position: number }[] | null }>(sql`
    select entity_id, left(body, ${longestSearched}) as body, (
      select json_agg(json_build_object('lexeme', found.lexeme, 'position', place.position))
      from unnest(vector) as found, unnest(found.positions, found.weights) as place(position, weight)
      where place.weight in ('B', 'C')
        and (found.lexeme = any(tsvector_to_array(to_tsvector('nagrik', ${ways}))) or found.lexeme like any(${sql.param(prefixes)}::text[]))
    ) as hits
    from ${searchDocuments} where kind = ${kind} and entity_id = any(${sql.param(ids)}::int[])`);
  return new Map(rows.map((row) => [row.entity_id, cutHighlight(row.body, row.hits ?? [])]));
}
