import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { documentsOf, type OfKind } from './find-documents.server.ts';
import { cutHighlight } from './cut-highlight.ts';
import type { SearchKind } from '../search-index/index-document.server.ts';
import type { QueryWord } from './search-query.ts';
import { foldText } from '../search-index/words.ts';

type Hits = { lexeme: string; position: number; isTyped: boolean }[] | null;

// Only this much of a very long body is searched for a fragment.
const longestSearched = 30_000;

export type Highlights = Map<number, string | null>;

/**
 * A highlighted fragment for each hit; HTML whose only tag is `<mark>`. The words as typed are marked; in hits that do
 * not have those, the words as they were read.
 * @param orTitle falls back to the title where only the title matches; otherwise such a hit has no fragment
 * @returns in the order of `hits`
 */
export async function highlightHits(
  tx: Queryable,
  hits: OfKind[],
  { words, read }: { words: QueryWord[]; read: QueryWord[] | null },
  orTitle = false,
): Promise<Highlights[]> {
  if (hits.every(({ ids }) => ids.length === 0)) return hits.map(() => new Map());
  const waysOf = (some: QueryWord[]) => foldText(some.flatMap((word) => word.ways).join(' '));
  const prefixes = words.flatMap((word) => (word.prefix ? [`${word.prefix}%`] : []));
  const hitsIn = (vector: SQL, weights: string) => sql`(
      select json_agg(json_build_object('lexeme', found.lexeme, 'position', place.position,
        'isTyped', found.lexeme = any(asked.typed) or found.lexeme like any(${sql.param(prefixes)}::text[])))
      from unnest(${vector}) as found, unnest(found.positions, found.weights) as place(position, weight)
      where place.weight = any(${weights}::text[])
        and (found.lexeme = any(asked.typed || asked.read) or found.lexeme like any(${sql.param(prefixes)}::text[]))
    )`;
  const { rows } = await tx.execute<{
    kind: SearchKind;
    entity_id: number;
    title: string;
    body: string;
    hits: Hits;
    title_hits: Hits;
  }>(sql`
    select kind, entity_id, title, left(body, ${longestSearched}) as body, ${hitsIn(sql`vector`, '{B,C}')} as hits,
      ${orTitle ? hitsIn(sql`to_tsvector('nagrik', plain_title)`, '{D}') : sql`null`} as title_hits
    from ${documentsOf(hits)}, (select tsvector_to_array(to_tsvector('nagrik', ${waysOf(words)})) as typed,
      tsvector_to_array(to_tsvector('nagrik', ${waysOf(read ?? [])})) as read offset 0) as asked`);
  return hits.map(({ kind }) => {
    const ofKind = rows.filter((row) => row.kind === kind);
    return new Map(ofKind.map((row) => [row.entity_id, fragmentOf(row)]));
  });
}

function fragmentOf(row: { title: string; body: string; hits: Hits; title_hits: Hits }): string | null {
  const title = `${row.title.replaceAll('\n', ' ')}\n`;
  const typedIn = (hits: Hits) => (hits ?? []).filter(({ isTyped }) => isTyped);
  return (
    cutHighlight(row.body, typedIn(row.hits)) ??
    cutHighlight(title, typedIn(row.title_hits)) ??
    cutHighlight(row.body, row.hits ?? []) ??
    cutHighlight(title, row.title_hits ?? [])
  );
}
