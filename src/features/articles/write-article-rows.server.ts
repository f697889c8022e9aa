import { eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { clearMarks, joinGroups } from '../../database/translation-groups.server.ts';
import { keepDates, readShown } from '../../database/shown-rows.server.ts';
import { articleCategories, articles, articleTags, categories, formerFigures, schemes } from '../../database/schema.ts';
import type { Rendered } from '../../platform/markdown/render-markdown.server.ts';
import { ensureAuthors } from '../authors/ensure-authors.server.ts';
import { indexDocuments, unindexDocument } from '../search-index/index-document.server.ts';
import { figuresGone, figuresOf } from '../schemes/figures.ts';
import { ensureTags, tagKey } from '../tags/ensure-tags.server.ts';
import type { ArticleInput, SaveOptions, SaveResult } from './article-input.ts';
import { oldAddressesOf, saveOldAddresses } from './save-old-addresses.server.ts';
import type { PieceHash } from '../../platform/markdown/piece-hash.server.ts';
import { isUndated } from '../../platform/wire/undated.ts';

type Stored = Pick<
  typeof articles.$inferSelect,
  'id' | 'sourceKey' | 'sourceHash' | 'authorId' | 'createdAt' | 'updatedAt' | 'isHeld' | 'status' | 'publishedAt'
>;

export type Changing = {
  input: ArticleInput;
  hash: PieceHash;
  stored: Stored | undefined;
  rendered: Rendered;
  result: SaveResult;
};

export const isLiveArticle = eq(articles.status, 'published');

export const isOnTheWeb = ({ url }: { url: string }) => /^https?:$/.test(URL.parse(url)?.protocol ?? '');

export async function writeArticleRows(tx: Queryable, changing: Changing[], options: SaveOptions): Promise<void> {
  await options.beforeWrite?.(
    tx,
    changing.flatMap(({ stored }) => stored?.id ?? []),
  );
  const undated = changing.flatMap(({ input, stored }) => (stored && input.updatedAt === undefined ? [stored.id] : []));
  const shown = await readShown(tx, 'articles', undated);
  const authorIds = await ensureAuthors(
    tx,
    changing.map(({ input }) => input.author),
  );
  const tagIds = await ensureTags(
    tx,
    changing.flatMap(({ input }) => input.tags.slice(0, maxTags)),
  );
  const categoryIds = new Map(
    (await tx.select({ id: categories.id, key: categories.key }).from(categories)).map((row) => [row.key, row.id]),
  );

  for (const { input, stored } of changing) {
    if (stored && stored.sourceKey !== input.sourceKey) {
      await tx
        .update(articles)
        .set({ sourceKey: input.sourceKey })
        .where(inArray(articles.id, [stored.id]));
    }
  }
  const written = Object.entries(getTableColumns(articles)).filter(([name]) => !readersOwn.has(name));
  const rows = changing.map((piece) => rowOf(piece, authorIds.get(piece.input.author.key)!));
  const saved = await tx
    .insert(articles)
    .values(rows)
    .onConflictDoUpdate({
      target: articles.sourceKey,
      set: Object.fromEntries(written.map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`])),
    })
    .returning({ id: articles.id, sourceKey: articles.sourceKey });
  const ids = new Map(saved.map((row) => [row.sourceKey, row.id]));
  const categoryKeys = new Map([...categoryIds].map(([key, id]) => [id, key]));

  const dropped = new Map<number, string[]>();
  const drop = (id: number, tag: string) => dropped.set(id, [...(dropped.get(id) ?? []), tag]);
  const changedIds = changing.flatMap(({ stored }) => (stored ? [stored.id] : []));
  if (changedIds.length > 0) {
    const oldCategories = await tx
      .delete(articleCategories)
      .where(inArray(articleCategories.articleId, changedIds))
      .returning();
    const oldTags = await tx.delete(articleTags).where(inArray(articleTags.articleId, changedIds)).returning();
    for (const row of oldCategories) drop(row.articleId, `category:${row.categoryId}`);
    for (const row of oldTags) drop(row.articleId, `tag:${row.tagId}`);
  }

  const placed = changing.map((piece, index) => {
    const id = ids.get(piece.input.sourceKey)!;
    const own = {
      id,
      authorId: authorIds.get(piece.input.author.key)!,
      categoryIds: chooseCategories(piece, categoryIds, options.defaultCategory),
      tagIds: [...new Set(piece.input.tags.slice(0, maxTags).flatMap((tag) => tagIds.get(tagKey(tag)) ?? []))],
    };
    if (piece.input.tags.length > maxTags)
      piece.result.problems.push(`Only the first ${maxTags} of its ${piece.input.tags.length} tags are kept.`);
    piece.result.id = id;
    piece.result.cacheTags = cacheTagsOf(own, [
      ...(piece.input.translationOf === undefined ? [] : [`article:${piece.input.translationOf}`]),
      ...(dropped.get(id) ?? []),
      ...(piece.stored ? [`author:${piece.stored.authorId}`] : []),
    ]);
    const { title, summary, sources, createdAt } = rows[index]!;
    piece.result.written = {
      ...piece.input,
      title,
      summary,
      sources: sources!,
      createdAt: createdAt!,
      categories: own.categoryIds.map((one) => categoryKeys.get(one)!),
      tags: piece.input.tags.slice(0, maxTags),
      isHeld: piece.stored?.isHeld ?? false,
    };
    return { ...piece, ...own };
  });
  const categoryRows = placed.flatMap(({ id, categoryIds: list }) =>
    list.map((categoryId, position) => ({ articleId: id, categoryId, position })),
  );
  const tagRows = placed.flatMap(({ id, tagIds: list }) => list.map((tagId) => ({ articleId: id, tagId })));
  if (categoryRows.length > 0) await tx.insert(articleCategories).values(categoryRows);
  if (tagRows.length > 0) await tx.insert(articleTags).values(tagRows);
  await saveOldAddresses(tx, placed);
  // Also those that an earlier import has named: they still lead here.
  const stored = await oldAddressesOf(
    tx,
    placed.map(({ id }) => id),
  );
  for (const { id, result } of placed)
    result.written!.oldPaths = stored.flatMap(({ fromPath, toId }) => (toId === id ? [fromPath] : [])).toSorted();
  await saveSchemes(tx, placed);
  await joinGroups(tx, articles, [...ids.values()], isLiveArticle);
  await clearMarks(tx, articles, [...ids.values()]);
  await keepDates(tx, 'articles', shown);

  await indexDocuments(
    tx,
    placed
      .filter(({ input }) => input.status === 'published')
      .map(({ id, input, rendered, categoryIds: inCategories, tagIds: withTags }) => ({
        kind: 'ARTICLE',
        entityId: id,
        lang: input.lang,
        title: input.title,
        summary: input.summary || rendered.summary,
        body: rendered.text,
        subject: input.scheme?.name,
        searchWords: input.searchWords ?? [],
        categoryIds: inCategories,
        tagIds: withTags,
        publishedAt: input.publishedAt,
      })),
  );
  for (const { id, input, stored } of placed)
    if (stored && input.status !== 'published') await unindexDocument(tx, 'ARTICLE', id);
}

async function saveSchemes(tx: Queryable, pieces: (Changing & { id: number })[]): Promise<void> {
  const removed = await tx
    .delete(schemes)
    .where(
      inArray(
        schemes.articleId,
        pieces.map(({ id }) => id),
      ),
    )
    .returning();
  const rows = pieces.flatMap(({ id, input }) => (input.scheme ? [{ articleId: id, ...input.scheme }] : []));
  if (rows.length > 0) await tx.insert(schemes).values(rows);
  const before = new Map(removed.map((row) => [row.articleId, row]));
  const gone = rows.flatMap((row) => {
    const old = before.get(row.articleId);
    if (!old) return [];
    const now = figuresOf({ rules: row.rules ?? null, details: row.details });
    return figuresGone(figuresOf(old), now).map((figure) => ({ articleId: row.articleId, ...figure }));
  });
  if (gone.length > 0)
    await tx
      .insert(formerFigures)
      .values(gone)
      .onConflictDoUpdate({
        target: [formerFigures.articleId, formerFigures.unit, formerFigures.value],
        set: { endedAt: sql`now()` },
      });
}

const maxTags = 20;

/** Columns that an import never overwrites. */
const readersOwn = new Set(['id', 'sourceId', 'viewCount', 'likeCount', 'dislikeCount', 'isHeld']);

function rowOf({ input, hash, stored, rendered }: Changing, authorId: number): typeof articles.$inferInsert {
  const now = new Date();
  const isDatedYet = !(input.status === 'draft' && isUndated(input.publishedAt));
  const sinceCreated = isDatedYet && input.publishedAt < now ? input.publishedAt : now;
  return {
    id: stored?.id ?? input.id,
    sourceKey: input.sourceKey,
    sourceHash: hash.whole,
    lang: input.lang,
    groupId: input.translationOf ?? null,
    follows: input.follows ?? null,
    isBehind: null,
    title: input.title.trim(),
    summary: input.summary.trim() || rendered.summary,
    body: input.body,
    bodyHtml: rendered.html,
    toc: rendered.toc,
    thumbnail: input.thumbnail ?? null,
    authorId,
    metaTitle: input.metaTitle ?? null,
    metaDescription: input.metaDescription ?? null,
    status: input.status,
    publishedAt: input.publishedAt,
    createdAt: input.createdAt ?? stored?.createdAt ?? sinceCreated,
    updatedAt: input.updatedAt ?? (stored ? now : sinceCreated),
    lastCheckedAt: input.lastCheckedAt ?? null,
    sources: input.sources.filter(isOnTheWeb),
    coverFigure: input.coverFigure ?? null,
    corrections: input.corrections,
    readingMinutes: rendered.readingMinutes,
    isSample: input.isSample,
  };
}

function chooseCategories(
  { input, result }: Changing,
  known: Map<string, number>,
  fallback: string | undefined,
): number[] {
  const found: number[] = [];
  for (const key of input.categories) {
    const id = known.get(key);
    if (id === undefined) result.problems.push(`The category "${key}" does not exist; the piece is not in it.`);
    else if (!found.includes(id)) found.push(id);
  }
  if (found.length > 0) return found;
  const id = fallback === undefined ? undefined : known.get(fallback);
  result.problems.push(
    id === undefined ? 'It is in no category.' : `It has no category of ours and goes to "${fallback}".`,
  );
  return id === undefined ? [] : [id];
}

const cacheTagsOf = (
  piece: { id: number; authorId: number; categoryIds: number[]; tagIds: number[] },
  before: string[],
) => [
  ...new Set([
    `article:${piece.id}`,
    `author:${piece.authorId}`,
    ...piece.categoryIds.map((id) => `category:${id}`),
    ...piece.tagIds.map((id) => `tag:${id}`),
    ...before,
    'articles',
    'feed',
    'search',
  ]),
];
