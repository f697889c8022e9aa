import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import {
  articleCategories,
  articles,
  articleTags,
  importedImages,
  takedowns,
  videoCategories,
  videos,
  videoTags,
  webstories,
} from '../../../database/schema.ts';
import { htmlToText } from '../../../platform/markdown/render-markdown.server.ts';
import { storable } from '../../../platform/storable.ts';
import { indexDocument, unindexDocument } from '../../search-index/index-document.server.ts';
import { takedownKeyOfVideo } from '../../videos/video-input.ts';
import { takedownKeyOfStory } from '../../webstories/save-webstory.server.ts';
import { refreshTotals } from '../refresh-totals.server.ts';
import type { Piece } from './find-piece.server.ts';

// Each of these changes rows, search and counts in the caller's transaction; the caller tells the caches 'all' after the commit.

/** @param publishedAt a new moment of publication; the stored one stays without it */
export async function publishPiece(tx: Queryable, piece: Piece, publishedAt?: Date): Promise<void> {
  const change = { status: 'published' as const, ...(publishedAt ? { publishedAt } : {}) };
  if (piece.kind === 'webstory') await tx.update(webstories).set(change).where(eq(webstories.slug, piece.entityId));
  else if (piece.kind === 'article') await tx.update(articles).set(change).where(eq(articles.id, piece.id!));
  else await tx.update(videos).set(change).where(eq(videos.id, piece.id!));
  await indexPiece(tx, piece);
  await refreshTotals(tx);
}

export async function unpublishPiece(tx: Queryable, piece: Piece): Promise<void> {
  const change = { status: 'draft' as const };
  if (piece.kind === 'webstory') await tx.update(webstories).set(change).where(eq(webstories.slug, piece.entityId));
  else if (piece.kind === 'article') await tx.update(articles).set(change).where(eq(articles.id, piece.id!));
  else await tx.update(videos).set(change).where(eq(videos.id, piece.id!));
  if (piece.id !== null) await unindexDocument(tx, piece.kind === 'article' ? 'ARTICLE' : 'VIDEO', piece.id);
  await refreshTotals(tx);
}

/**
 * Deletes the piece with everything stored of it. Its address answers 410, and no import brings it back.
 * @returns paths under /media that only this piece used, to be deleted after the commit
 */
export async function removePiece(tx: Queryable, piece: Piece, reason: string): Promise<string[]> {
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
  const media = await deletePiece(tx, piece);
  if (piece.id !== null) await unindexDocument(tx, piece.kind === 'article' ? 'ARTICLE' : 'VIDEO', piece.id);
  await refreshTotals(tx);
  const own: string[] = [];
  for (const path of new Set(media))
    if (path !== null && path.startsWith('/media/') && !path.includes('..') && !(await isUsed(tx, path)))
      own.push(path);
  return own;
}

async function deletePiece(tx: Queryable, piece: Piece): Promise<(string | null)[]> {
  if (piece.kind === 'webstory') {
    const [row] = await tx.delete(webstories).where(eq(webstories.slug, piece.entityId)).returning();
    return row ? [row.poster, ...row.pages.map(({ imageUrl }) => imageUrl)] : [];
  }
  if (piece.kind === 'video') {
    const [row] = await tx.delete(videos).where(eq(videos.id, piece.id!)).returning();
    return row ? [row.videoUrl, row.captionsUrl, row.thumbnail] : [];
  }
  const [row] = await tx.delete(articles).where(eq(articles.id, piece.id!)).returning();
  const images = await tx
    .delete(importedImages)
    .where(eq(importedImages.firstSourceKey, piece.sourceKey))
    .returning({ mediaPath: importedImages.mediaPath });
  return row
    ? [row.thumbnail, ...images.map(({ mediaPath }) => mediaPath), ...(row.bodyHtml.match(/\/media\/[\w./-]+/g) ?? [])]
    : [];
}

async function isUsed(tx: Queryable, path: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from articles where thumbnail = ${path} or position(${path} in body_html) > 0
    union all select 1 from videos where ${path} in (video_url, captions_url, thumbnail) or position(${path} in body_html) > 0
    union all select 1 from webstories where poster = ${path} or position(${path} in pages::text) > 0
    union all select 1 from categories where image_url = ${path} or position(${path} in body_html) > 0
    union all select 1 from text_pages where position(${path} in body_html) > 0 limit 1`);
  return rows.length > 0;
}

async function indexPiece(tx: Queryable, piece: Piece): Promise<void> {
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
    await indexDocument(tx, {
      ...documentOf(row!),
      kind: 'ARTICLE',
      summary: row!.summary,
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
  lang: row.lang === 'hi' ? ('hi' as const) : ('en' as const),
  title: row.title,
  body: htmlToText(row.bodyHtml),
  publishedAt: row.publishedAt,
});
