import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/connect.server.ts';
import { articles, categories, searchDocuments, tags, videos, webstories } from '../../database/schema.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import type { PieceLanguage } from '../../messages/piece-languages.ts';
import { articlePath, categoryPath, tagPath, videoPath, webStoryPath } from '../../platform/wire/ids.ts';
import { addressIn } from '../../platform/settings/site-languages.ts';
import { nativeWordsBegunAs, readInOtherScripts } from './other-scripts.queries.server.ts';
import { wordsBeginningWith, wordsLike } from './repair-words.server.ts';
import { dangersIn } from '../helplines/danger.server.ts';
import { addressOf, keyOf, titleOf } from './errand-targets.ts';
import { doorsNamedIn, type ErrandNames, errandNames, namedIn } from './match-errands.server.ts';
import type { Suggestion } from './search.contract.ts';
import { allOf, type QueryWord, queryWords, cleanQuery } from './search-query.ts';
import { foldText } from '../search-index/words.ts';

const most = 8;
const mostTools = 3;
/** Who has typed a word or two has named few things: only the closest stand above the titles. */
const leastOfTools = 0.8;
type Row = {
  kind: 'ARTICLE' | 'VIDEO' | 'CATEGORY' | 'TAG' | 'WEBSTORY';
  entity_id: number;
  lang: PieceLanguage;
  title: string;
  /** Of a category or tag, in the language of the page. */ name: string | null;
  /** Of translations of each other. */ group_id: number | null;
  /** Of a story, whose address has no number. */ slug: string | null;
};
const pathOf: Record<Row['kind'], (row: Row) => string> = {
  ARTICLE: ({ lang, title, entity_id: id }) => addressIn(lang, articlePath(title, id)),
  VIDEO: ({ lang, title, entity_id: id }) => addressIn(lang, videoPath(title, id)),
  WEBSTORY: ({ lang, slug }) => addressIn(lang, webStoryPath(slug!)),
  CATEGORY: ({ title, entity_id: id }) => categoryPath(title, id),
  TAG: ({ title, entity_id: id }) => tagPath(title, id),
};

