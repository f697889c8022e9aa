import type { PieceLanguage } from '../../messages/piece-languages.ts';
import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import {
  categories,
  searchDocuments,
  searchWords,
  studioPieces,
  studioRevisions,
  tags,
} from '../../database/schema.ts';
import { soundKeys } from '../transliteration/sound-key.ts';
import { foldText, plainText } from './words.ts';

export type SearchKind = 'ARTICLE' | 'VIDEO' | 'QUESTION' | 'CATEGORY' | 'TAG' | 'WEBSTORY';

export type SearchDocument = {
  kind: SearchKind;
  entityId: number;
  lang: PieceLanguage;
  title: string;
  summary: string;
  /** Markdown or plain text. */
  body: string;
  /** Name of what it explains (a scheme), where the title says it otherwise; counts as much as categories and tags. */
  subject?: string | undefined;
  /** Other words for it, as its text says; absent: as its live revision says. The desk's own words come beside them. */
  searchWords?: string[] | undefined;
  categoryIds: number[];
  tagIds: number[];
  /** In the future for a scheduled item: hidden from search until then. Drafts are not indexed at all. */
  publishedAt: Date;
};

// PostgreSQL limits a tsvector to 1 MB and position 16,383: text past this length could not be found anyway.
const longestBody = 120_000;

// Its digits keep it from being stemmed. Takes exactly one position after the summary, so body positions shift by one.
const boundary = 'x0nagrik0x';

/** A filter as a lexeme: kind, category, tag, week or id block. No clashes: folded words never contain '#'. */
export const filterLexeme = (filter: 'k' | 'c' | 't' | 'w' | 'b', value: string | number) => `#${filter}:${value}`;
export const weekOf = (date: Date): number => Math.floor(date.getTime() / 604_800_000);
export const blockSize = 512;
export const blockOf = (entityId: number): number => Math.floor(entityId / blockSize);

/** Upserts an item, category or tag in the index. Call it in the transaction that saves the item. */
export const indexDocument = (tx: Queryable, document: SearchDocument): Promise<void> => indexDocuments(tx, [document]);

/** indexDocument in bulk; a few hundred distinct documents at most. */
export async function indexDocuments(tx: Queryable, documents: SearchDocument[]): Promise<void> {
  if (documents.length === 0) return;
  const namesOf = await foldedNames(tx, documents);
  const otherWordsOf = await foldedSearchWords(tx, documents);
  const words = new Set<string>();
  const bodyWords = new Set<string>();
  const rows = documents.map((document) => {
    const summary = plainText(document.summary.slice(0, 4_000)).replaceAll('\n', ' ');
    const body = plainText(document.body.slice(0, longestBody));
    const folded = {
      title: foldText(document.title),
      summary: foldText(summary),
      body: foldText(body),
      names: namesOf(document),
      others: otherWordsOf(document),
    };
    for (const word of `${folded.title} ${folded.summary} ${folded.names} ${folded.others}`.split(' ')) words.add(word);
    // What users typed must be erasable: only their titles are in the vocabulary, and leave it again.
    if (document.kind !== 'QUESTION') for (const word of folded.body.split(' ')) bodyWords.add(word);
    const filters = filterLexemes(document);
    return {
      kind: document.kind,
      entityId: document.entityId,
      lang: document.lang,
      title: document.title.slice(0, 500),
      plainTitle: folded.title.slice(0, 500),
      body: `${summary}\n${body}`,
      titleVector: sql<string>`to_tsvector('nagrik', ${folded.title}) || to_tsvector('nagrik_plain', ${folded.title})
        || to_tsvector('nagrik', ${folded.others}) || to_tsvector('nagrik_plain', ${folded.others}) || array_to_tsvector(${sql.param(filters)}::text[])`,
      vector: wholeVector(folded, filters),
      categoryIds: document.categoryIds,
      tagIds: document.tagIds,
      publishedAt: document.publishedAt,
    };
  });
  const { kind, entityId, ...changing } = getTableColumns(searchDocuments);
  // Words that users typed must be erasable, so they leave the spelling list again; words of editors may stay.
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
  await keepWords(tx, words, bodyWords);
  await forgetWords(
    tx,
    before.flatMap(({ title }) => title.split(' ')).filter((word) => !words.has(word)),
  );
}

/** A no-op where the document is not indexed. */
export const unindexDocument = (tx: Queryable, kind: SearchKind, entityId: number): Promise<void> =>
  unindexDocuments(tx, kind, [entityId]);

