import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, categories, searchDocuments, tags, videos, webstories } from '../../database/schema.ts';
import { isAboutDanger } from '../helplines/danger.server.ts';
import type { HelplineSubject } from '../helplines/helplines.ts';
import { namesAbout } from '../helplines/subject-of.ts';
import { filterLexeme, type SearchKind } from '../search-index/index-document.server.ts';
import { documentsOf, type OfKind, worthOfNameInQuery } from './find-documents.server.ts';
import { everything, newestWindows, type Window } from './newest-window.server.ts';
import { type QueryWord, anyOfWays } from './search-query.ts';
import { isAct } from './spellings.ts';
import { nameIn, nameOf, nameInQuery } from './title-names.ts';

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
/** Of words that stand beside each other as in the query. */
const worthOfOrder = 0.3;
/** Of a piece about the danger that the query speaks of: what happened matters more than its words. */
const worthOfDanger = 1.5;
/** Of the danger's own name and number, beside all words that were typed. */
const worthOfDangerNamed = 1.5;
/** Of a sum in a query, beside its words: what was lost or is due says little about the subject. */
const worthOfSum = 0.5;
/** Of a word that says what is done (e-KYC, a status), beside the name of the paper or scheme. */
const worthOfAct = 0.5;
const fewDocuments = 40;
/** Columns of a guess for each word of the query. */
const perWord = 5;
/** Letters of a text that say what it is about, behind its title. */
const longestExcerpt = 200;
/** So many of the best are read for the danger of which the query speaks. */
const readForDangers = 20;
const groups = Object.entries({ ARTICLE: articles, VIDEO: videos, WEBSTORY: webstories }).map(
  ([kind, table]) => sql`when ${kind} then (select group_id from ${table} where id = entity_id)`,
);

/**
 * The hits of each kind by how much of the query they have, in whatever script: each word by how rare it is (inverse
 * document frequency, as in BM25) and where it stands (title before summary before text), in any of its ways; a part of
 * the query counts less than its share. The length of a text does not count: a short record is no better than the
 * article on its subject.
 * @param pairs tsqueries of neighbours in the query, stop words too: what has them beside each other counts more
 * @param dangers of which the query speaks: pieces about them count more
 * @param owner see newestWindows
 */
export async function rankGuesses(
  tx: Queryable,
  words: QueryWord[],
  hits: OfKind[],
  pairs: string[] = [],
  dangers: HelplineSubject[] = [],
  owner: object = tx,
): Promise<Guesses[]> {
  const several = hits.filter(({ ids }) => ids.length > 0);
  if (several.length === 0)
    return hits.map(() => ({ ids: [], inHead: new Map(), ofDanger: new Set(), inTitle: new Set() }));
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
  const isIn = (query: string) => sql`(found.words @@ to_tsquery('nagrik', ${query}))::int`;
  const columns = parts.flatMap(({ close, closeCount, far, farCount, typed }) => [
    rankOf(close, closeCount),
    far === null ? sql`0` : rankOf(far, farCount),
    isIn(typed),
    isIn(inHeadOf(close)),
    far === null ? sql`0` : isIn(inHeadOf(far)),
  ]);
  // Counts of synonyms as well would double the cost on a large site.
  const windowOf = new Map<SearchKind, Window>();
  for (const { kind } of several) windowOf.set(kind, (await newestWindows(tx, owner, kind))[0]!);
  const countsOf = (kind: SearchKind, documents: SQL) => {
    const usesOf = (query: string) =>
      countUpTo(
        mostCounted,
        sql`(to_tsquery('nagrik', ${query}) && ${`'${filterLexeme('k', kind)}'`}::tsquery)`,
        windowOf.get(kind)!,
      );
    return parts.flatMap(({ close, far }) => [
      usesOf(close),
      far === null ? sql`0` : sql`case when ${documents} < ${mostDocuments} then ${usesOf(far)} end`,
    ]);
  };
  const counting = several.map(
    ({
      kind,
    }) => sql`(select ${kind}, null::int, null, null::int, null::int, null::real[], null::int, null::boolean, null::boolean, null, null, array[${sql.join(countsOf(kind, sql`pieces.size`), sql`, `)}], pieces.size
      from (select count(*)::int as size from (select 1 from ${searchDocuments} where kind = ${kind} limit ${mostDocuments}) as found) as pieces)`,
  );
  const inOrder = sql.join(
    [sql`0`, ...pairs.map((pair) => sql`(words @@ to_tsquery('nagrik', ${pair}))::int`)],
    sql` + `,
  );
  const inTitle = parts.flatMap(({ close }, at) => (words[at]!.isDanger ? [] : [close])).join(' & ');
  const about = await aboutDangers(tx, dangers);
  const isAbout = about === null ? sql`false` : sql`words @@ ${about}::tsquery`;
  // Materialised, and with an empty vector appended: each vector is read from its storage once, not for each word.
  const { rows } = await tx.execute<GuessRow | Counted>(sql`
    with found as materialized (
      select kind, entity_id, vector || ''::tsvector as words, title_vector, title, left(body, ${longestExcerpt}::int) as said, published_at, case kind ${sql.join(groups, sql` `)} end as group_id
      from ${documentsOf(several, ranked)})
    select kind, entity_id as id, published_at::text, group_id, length(words), array[${sql.join(columns, sql`, `)}]::real[] as ranks,
      ${inOrder} as in_order, title_vector @@ to_tsquery('nagrik', ${inTitle}) as in_title, ${isAbout} as is_about, title, ${dangers.length > 0 ? sql`said` : sql`null as said`}, null::int[] as uses, null::int as documents from found
    union all ${sql.join(counting, sql` union all `)}`);
  const isCount = (row: GuessRow | Counted): row is Counted => row.id === null;
  return hits.map(({ kind, ids }) => {
    const count = rows.find((row) => row.kind === kind && isCount(row)) as Counted | undefined;
    if (!count) return { ids, inHead: new Map(), ofDanger: new Set(), inTitle: new Set() };
    const guesses = rows.filter((row): row is GuessRow => row.kind === kind && !isCount(row));
    const scored = sortGuesses(guesses, count, words, pairs.length);
    return {
      ids: [...scored.map(({ id }) => id), ...ids.slice(ranked)],
      inHead: new Map(scored.map((each) => [each.id, each.inHead])),
      ofDanger: new Set(
        scored
          .slice(0, dangers.length > 0 ? readForDangers : 0)
          .filter(({ title, said }) => isAboutDanger(dangers, title, said!))
          .map(({ id }) => id),
      ),
      inTitle: new Set(guesses.filter((row) => row.in_title).map(({ id }) => id)),
    };
  });
}