/** Autocomplete: what can be done here first, then titles and names by prefix, by words, and by likeness. */
export async function suggest(db: Database, typed: string): Promise<Suggestion[]> {
  const text = cleanQuery(typed);
  const folded = foldText(text);
  if (folded === '') return [];
  const rows = await db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('statement_timeout', '2000', true), set_config('client_min_messages', 'warning', true), set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true)`,
    );
    const words = queryWords(text);
    const found = await titlesWith(tx, folded, words);
    // The first letters of one more word say too little.
    const isShort = words.length > 1 && words.at(-1)!.folded.length < 3;
    const rowsOfAll = found.length === 0 && isShort ? await titlesWith(tx, folded, words.slice(0, -1)) : found;
    return await inPageLanguage(tx, folded, rowsOfAll.slice(0, most));
  });
  const order = ['CATEGORY', 'TAG', 'ARTICLE', 'VIDEO', 'WEBSTORY'];
  const titles = rows
    .sort((a, b) => Number(order.indexOf(a.kind) > 1) - Number(order.indexOf(b.kind) > 1))
    .map((row) => ({ text: row.name ?? row.title, kind: row.kind, canonicalUrl: pathOf[row.kind](row) }));
  return [...toolsFor(text, await errandNames(db)), ...titles].slice(0, most);
}

/** Helplines are no suggestions. */
const suggestedKinds = { doors: 'PAGE', letters: 'LETTER', papers: 'PAPER' } as const;

/** None of a danger to somebody: numbers to call stand above the suggestions then. */
function toolsFor(text: string, names: ErrandNames): Suggestion[] {
  if (dangersIn(text).length > 0) return [];
  const named = namedIn(text, names).flatMap(({ target, score }) => (score < leastOfTools ? [] : target));
  const targets = [...doorsNamedIn(text).map((id) => ({ doors: id })), ...named];
  return [...new Map(targets.map((target) => [keyOf(target), target])).values()]
    .flatMap((target): Suggestion[] => {
      const kind = Object.keys(target)[0] as keyof typeof suggestedKinds | 'helplines';
      return kind === 'helplines'
        ? []
        : [{ kind: suggestedKinds[kind], text: titleOf(target), canonicalUrl: addressOf(target) }];
    })
    .slice(0, mostTools);
}

/** `folded`: with which a title may begin. `words`: each in a title, the last one perhaps unfinished. */
async function titlesWith(tx: Queryable, folded: string, words: QueryWord[]): Promise<Row[]> {
  const found = distinct(await beginningWith(tx, folded));
  const last = words.at(-1);
  if (found.length >= most || !last) return found;
  const endings = await wordsBeginningWith(tx, last.folded, 12);
  const more = distinct([
    ...found,
    ...(await withWords(tx, [...words.slice(0, -1), { ...last, ways: [...last.ways, ...endings] }])),
  ]);
  if (more.length >= 3) return more;
  const read = (await readInOtherScripts(tx, words))?.words;
  const withRead = read ? distinct([...more, ...(await withWords(tx, read))]) : more;
  if (withRead.length >= 3) return withRead;
  const begun = await nativeWordsBegunAs(tx, last.folded);
  const withBegun =
    begun.length > 0
      ? distinct([...withRead, ...(await withWords(tx, [...(read ?? words).slice(0, -1), { ...last, ways: begun }]))])
      : withRead;
  if (withBegun.length >= 3) return withBegun;
  const mended: QueryWord[] = [];
  for (const word of read ?? words) {
    const longer = word.folded === last.folded ? [...endings, ...begun] : [];
    mended.push({ ...word, ways: [...word.ways, ...longer, ...(await wordsLike(tx, word.folded)).slice(0, 3)] });
  }
  return distinct([...withBegun, ...(await withWords(tx, mended))]);
}

/**
 * English titles that were found by Latin letters, in the page's language where they are translated: readers of an
 * Indian language type it in Latin letters, too.
 */
async function inPageLanguage(tx: Queryable, folded: string, rows: Row[]): Promise<Row[]> {
  const language = currentLanguage();
  const english = rows.filter(({ lang, group_id: group }) => lang === 'en' && group !== null);
  if (language === 'en' || english.length === 0 || /[^\p{ASCII}]/u.test(folded)) return rows;
  const some = Object.entries(grouped).flatMap(([kind, table]) => {
    const groups = english.flatMap((row) => (row.kind === kind && row.group_id !== null ? [row.group_id] : []));
    return groups.length === 0
      ? []
      : [
          sql`(select ${columns()} from ${searchDocuments} where kind = ${kind} and ${isSuggested}
            and entity_id in (select id from ${table} where ${inArray(table.groupId, groups)} and ${eq(table.lang, language)}))`,
        ];
  });
  const translated = (await tx.execute<Row>(sql.join(some, sql` union all `))).rows;
  return distinct(
    rows.map((row) =>
      row.lang === 'en'
        ? (translated.find((one) => one.kind === row.kind && one.group_id === row.group_id) ?? row)
        : row,
    ),
  );
}

/** Each title and each group of translations once, at the place of the best: the one in the page's language. */
function distinct(rows: Row[]): Row[] {
  const isSame = (one: Row, other: Row) =>
    one.kind === other.kind &&
    (one.title === other.title || (one.group_id !== null && one.group_id === other.group_id));
  return rows.flatMap((row, index) => {
    if (rows.findIndex((other) => isSame(row, other)) < index) return [];
    return [rows.find((other) => isSame(row, other) && other.lang === currentLanguage()) ?? row];
  });
}

const grouped = { ARTICLE: articles, VIDEO: videos, WEBSTORY: webstories };
const groups = Object.entries(grouped).map(
  ([kind, table]) => sql`when ${kind} then (select group_id from ${table} where id = entity_id)`,
);
const names = () =>
  Object.entries({ CATEGORY: categories, TAG: tags }).map(
    ([kind, table]) =>
      sql`when ${kind} then (select translations #>> array[${currentLanguage()}, 'displayName'] from ${table} where id = entity_id)`,
  );
const columns = () => sql`kind, entity_id, lang, title, case kind ${sql.join(names(), sql` `)} end as name,
  case kind ${sql.join(groups, sql` `)} end as group_id,
  (select slug from ${webstories} where kind = 'WEBSTORY' and ${webstories.id} = entity_id) as slug`;
const isSuggested = sql`kind <> 'QUESTION' and published_at <= now()`;

async function beginningWith(tx: Queryable, folded: string): Promise<Row[]> {
  // Sorted by the index's own operator class, so that a one-letter prefix stops at the limit instead of scanning all.
  const some = (kind: Row['kind'], limit: number) => sql`(select ${columns()} from ${searchDocuments}
    where kind = ${kind} and plain_title like ${`${folded}%`} and published_at <= now() order by plain_title using ~<~ limit ${limit})`;
  return (
    await tx.execute<Row>(
      sql.join(
        [some('CATEGORY', 3), some('TAG', 3), some('ARTICLE', 3 * most), some('VIDEO', most), some('WEBSTORY', most)],
        sql` union all `,
      ),
    )
  ).rows;
}

async function withWords(tx: Queryable, words: QueryWord[]): Promise<Row[]> {
  const query = sql`to_tsquery('nagrik', ${allOf(words)})`;
  const some = (condition: SQL, limit: number) =>
    sql`(select ${columns()} from ${searchDocuments} where ${condition} and numnode(${query}) > 0 and ${isSuggested} limit ${limit})`;
  return (
    await tx.execute<Row>(
      sql`${some(sql`title_vector @@ (${query} && ${`'#k:CATEGORY' | '#k:TAG'`}::tsquery)`, 3)} union all ${some(sql`title_vector @@ ${query}`, 2 * most)}`,
    )
  ).rows;
}