/** For questions, also drops words that no other document has: they may be somebody's name. */
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

/** Summary and body come first, with the boundary between: word n of the text has position n, or n + 1 in the body. */
function wholeVector(
  words: { title: string; summary: string; body: string; names: string; others: string },
  filters: string[],
): SQL<string> {
  return sql`ts_delete(
      setweight(to_tsvector('nagrik', ${`${words.summary} ${boundary}`}), 'B') || setweight(to_tsvector('nagrik', ${words.body}), 'C')
      || setweight(to_tsvector('nagrik', ${words.title}) || to_tsvector('nagrik_plain', ${words.title}), 'A')
      || setweight(to_tsvector('nagrik', ${words.names}), 'B')
      || setweight(to_tsvector('nagrik', ${words.others}) || to_tsvector('nagrik_plain', ${words.others}), 'A'), ${boundary}::text)
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
        document.subject ?? '',
      ].join(' '),
    );
}

const studioKindOf = { ARTICLE: 'articles', VIDEO: 'videos', WEBSTORY: 'webstories' } as const;
const isOfStudio = (kind: SearchKind): kind is keyof typeof studioKindOf => kind in studioKindOf;

/** What editors said that a piece answers: it must outlive every writing of the row. */
async function foldedSearchWords(tx: Queryable, documents: SearchDocument[]): Promise<(doc: SearchDocument) => string> {
  const ids = documents.filter(({ kind }) => isOfStudio(kind)).map(({ entityId }) => entityId);
  if (ids.length === 0) return () => '';
  const { rows } = await tx.execute<{ name: string; own: string[]; written: unknown }>(sql`
    select p.kind || ' ' || p.id as name, p.search_words as own, r.fields -> 'searchWords' as written
    from ${studioPieces} p left join ${studioRevisions} r on r.kind = p.kind and r.piece_id = p.id and r.number = p.live
    where p.kind in ('articles', 'videos', 'webstories') and p.id = any(${sql.param(ids)}::int[])
      and (p.search_words <> '{}' or r.fields ? 'searchWords')`);
  const found = new Map(rows.map((row) => [row.name, row]));
  return ({ kind, entityId, searchWords }) => {
    const row = isOfStudio(kind) ? found.get(`${studioKindOf[kind]} ${entityId}`) : undefined;
    const written = searchWords ?? (Array.isArray(row?.written) ? row.written.map(String) : []);
    return foldText([...written, ...(row?.own ?? [])].join(' '));
  };
}

/**
 * Adds words to the vocabulary. A word of a body that turns up in a title is from then on one of the titles' words.
 * Once for all words of a transaction: sorted, concurrent ones lock new words in one order and cannot deadlock.
 */
export async function keepWords(tx: Queryable, names: Iterable<string>, bodies: Iterable<string> = []): Promise<void> {
  const isName = new Set(names);
  const indexable = [...new Set([...isName, ...bodies])]
    .filter((word) => word.length >= 2 && word.length <= 32 && !/^\d+$/.test(word))
    .sort();
  if (indexable.length === 0) return;
  const known = await tx
    .select({ word: searchWords.word, isBodyOnly: searchWords.isBodyOnly })
    .from(searchWords)
    // One parameter: a batch has thousands of words.
    .where(sql`${searchWords.word} = any(${sql.param(indexable)}::text[])`);
  const isKnown = new Map(known.map(({ word, isBodyOnly }) => [word, !isBodyOnly || !isName.has(word)]));
  const rows = indexable
    .filter((word) => !isKnown.get(word))
    .map((word) => ({ word, soundKeys: soundKeys(word), isBodyOnly: !isName.has(word) }));
  for (let from = 0; from < rows.length; from += 5_000)
    await tx
      .insert(searchWords)
      .values(rows.slice(from, from + 5_000))
      .onConflictDoUpdate({
        target: searchWords.word,
        set: { isBodyOnly: false },
        setWhere: sql`${searchWords.isBodyOnly} and not excluded.is_body_only`,
      });
}

async function forgetWords(tx: Queryable, words: string[]): Promise<void> {
  if (words.length === 0) return;
  await tx.execute(sql`delete from ${searchWords} where word in (
    select word from ${searchWords} where word = any(${sql.param([...new Set(words)])}::text[])
      and not exists (select 1 from ${searchDocuments} where ${searchDocuments.vector} @@ (plainto_tsquery('nagrik', word) || plainto_tsquery('nagrik_plain', word)))
    order by word for update)`);
}