/**
 * `inHead`: how much of the query, weighed by how rare its words are, each has in title, summary or names, between 0 and
 * 1. `ofDanger`: those of the best that speak of a danger of which the query speaks. `inTitle`: those whose title has
 * every word in a close way.
 */
export type Guesses = { ids: number[]; inHead: Map<number, number>; ofDanger: Set<number>; inTitle: Set<number> };
/** The same tsquery, in title, summary and names only. */
const inHeadOf = (query: string) => query.replaceAll("':*", "':*AB").replace(/(?<=[^(| ])'(?!:)/g, "':AB");

type GuessRow = {
  kind: SearchKind;
  id: number;
  published_at: string;
  group_id: number | null;
  length: number;
  /** For each word: in its close ways, in ways of the same meaning, as typed in the title; the first two in the head. */
  ranks: number[];
  /** How many pairs of neighbours stand beside each other. */
  in_order: number;
  in_title: boolean;
  is_about: boolean;
  title: string;
  /** The first words; null where the query speaks of no danger. */
  said: string | null;
};
/** `uses`: for each word the documents with its close ways, then those with ways of the same meaning. */
type Counted = { kind: SearchKind; id: null; uses: (number | null)[]; documents: number };

const isSum = (word: string) => /^\d{3,}$/.test(word);

/** Hits of one kind, best first. `pairs`: how many the query has. */
function sortGuesses(rows: GuessRow[], { uses, documents }: Counted, words: QueryWord[], pairs: number) {
  const rarityOf = (count: number) => Math.log(1 + (Math.max(0, documents - count) + 0.5) / (count + 0.5));
  const rarities = words.map(
    ({ folded }, index) => rarityOf(uses[2 * index]!) * (isSum(folded) ? worthOfSum : isAct(folded) ? worthOfAct : 1),
  );
  const named = words.filter(({ isDanger }) => isDanger).length;
  const ofTyped = rarities.reduce((sum, each, index) => sum + (words[index]!.isDanger ? 0 : each), 0);
  for (const [index, word] of words.entries())
    if (word.isDanger) rarities[index] = Math.max(rarities[index]!, (worthOfDangerNamed * ofTyped) / named);
  // A common word tells no more for being a synonym of a rare one.
  const ofMeaning = rarities.map((rarity, index) => {
    const meant = uses[2 * index + 1]!;
    return meant === null ? usualOfMeaning : Math.min(1, Math.sqrt(rarityOf(meant) / rarity));
  });
  const all = rarities.reduce((sum, each) => sum + each, 0);
  // Translations are one piece: each word counts where one of them has it best.
  const ofGroup = Map.groupBy(rows, ({ id, group_id: group }) => group ?? -id);
  const best = (group: GuessRow[], column: number) => Math.max(...group.map(({ ranks }) => ranks[column]!));
  const names = new Map(rows.map((row) => [row, nameOf(row.title)]));
  const inQuery = nameInQuery([...names.values()], nameIn(words.map(({ folded }) => folded).join(' ')));
  const scored = rows.map((row) => {
    const group = ofGroup.get(row.group_id ?? -row.id)!;
    let score = 0;
    let covered = 0;
    let inHead = 0;
    for (const [index, rarity] of rarities.entries()) {
      const [close, far] = [best(group, perWord * index), best(group, perWord * index + 1)];
      const own = 1 - (1 - close) * (1 - worthOfMeaning * ofMeaning[index]! * far);
      score += rarity * own * (best(group, perWord * index + 2) > 0 ? worthOfTypedTitle : 1);
      if (own > 0) covered += rarity;
      const isMeant = best(group, perWord * index + 4) * worthOfMeaning * ofMeaning[index]!;
      if (!words[index]!.isDanger) inHead += rarity * Math.max(best(group, perWord * index + 3), isMeant);
    }
    if (group.some((each) => each.is_about)) score *= worthOfDanger;
    if (group.some((each) => names.get(each) === inQuery)) score *= worthOfNameInQuery;
    const inOrderBest = Math.max(...group.map((each) => each.in_order));
    if (pairs > 0) score *= 1 + (worthOfOrder * inOrderBest) / pairs;
    if (group.some(({ length }) => length >= wordsOfArticle)) score *= worthOfArticle;
    // A piece about the danger answers the whole query; no such piece makes no other one less of an answer.
    score *= Math.sqrt(covered / all);
    return {
      id: row.id,
      inHead: inHead / ofTyped,
      score,
      title: row.title,
      said: row.said,
      publishedAt: Date.parse(row.published_at),
    };
  });
  scored.sort((a, b) => b.score - a.score || b.publishedAt - a.publishedAt || b.id - a.id);
  return scored;
}

/** tsquery: pieces about these dangers, by their tags and categories; null where there are none. */
async function aboutDangers(tx: Queryable, dangers: HelplineSubject[]): Promise<string | null> {
  const names = namesAbout(dangers);
  if (names === null) return null;
  const { rows } = await tx.execute<{ filter: 't' | 'c'; id: number }>(sql`
    select 't' as filter, id from ${tags} where name = any(${sql.param(names.tags)}::text[])
    union all select 'c', id from ${categories} where name ~* ${names.categories}`);
  return rows.length === 0 ? null : rows.map(({ filter, id }) => `'${filterLexeme(filter, id)}'`).join(' | ');
}

/**
 * Number of documents with these words, at most `most`. Of a common word the newest documents have as many: the index
 * would read all of them before the limit applies.
 */
function countUpTo(most: number, words: SQL, { condition }: Window): SQL {
  const countOf = (query: SQL) =>
    sql`(select count(*)::int from (select 1 from ${searchDocuments} where vector @@ ${query} limit ${most}::int) as uses)`;
  return condition === null
    ? countOf(words)
    : sql`(select case when newest.uses = ${most}::int then newest.uses else ${countOf(words)} end
        from (select ${countOf(sql`(${words} && ${condition}::tsquery)`)} as uses offset 0) as newest)`;
}

/** tsquery: any of the words that few documents have; null where there are none, or all are. */
export async function anyRareWord(tx: Queryable, words: QueryWord[], owner: object): Promise<string | null> {
  const [newest = everything] = await newestWindows(tx, owner, 'ARTICLE');
  const counts = words.map((word) =>
    countUpTo(fewDocuments + 1, sql`to_tsquery('nagrik', ${anyOfWays(word)})`, newest),
  );
  const { rows } = await tx.execute<{ uses: number[] }>(sql`select array[${sql.join(counts, sql`, `)}] as uses`);
  const rare = words.filter((_, index) => rows[0]!.uses[index]! > 0 && rows[0]!.uses[index]! <= fewDocuments);
  return rare.length === 0 ? null : rare.map(anyOfWays).join(' | ');
}
