import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, searchDocuments, videos, webstories } from '../../database/schema.ts';
import { filterLexeme, type SearchKind } from '../search-index/index-document.server.ts';
import { type AskedWord, anyOfWays } from './search-query.ts';

const ranked = 150;
const mostCounted = 300;
const mostDocuments = 1_000;
/** What a word of the same meaning counts for, beside 1 for the word itself in any script. */
const worthOfMeaning = 0.6;
/** Of a word in the text, in summary or names, and in the title; the first weight is not used. */
const weights = '{0, 0.12, 0.5, 1}';
/** Stands for how common synonyms are beside the word itself, on a site too large to count them. */
const usualOfMeaning = 0.8;
/** A text with fewer distinct words is a short record. */
const wordsOfArticle = 100;
const worthOfArticle = 1.05;
const worthOfTypedTitle = 1.15;
const fewDocuments = 40;
const tables = { ARTICLE: articles, VIDEO: videos, WEBSTORY: webstories };

/**
 * `ids` by how much of the query they have, in whatever script: each word by how rare it is (inverse document frequency,
 * as in BM25) and where it stands (title before summary before text), in any of its ways; a part of the query counts
 * less than its share. The length of a text does not count: a short record is no better than the article on its subject.
 */
export async function rankGuesses(
  tx: Queryable,
  words: AskedWord[],
  kind: SearchKind,
  ids: number[],
): Promise<number[]> {
  if (ids.length < 2) return ids;
  const parts = words.map((word) => {
    const meant = new Set(word.meant);
    const close = word.ways.filter((way) => !meant.has(way));
    const far = close.length > 0 ? word.ways.filter((way) => meant.has(way)) : [];
    return {
      close: anyOfWays(close.length > 0 ? { ...word, ways: close } : word),
      closeCount: Math.max(1, close.length || word.ways.length),
      far: far.length > 0 ? anyOfWays({ ...word, ways: far, prefix: undefined }) : null,
      farCount: far.length,
      typed: `'${word.folded}':A`,
    };
  });
  const rankOf = (query: string, count: number) =>
    sql`least(1, ${count}::real * ts_rank(${weights}, found.words, to_tsquery('nagrik', ${query}), 0))`;
  const columns = parts.flatMap(({ close, closeCount, far, farCount, typed }) => [
    rankOf(close, closeCount),
    far === null ? sql`0` : rankOf(far, farCount),
    sql`(found.words @@ to_tsquery('nagrik', ${typed}))::int`,
  ]);
  const ofKind = filterLexeme('k', kind);
  const usesOf = (query: string) => sql`(select count(*)::int from (select 1 from ${searchDocuments}
    where vector @@ (to_tsquery('nagrik', ${query}) && ${`'${ofKind}'`}::tsquery) limit ${mostCounted}) as uses)`;
  const documents = sql`(select size from pieces)`;
  // Counts of synonyms as well would double the cost on a large site.
  const counts = parts.flatMap(({ close, far }) => [
    usesOf(close),
    far === null ? sql`0` : sql`case when ${documents} < ${mostDocuments} then ${usesOf(far)} end`,
  ]);
  const table = kind in tables ? tables[kind as keyof typeof tables] : null;
  const group = table ? sql`(select group_id from ${table} where id = entity_id)` : sql`null`;
  // Materialised, and with an empty vector appended: each vector is read from its storage once, not for each word.
  const { rows } = await tx.execute<{
    id: number;
    published_at: string;
    group_id: number | null;
    length: number;
    ranks: number[];
  }>(sql`
    with found as materialized (
      select entity_id, vector || ''::tsvector as words, published_at, ${group} as group_id from ${searchDocuments}
      where kind = ${kind} and entity_id = any(${sql.param(ids.slice(0, ranked))}::int[]))
    select entity_id as id, published_at::text, group_id, length(words), array[${sql.join(columns, sql`, `)}]::real[] as ranks from found`);
  const {
    rows: [counted],
  } = await tx.execute<{ uses: (number | null)[]; documents: number }>(sql`
    with pieces as materialized (select count(*)::int as size from (
      select 1 from ${searchDocuments} where kind = ${kind} limit ${mostDocuments}) as found)
    select array[${sql.join(counts, sql`, `)}] as uses, ${documents} as documents`);
  const pieces = counted!.documents;
  const rarityOf = (uses: number) => Math.log(1 + (Math.max(0, pieces - uses) + 0.5) / (uses + 0.5));
  const rarities = parts.map((_, index) => rarityOf(counted!.uses[2 * index]!));
  // A common word tells no more for being a synonym of a rare one.
  const ofMeaning = rarities.map((rarity, index) => {
    const uses = counted!.uses[2 * index + 1]!;
    return uses === null ? usualOfMeaning : Math.min(1, Math.sqrt(rarityOf(uses) / rarity));
  });
  const all = rarities.reduce((sum, each) => sum + each, 0);
  // Translations are one piece: each word counts where one of them has it best.
  const ofGroup = Map.groupBy(rows, ({ id, group_id: group }) => group ?? -id);
  const sizeOf = (row: (typeof rows)[number]) =>
    Math.max(...ofGroup.get(row.group_id ?? -row.id)!.map(({ length }) => length));
  const best = (row: (typeof rows)[number], column: number) =>
    Math.max(...ofGroup.get(row.group_id ?? -row.id)!.map(({ ranks }) => ranks[column]!));
  const scored = rows.map((row) => {
    let score = 0;
    let covered = 0;
    for (const [index, rarity] of rarities.entries()) {
      const [close, far] = [best(row, 3 * index), best(row, 3 * index + 1)];
      const own = 1 - (1 - close) * (1 - worthOfMeaning * ofMeaning[index]! * far);
      score += rarity * own * (best(row, 3 * index + 2) > 0 ? worthOfTypedTitle : 1);
      if (own > 0) covered += rarity;
    }
    if (sizeOf(row) >= wordsOfArticle) score *= worthOfArticle;
    return { id: row.id, score: score * Math.sqrt(covered / all), publishedAt: Date.parse(row.published_at) };
  });
  scored.sort((a, b) => b.score - a.score || b.publishedAt - a.publishedAt || b.id - a.id);
  return [...scored.map(({ id }) => id), ...ids.slice(ranked)];
}

/** tsquery: any of the words that few documents have; null where there are none, or all are. */
export async function anyRareWord(tx: Queryable, words: AskedWord[]): Promise<string | null> {
  const counts = words.map(
    (word) => sql`(select count(*)::int from (select 1 from ${searchDocuments}
      where vector @@ to_tsquery('nagrik', ${anyOfWays(word)}) limit ${fewDocuments + 1}) as uses)`,
  );
  const { rows } = await tx.execute<{ uses: number[] }>(sql`select array[${sql.join(counts, sql`, `)}] as uses`);
  const rare = words.filter((_, index) => rows[0]!.uses[index]! > 0 && rows[0]!.uses[index]! <= fewDocuments);
  return rare.length === 0 ? null : rare.map(anyOfWays).join(' | ');
}
