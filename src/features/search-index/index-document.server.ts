import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { categories, searchDocuments, searchWords, tags } from '../../database/schema.ts';
import { foldText, plainText } from './words.ts';

export type SearchKind = 'ARTICLE' | 'VIDEO' | 'QUESTION' | 'CATEGORY' | 'TAG' | 'WEBSTORY';

export type SearchDocument = {
  kind: SearchKind;
  entityId: number;
  lang: 'en' | 'hi';
  title: string;
  summary: string;
  /** Markdown or plain text. */
  body: string;
  categoryIds: number[];
  tagIds: number[];
  /** In the future for what is scheduled: it is found once this has passed. Drafts are unindexed. */
  publishedAt: Date;
};

// A tsvector holds 1 MB and 16,383 positions: past this much text, words are no longer found.
const longestBody = 120_000;

// Digits keep it from being stemmed. It takes the place after the summary, whatever stop words that ends with.
const boundary = 'x0nagrik0x';

/** Stands for a filter in a vector: kind, category, tag, week, block of ids. A folded word never holds '#'. */
export const filterLexeme = (filter: 'k' | 'c' | 't' | 'w' | 'b', value: string | number) => `#${filter}:${value}`;
export const weekOf = (date: Date): number => Math.floor(date.getTime() / 604_800_000);
export const blockOf = (entityId: number): number => entityId >> 9;

/** Puts a piece, category or tag into the index, or changes what is there. Call it in the transaction that saves it. */
export const indexDocument = (tx: Queryable, document: SearchDocument): Promise<void> => indexDocuments(tx, [document]);

/** The same for many at once; at most a few hundred, each of them once. */
export async function indexDocuments(tx: Queryable, documents: SearchDocument[]): Promise<void> {
  if (documents.length === 0) return;
  const namesOf = await foldedNames(tx, documents);
  const words = new Set<string>();
  const rows = documents.map((document) => {
    const summary = plainText(document.summary.slice(0, 4_000)).replaceAll('\n', ' ');
    const body = plainText(document.body.slice(0, longestBody));
    const folded = {
      title: foldText(document.title),
      summary: foldText(summary),
      body: foldText(body),
      names: namesOf(document),
    };
    for (const word of `${folded.title} ${folded.summary} ${folded.names}`.split(' ')) words.add(word);
    const filters = filterLexemes(document);
    return {
      kind: document.kind,
      entityId: document.entityId,
      lang: document.lang,
      title: document.title.slice(0, 500),
      plainTitle: folded.title.slice(0, 500),
      body: `${summary}\n${body}`,
      titleVector: sql<string>`to_tsvector('nagrik', ${folded.title}) || to_tsvector('nagrik_plain', ${folded.title}) || array_to_tsvector(${sql.param(filters)}::text[])`,
      vector: wholeVector(folded, filters),
      categoryIds: document.categoryIds,
      tagIds: document.tagIds,
      publishedAt: document.publishedAt,
    };
  });
  const { kind, entityId, ...changing } = getTableColumns(searchDocuments);
  // People's own words must be able to go; those of editors may stay as spellings.
  const questionIds = documents.filter((document) => document.kind === 'QUESTION').map((document) => document.entityId);
  const before =
    questionIds.length === 0
      ? []
      : await tx
          .select({ title: searchDocuments.plainTitle })
          .from(searchDocuments)
          .where(and(eq(kind, 'QUESTION'), inArray(entityId, questionIds)));
  await tx
    .insert(searchDocuments)
    .values(rows)
    .onConflictDoUpdate({
      target: [kind, entityId],
      set: Object.fromEntries(
        Object.entries(changing).map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
      ),
    });
  await keepWords(tx, words);
  await forgetWords(
    tx,
    before.flatMap(({ title }) => title.split(' ')).filter((word) => !words.has(word)),
  );
}

