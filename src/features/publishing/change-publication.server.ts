import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import {
  articleCategories,
  articles,
  articleTags,
  importedImages,
  schemes,
  takedowns,
  videoCategories,
  videos,
  videoTags,
  webstories,
} from '../../database/schema.ts';
import { joinGroups, problemOfTranslation } from '../../database/translation-groups.server.ts';
import { WrongUse } from '../../platform/process/command.ts';
import { htmlToText } from '../../platform/markdown/render-markdown.server.ts';
import { storable } from '../../platform/text/storable.ts';
import { indexDocument, unindexDocument } from '../search-index/index-document.server.ts';
import { takedownKeyOfVideo } from '../videos/video-input.ts';
import { indexWebStories } from '../webstories/index-webstories.server.ts';
import { takedownKeyOfStory } from '../webstories/save-webstory.server.ts';
import { refreshTotals } from './refresh-totals.server.ts';
import type { Piece } from './find-piece.server.ts';
import { wordProblem } from '../../platform/wire/word-problem.ts';

// These change rows, search and counts in the caller's transaction; the caller invalidates "all" after the commit. The
// piece is then held: imports of files leave its status and date alone.

/** @param publishedAt new publication time; if absent the stored one stays */
export async function publishPiece(tx: Queryable, piece: Piece, publishedAt?: Date): Promise<void> {
  const id = await translationId(tx, piece);
  const change = { status: 'published' as const, isHeld: true, ...(publishedAt ? { publishedAt } : {}) };
  if (piece.kind === 'webstory') await tx.update(webstories).set(change).where(eq(webstories.slug, piece.entityId));
  else if (piece.kind === 'article') await tx.update(articles).set(change).where(eq(articles.id, piece.id!));
  else await tx.update(videos).set(change).where(eq(videos.id, piece.id!));
  const table = tableOf[piece.kind] as typeof articles;
  if (id !== null) await joinGroups(tx, table, [id], eq(table.status, 'published'));
  await indexPiece(tx, piece);
  await refreshTotals(tx);
}

const tableOf = { article: articles, video: videos, webstory: webstories };

/**
 * The number of a translation that is about to be published; null for other pieces.
 * @throws WrongUse where its group has a live piece in its language already
 */
async function translationId(tx: Queryable, { kind, entityId }: Piece): Promise<number | null> {
  const table = tableOf[kind] as typeof articles;
  const [row] = await tx
    .select({ id: table.id, lang: table.lang, groupId: table.groupId })
    .from(table)
    .where(kind === 'webstory' ? eq(webstories.slug, entityId) : eq(table.id, Number(entityId)));
  if (!row || row.groupId === null) return null;
  const placed = { id: row.id, lang: row.lang, groupId: row.groupId };
  const problem = await problemOfTranslation(tx, table, placed, eq(table.status, 'published'));
  if (problem !== null) throw new WrongUse(wordProblem(problem));
  return row.id;
}

export async function unpublishPiece(tx: Queryable, piece: Piece): Promise<void> {
  const change = { status: 'draft' as const, isHeld: true };
  if (piece.kind === 'webstory') await tx.update(webstories).set(change).where(eq(webstories.slug, piece.entityId));
  else if (piece.kind === 'article') await tx.update(articles).set(change).where(eq(articles.id, piece.id!));
  else await tx.update(videos).set(change).where(eq(videos.id, piece.id!));
  await unindexPiece(tx, piece);
  await refreshTotals(tx);
}

/** Ends the editor's hold: the next import sets status and date again. */
export async function followFile(tx: Queryable, piece: Piece): Promise<void> {
  // An empty hash makes the next import treat the file as changed.
  const change = { isHeld: false, sourceHash: '' };
  if (piece.kind === 'webstory') await tx.update(webstories).set(change).where(eq(webstories.slug, piece.entityId));
  else if (piece.kind === 'article') await tx.update(articles).set(change).where(eq(articles.id, piece.id!));
  else await tx.update(videos).set(change).where(eq(videos.id, piece.id!));
}

/**
 * Hard delete, recorded as a takedown: the address answers 410 and no import restores the piece.
 * @returns what it was, and /media paths that only it used, to be deleted after the commit
 */
