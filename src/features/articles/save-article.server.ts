import { getTableColumns, inArray, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import {
  articleCategories,
  articles,
  articleTags,
  categories,
  redirects,
  schemes,
  takedowns,
} from '../../database/schema.ts';
import {
  MarkdownRefused,
  renderMarkdown,
  type Rendered,
  type RenderOptions,
} from '../../platform/markdown/render-markdown.server.ts';
import { ensureAuthors } from '../authors/ensure-authors.server.ts';
import { indexDocuments, unindexDocument } from '../search-index/index-document.server.ts';
import { ensureTags, tagKey } from '../tags/ensure-tags.server.ts';
import type { ArticleInput, SaveOutcome } from './article-input.ts';
import { oldAddressOf } from './old-addresses.queries.server.ts';
import { hashPiece, isSameInput, type PieceHash } from '../../platform/markdown/piece-hash.server.ts';
import { storable } from '../../platform/storable.ts';

export type SaveOptions = Omit<RenderOptions, 'lang'> & {
  /** Key of the category for pieces that would have none. */
  defaultCategory?: string | undefined;
  /** Bodies that were rendered ahead with these very options, by sourceKey: a long import does it while the database works. */
  rendered?: Map<string, Rendered> | undefined;
};

export type SaveResult = {
  outcome: SaveOutcome | 'refused';
  /** Null where it was refused or taken down. */
  id: number | null;
  /** Why it was refused or taken down. */
  reason: string | null;
  /** What a reader will not get as the source had it. */
  problems: string[];
  images: Rendered['images'];
  /** For invalidatePages, after the commit. */
  cacheTags: string[];
};

type Stored = Pick<
  typeof articles.$inferSelect,
  'id' | 'sourceKey' | 'sourceHash' | 'authorId' | 'createdAt' | 'updatedAt'
>;
type Changing = {
  input: ArticleInput;
  hash: PieceHash;
  stored: Stored | undefined;
  rendered: Rendered;
  result: SaveResult;
};

/** Saves one; see saveArticles. */
export async function saveArticle(tx: Queryable, input: ArticleInput, options: SaveOptions): Promise<SaveResult> {
  const [result] = await saveArticles(tx, [input], options);
  return result!;
}

/**
 * Renders and stores what changed: about a dozen statements for the whole batch, so hand over 50 to 100.
 * Idempotent by sourceKey and hash. Call it in a transaction, refreshTotals after the last batch, invalidatePages after the commit.
 */
export async function saveArticles(tx: Queryable, inputs: ArticleInput[], options: SaveOptions): Promise<SaveResult[]> {
  const cleaned = inputs.map(storable);
  const keys = cleaned.map((input) => input.sourceKey);
  const givenIds = cleaned.flatMap((input) => (input.id === undefined ? [] : [input.id]));
  if (keys.length === 0) return [];
  const stored = await tx
    .select({
      id: articles.id,
      sourceKey: articles.sourceKey,
      sourceHash: articles.sourceHash,
      authorId: articles.authorId,
      createdAt: articles.createdAt,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .where(or(inArray(articles.sourceKey, keys), givenIds.length > 0 ? inArray(articles.id, givenIds) : undefined));
  const takenDown = await tx
    .select({ sourceKey: takedowns.sourceKey, reason: takedowns.reason })
    .from(takedowns)
    .where(inArray(takedowns.sourceKey, keys));
  const byKey = new Map(stored.map((row) => [row.sourceKey, row]));
  const byId = new Map(stored.map((row) => [row.id, row]));
  const reasons = new Map(takenDown.map((row) => [row.sourceKey, row.reason]));

  const seen = new Set<string>();
  const changing: Changing[] = [];
  const results = cleaned.map((input): SaveResult => {
    const result: SaveResult = {
      outcome: 'unchanged',
      id: null,
      reason: null,
      problems: [],
      images: [],
      cacheTags: [],
    };
    const refuse = (reason: string) => Object.assign(result, { outcome: 'refused' as const, reason });
    const takedown = reasons.get(input.sourceKey);
    if (takedown !== undefined) return Object.assign(result, { outcome: 'taken down' as const, reason: takedown });
    if (seen.has(input.sourceKey)) return refuse(`Another piece of this source has the same key ${input.sourceKey}.`);
    seen.add(input.sourceKey);
    if (!input.title.trim()) return refuse('It has no title.');

    const owner = input.id === undefined ? undefined : byId.get(input.id);
    const known =
      byKey.get(input.sourceKey) ??
      (owner && namespaceOf(owner.sourceKey) === namespaceOf(input.sourceKey) ? owner : undefined);
    if (!known && owner) return refuse(`The number ${input.id} belongs to ${owner.sourceKey}.`);
    if (known && input.id !== undefined && known.id !== input.id) {
      result.problems.push(
        `It keeps its number ${known.id}, because addresses have it; the number ${input.id} is not used.`,
      );
    }
    const hash = hashPiece(input, input.body, options);
    result.id = known?.id ?? null;
    if (known?.sourceHash === hash.whole && known.sourceKey === input.sourceKey) return result;
    try {
      const rendered =
        options.rendered?.get(input.sourceKey) ?? renderMarkdown(input.body, { ...options, lang: input.lang });
      result.problems.push(...rendered.problems);
      if (!input.sources.every(isOnTheWeb))
        result.problems.push('A source without a full web address (http or https) is left out.');
      result.images = rendered.images;
      result.outcome = known ? 'changed' : 'created';
      changing.push({ input, hash, stored: known, rendered, result });
    } catch (error) {
      if (!(error instanceof MarkdownRefused)) throw error;
      refuse(error.message);
    }
    return result;
  });
  if (changing.length > 0) await write(tx, changing, options);
  return results;
}

const isOnTheWeb = ({ url }: { url: string }) => /^https?:$/.test(URL.parse(url)?.protocol ?? '');
const namespaceOf = (sourceKey: string) => sourceKey.slice(0, sourceKey.lastIndexOf(':'));

async function write(tx: Queryable, changing: Changing[], options: SaveOptions): Promise<void> {
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
  const saved = await tx
    .insert(articles)
    .values(changing.map((piece) => rowOf(piece, authorIds.get(piece.input.author.key)!)))
    .onConflictDoUpdate({
      target: articles.sourceKey,
      set: Object.fromEntries(written.map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`])),
    })
    .returning({ id: articles.id, sourceKey: articles.sourceKey });
  const ids = new Map(saved.map((row) => [row.sourceKey, row.id]));

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

  const placed = changing.map((piece) => {
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
      ...(dropped.get(id) ?? []),
      ...(piece.stored ? [`author:${piece.stored.authorId}`] : []),
    ]);
    return { ...piece, ...own };
  });
  const categoryRows = placed.flatMap(({ id, categoryIds: list }) =>
    list.map((categoryId, position) => ({ articleId: id, categoryId, position })),
  );
  const tagRows = placed.flatMap(({ id, tagIds: list }) => list.map((tagId) => ({ articleId: id, tagId })));
  if (categoryRows.length > 0) await tx.insert(articleCategories).values(categoryRows);
  if (tagRows.length > 0) await tx.insert(articleTags).values(tagRows);
  await saveOldAddresses(tx, placed);
  await saveSchemes(tx, placed);

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
        categoryIds: inCategories,
        tagIds: withTags,
        publishedAt: input.publishedAt,
      })),
  );
  for (const { id, input, stored } of placed)
    if (stored && input.status !== 'published') await unindexDocument(tx, 'ARTICLE', id);
}

async function saveSchemes(tx: Queryable, pieces: (Changing & { id: number })[]): Promise<void> {
  await tx.delete(schemes).where(
    inArray(
      schemes.articleId,
      pieces.map(({ id }) => id),
    ),
  );
  const rows = pieces.flatMap(({ id, input }) => (input.scheme ? [{ articleId: id, ...input.scheme }] : []));
  if (rows.length > 0) await tx.insert(schemes).values(rows);
}

const maxTags = 20;
/** What an import never overwrites. */
const readersOwn = new Set(['id', 'viewCount', 'likeCount', 'dislikeCount']);

function rowOf({ input, hash, stored, rendered }: Changing, authorId: number): typeof articles.$inferInsert {
  const now = new Date();
  const sinceCreated = input.publishedAt < now ? input.publishedAt : now;
  return {
    id: stored?.id ?? input.id,
    sourceKey: input.sourceKey,
    sourceHash: hash.whole,
    lang: input.lang,
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
    // New targets of links or a new renderer are no news to readers.
    updatedAt:
      input.updatedAt ?? (!stored ? sinceCreated : isSameInput(stored.sourceHash, hash) ? stored.updatedAt : now),
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

async function saveOldAddresses(tx: Queryable, pieces: (Changing & { id: number })[]): Promise<void> {
  const rows = new Map<string, { fromPath: string; toKind: string; toId: number }>();
  for (const { id, input, result } of pieces) {
    for (const path of input.oldPaths) {
      const fromPath = oldAddressOf(path);
      if (fromPath === null || !fromPath.startsWith('/'))
        result.problems.push(`The old address ${path.slice(0, 100)} cannot be kept.`);
      else if (rows.get(fromPath) && rows.get(fromPath)!.toId !== id)
        result.problems.push(`The old address ${fromPath} belongs to another piece as well; it leads there.`);
      else rows.set(fromPath, { fromPath, toKind: 'article', toId: id });
    }
  }
  if (rows.size === 0) return;
  await tx
    .insert(redirects)
    .values([...rows.values()])
    .onConflictDoUpdate({
      target: redirects.fromPath,
      set: { toKind: sql`excluded.to_kind`, toId: sql`excluded.to_id` },
    });
}