/** Nothing happens where it was not in the index. */
export const unindexDocument = (tx: Queryable, kind: SearchKind, entityId: number): Promise<void> =>
  unindexDocuments(tx, kind, [entityId]);

/** Of questions also the words that nothing else has: they may be somebody's name. */
export async function unindexDocuments(tx: Queryable, kind: SearchKind, entityIds: number[]): Promise<void> {
  if (entityIds.length === 0) return;
  const gone = await tx
    .delete(searchDocuments)
    .where(and(eq(searchDocuments.kind, kind), inArray(searchDocuments.entityId, entityIds)))
    .returning({ title: searchDocuments.plainTitle });
  if (kind === 'QUESTION')
    await forgetWords(
      tx,
      gone.flatMap(({ title }) => title.split(' ')),
    );
}

const filterLexemes = (document: SearchDocument) => [
  filterLexeme('k', document.kind),
  filterLexeme('w', weekOf(document.publishedAt)),
  filterLexeme('b', blockOf(document.entityId)),
  ...document.categoryIds.map((id) => filterLexeme('c', id)),
  ...document.tagIds.map((id) => filterLexeme('t', id)),
];

/** The summary and the body come first, with the boundary after the summary: so word n of the stored text has position n, or n + 1 in the body. */
function wholeVector(
  words: { title: string; summary: string; body: string; names: string },
  filters: string[],
): SQL<string> {
  return sql`ts_delete(
      setweight(to_tsvector('nagrik', ${`${words.summary} ${boundary}`}), 'B') || setweight(to_tsvector('nagrik', ${words.body}), 'C')
      || setweight(to_tsvector('nagrik', ${words.title}) || to_tsvector('nagrik_plain', ${words.title}), 'A')
      || setweight(to_tsvector('nagrik', ${words.names}), 'B'), ${boundary}::text)
    || array_to_tsvector(${sql.param(filters)}::text[])`;
}

async function foldedNames(tx: Queryable, documents: SearchDocument[]): Promise<(document: SearchDocument) => string> {
  const pieces = documents.filter(({ kind }) => kind !== 'CATEGORY' && kind !== 'TAG');
  const categoryIds = [...new Set(pieces.flatMap((piece) => piece.categoryIds))];
  const tagIds = [...new Set(pieces.flatMap((piece) => piece.tagIds))];
  const categoryNames = new Map(
    categoryIds.length === 0
      ? []
      : (await tx.select().from(categories).where(inArray(categories.id, categoryIds))).map((row) => [
          row.id,
          `${row.name} ${row.displayName}`,
        ]),
  );
  const tagNames = new Map(
    tagIds.length === 0
      ? []
      : (await tx.select().from(tags).where(inArray(tags.id, tagIds))).map((row) => [row.id, row.displayName]),
  );
  return (document) =>
    foldText(
      [
        ...document.categoryIds.map((id) => categoryNames.get(id) ?? ''),
        ...document.tagIds.map((id) => tagNames.get(id) ?? ''),
      ].join(' '),
    );
}

async function keepWords(tx: Queryable, words: Iterable<string>): Promise<void> {
  // In order, so that two transactions with the same new words never wait for each other in a circle.
  const kept = [...words].filter((word) => word.length >= 2 && word.length <= 32 && !/^\d+$/.test(word)).sort();
  if (kept.length > 0)
    await tx.execute(
      sql`insert into ${searchWords} (word) select unnest(${sql.param(kept)}::text[]) on conflict do nothing`,
    );
}

async function forgetWords(tx: Queryable, words: string[]): Promise<void> {
  if (words.length === 0) return;
  await tx.execute(sql`delete from ${searchWords} where word in (
    select word from ${searchWords} where word = any(${sql.param([...new Set(words)])}::text[])
      and not exists (select 1 from ${searchDocuments} where ${searchDocuments.vector} @@ (plainto_tsquery('nagrik', word) || plainto_tsquery('nagrik_plain', word)))
    order by word for update)`);
}