export async function removePiece(
  tx: Queryable,
  piece: Piece,
  reason: string,
): Promise<{ row: object; files: string[] }> {
  const sourceKey =
    piece.kind === 'video'
      ? takedownKeyOfVideo(piece.sourceKey)
      : piece.kind === 'webstory'
        ? takedownKeyOfStory(piece.entityId)
        : piece.sourceKey;
  await tx
    .insert(takedowns)
    .values({ kind: piece.kind, entityId: piece.entityId, sourceKey, reason: storable(reason) })
    .onConflictDoUpdate({ target: takedowns.sourceKey, set: { reason: storable(reason), takenDownAt: sql`now()` } });
  const { row, media } = await deletePiece(tx, piece);
  await unindexPiece(tx, piece);
  await refreshTotals(tx);
  const own: string[] = [];
  for (const path of new Set(media))
    if (path !== null && path.startsWith('/media/') && !path.includes('..') && !(await isMediaUsed(tx, path)))
      own.push(path);
  return { row, files: own };
}

async function deletePiece(tx: Queryable, piece: Piece): Promise<{ row: object; media: (string | null)[] }> {
  if (piece.kind === 'webstory') {
    const [row] = await tx.delete(webstories).where(eq(webstories.slug, piece.entityId)).returning();
    return { row: row ?? {}, media: row ? [row.poster, ...row.pages.map(({ imageUrl }) => imageUrl)] : [] };
  }
  if (piece.kind === 'video') {
    const [row] = await tx.delete(videos).where(eq(videos.id, piece.id!)).returning();
    return { row: row ?? {}, media: row ? [row.videoUrl, row.captionsUrl, row.thumbnail] : [] };
  }
  const [row] = await tx.delete(articles).where(eq(articles.id, piece.id!)).returning();
  const images = await tx
    .delete(importedImages)
    .where(eq(importedImages.firstSourceKey, piece.sourceKey))
    .returning({ mediaPath: importedImages.mediaPath });
  const media = row
    ? [row.thumbnail, ...images.map(({ mediaPath }) => mediaPath), ...(row.bodyHtml.match(/\/media\/[\w./-]+/g) ?? [])]
    : [];
  return { row: row ?? {}, media };
}

/** Whether anything that readers may see shows a file. */
export async function isMediaUsed(tx: Queryable, path: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from articles where thumbnail = ${path} or position(${path} in body_html) > 0
    union all select 1 from videos where ${path} in (video_url, captions_url, thumbnail) or position(${path} in body_html) > 0
    union all select 1 from webstories where poster = ${path} or position(${path} in pages::text) > 0
    union all select 1 from categories where image_url = ${path} or position(${path} in body_html) > 0
    union all select 1 from text_pages where position(${path} in body_html) > 0 limit 1`);
  return rows.length > 0;
}

async function unindexPiece(tx: Queryable, piece: Piece): Promise<void> {
  if (piece.kind === 'webstory') await indexWebStories(tx);
  else if (piece.id !== null) await unindexDocument(tx, piece.kind === 'article' ? 'ARTICLE' : 'VIDEO', piece.id);
}

/** Writes a published piece into the search index again, from its row. */
export async function indexPiece(tx: Queryable, piece: Pick<Piece, 'kind' | 'id' | 'entityId'>): Promise<void> {
  if (piece.kind === 'webstory') await indexWebStories(tx, [piece.entityId]);
  if (piece.kind === 'article') {
    const [row] = await tx.select().from(articles).where(eq(articles.id, piece.id!));
    const inCategories = await tx
      .select({ id: articleCategories.categoryId })
      .from(articleCategories)
      .where(eq(articleCategories.articleId, row!.id));
    const withTags = await tx
      .select({ id: articleTags.tagId })
      .from(articleTags)
      .where(eq(articleTags.articleId, row!.id));
    const [record] = await tx.select({ name: schemes.name }).from(schemes).where(eq(schemes.articleId, row!.id));
    await indexDocument(tx, {
      ...documentOf(row!),
      kind: 'ARTICLE',
      summary: row!.summary,
      subject: record?.name,
      categoryIds: inCategories.map(({ id }) => id),
      tagIds: withTags.map(({ id }) => id),
    });
  } else if (piece.kind === 'video') {
    const [row] = await tx.select().from(videos).where(eq(videos.id, piece.id!));
    const inCategories = await tx
      .select({ id: videoCategories.categoryId })
      .from(videoCategories)
      .where(eq(videoCategories.videoId, row!.id));
    const withTags = await tx.select({ id: videoTags.tagId }).from(videoTags).where(eq(videoTags.videoId, row!.id));
    await indexDocument(tx, {
      ...documentOf(row!),
      kind: 'VIDEO',
      summary: row!.description,
      categoryIds: inCategories.map(({ id }) => id),
      tagIds: withTags.map(({ id }) => id),
    });
  }
}

const documentOf = (row: { id: number; lang: string; title: string; bodyHtml: string; publishedAt: Date }) => ({
  entityId: row.id,
  lang: row.lang,
  title: row.title,
  body: htmlToText(row.bodyHtml),
  publishedAt: row.publishedAt,
});
