import { type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/connect.server.ts';
import { searchDocuments } from '../../database/schema.ts';
import { articlePath, categoryPath, tagPath, videoPath } from '../../platform/ids.ts';
import { wordsBeginningWith, wordsLike } from './repair-words.server.ts';
import type { Suggestion } from './search.contract.ts';
import { allOf, type AskedWord, askedWords, cleanQuery } from './search-query.ts';
import { foldText } from '../search-index/words.ts';

const most = 8;
type Row = { kind: 'ARTICLE' | 'VIDEO' | 'CATEGORY' | 'TAG'; entity_id: number; title: string };
const pathOf: Record<Row['kind'], (title: string, id: number) => string> = {
  ARTICLE: articlePath,
  VIDEO: videoPath,
  CATEGORY: categoryPath,
  TAG: tagPath,
};

/** Titles and names for what has been typed so far: those that begin with it, those with such words, then those with words like it. */
export async function suggest(db: Database, typed: string): Promise<Suggestion[]> {
  const text = cleanQuery(typed);
  const folded = foldText(text);
  if (folded === '') return [];
  const rows = await db.transaction(async (tx) => {
    await tx.execute(
      sql`select set_config('statement_timeout', '2000', true), set_config('client_min_messages', 'warning', true), set_config('jit', 'off', true), set_config('enable_seqscan', 'off', true)`,
    );
    const found = distinct(await beginningWith(tx, folded));
    const words = askedWords(text);
    const last = words.at(-1);
    if (found.length >= most || !last) return found;
    const endings = await wordsBeginningWith(tx, last.folded, 12);
    const more = distinct([
      ...found,
      ...(await withWords(tx, [...words.slice(0, -1), { ...last, ways: [...last.ways, ...endings] }])),
    ]);
    if (more.length >= 3) return more;
    const mended: AskedWord[] = [];
    for (const word of words)
      mended.push({ ...word, ways: [...word.ways, ...(await wordsLike(tx, word.folded)).slice(0, 3)] });
    return distinct([...more, ...(await withWords(tx, mended))]);
  });
  const order = ['CATEGORY', 'TAG', 'ARTICLE', 'VIDEO'];
  return rows
    .slice(0, most)
    .sort((a, b) => Number(order.indexOf(a.kind) > 1) - Number(order.indexOf(b.kind) > 1))
    .map(({ kind, entity_id: id, title }) => ({ text: title, kind, canonicalUrl: pathOf[kind](title, id) }));
}

const distinct = (rows: Row[]): Row[] =>
  rows.filter(
    (row, index) => rows.findIndex((other) => other.title === row.title && other.kind === row.kind) === index,
  );

const columns = sql`kind, entity_id, title`;
const isSuggested = sql`kind not in ('WEBSTORY', 'QUESTION') and published_at <= now()`;

async function beginningWith(tx: Queryable, folded: string): Promise<Row[]> {
  // The order of the index, so that a single letter need not read all that begin with it.
  const some = (kind: Row['kind'], limit: number) => sql`(select ${columns} from ${searchDocuments}
    where kind = ${kind} and plain_title like ${`${folded}%`} and published_at <= now() order by plain_title using ~<~ limit ${limit})`;
  return (
    await tx.execute<Row>(
      sql.join([some('CATEGORY', 3), some('TAG', 3), some('ARTICLE', 3 * most), some('VIDEO', most)], sql` union all `),
    )
  ).rows;
}

async function withWords(tx: Queryable, words: AskedWord[]): Promise<Row[]> {
  const query = sql`to_tsquery('nagrik', ${allOf(words)})`;
  const some = (condition: SQL, limit: number) =>
    sql`(select ${columns} from ${searchDocuments} where ${condition} and numnode(${query}) > 0 and ${isSuggested} limit ${limit})`;
  return (
    await tx.execute<Row>(
      sql`${some(sql`title_vector @@ (${query} && ${`'#k:CATEGORY' | '#k:TAG'`}::tsquery)`, 3)} union all ${some(sql`title_vector @@ ${query}`, most)}`,
    )
  ).rows;
}
