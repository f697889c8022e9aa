import { and, eq, or } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { joinGroups, problemOfTranslation } from '../../database/translation-groups.server.ts';
import { categories, takedowns, videoCategories, videos, videoTags } from '../../database/schema.ts';
import { renderMarkdown } from '../../platform/markdown/render-markdown.server.ts';
import { hashPiece, isSameInput } from '../../platform/markdown/piece-hash.server.ts';
import { storable } from '../../platform/storable.ts';
import { asEditorLeftIt } from '../articles/editors-act.ts';
import type { SaveOptions, SaveResult } from '../articles/article-input.ts';
import { ensureAuthors } from '../authors/ensure-authors.server.ts';
import { indexDocuments, unindexDocument } from '../search-index/index-document.server.ts';
import { ensureTags } from '../tags/ensure-tags.server.ts';
import { takedownKeyOfVideo, type VideoInput } from './video-input.ts';

/** Idempotent by sourceKey and hash, like saveArticle. */
export async function saveVideo(tx: Queryable, given: VideoInput, options: SaveOptions): Promise<SaveResult> {
  const file = storable(given);
  const result: SaveResult = { outcome: 'unchanged', id: null, reason: null, problems: [], images: [], cacheTags: [] };
  const [takedown] = await tx
    .select({ reason: takedowns.reason })
    .from(takedowns)
    .where(
      and(
        eq(takedowns.kind, 'video'),
        or(
          eq(takedowns.sourceKey, takedownKeyOfVideo(file.sourceKey)),
          file.id === undefined ? undefined : eq(takedowns.entityId, String(file.id)),
        ),
      ),
    );
  if (takedown) return { ...result, outcome: 'taken down', reason: takedown.reason };

  const rows = await tx
    .select()
    .from(videos)
    .where(or(eq(videos.sourceKey, file.sourceKey), file.id === undefined ? undefined : eq(videos.id, file.id)));
  const stored = rows.find((row) => row.sourceKey === file.sourceKey) ?? rows[0];
  const hash = hashPiece(file, file.body, options);
  const { publication, conflict } = asEditorLeftIt(stored, file);
  if (conflict) result.problems.push(conflict);
  if (stored?.sourceHash === hash.whole && stored.sourceKey === file.sourceKey) return { ...result, id: stored.id };
  if (stored && file.id !== undefined && stored.id !== file.id)
    result.problems.push(
      `It keeps its number ${stored.id}, because addresses have it; the number ${file.id} is not used.`,
    );

  const input = { ...file, ...publication };
  const isLive = eq(videos.status, 'published');
  if (input.translationOf !== undefined && input.status === 'published') {
    const placed = { id: stored?.id ?? file.id ?? null, lang: input.lang, groupId: input.translationOf };
    const reason = await problemOfTranslation(tx, videos, placed, isLive);
    if (reason !== null) return { ...result, outcome: 'refused', reason };
  }
  const rendered = renderMarkdown(input.body, { ...options, lang: input.lang });
  result.problems.push(...rendered.problems);
  const authorId = (await ensureAuthors(tx, [input.author])).get(input.author.key)!;
  const tagIds = [...(await ensureTags(tx, input.tags)).values()];
  const known = new Map(
    (await tx.select({ id: categories.id, key: categories.key }).from(categories)).map((row) => [row.key, row.id]),
  );
  const categoryIds = [...new Set(input.categories)].flatMap((key) => known.get(key) ?? []);
  for (const key of input.categories)
    if (!known.has(key)) result.problems.push(`The category "${key}" does not exist; the video is not in it.`);

  const now = new Date();
  const sinceCreated = input.publishedAt < now ? input.publishedAt : now;
  const row = {
    sourceKey: input.sourceKey,
    sourceHash: hash.whole,
    lang: input.lang,
    groupId: input.translationOf ?? null,
    follows: input.follows ?? null,
    title: input.title,
    description: input.description,
    bodyHtml: rendered.html,
    videoUrl: input.videoUrl,
    captionsUrl: input.captionsUrl,
    thumbnail: input.thumbnail,
    label: input.label ?? null,
    durationSeconds: input.durationSeconds,
    authorId,
    articleId: input.articleId,
    metaTitle: input.metaTitle ?? null,
    metaDescription: input.metaDescription ?? null,
    status: input.status,
    publishedAt: input.publishedAt,
    lastCheckedAt: input.lastCheckedAt ?? null,
    isSample: input.isSample,
    updatedAt: !stored ? sinceCreated : isSameInput(stored.sourceHash, hash) ? stored.updatedAt : now,
  };
  const [saved] = stored
    ? await tx.update(videos).set(row).where(eq(videos.id, stored.id)).returning({ id: videos.id })
    : await tx
        .insert(videos)
        .values({ id: input.id, createdAt: sinceCreated, ...row })
        .returning({ id: videos.id });
  const id = saved!.id;
  await joinGroups(tx, videos, [id], isLive);

  const oldCategories = stored
    ? await tx.delete(videoCategories).where(eq(videoCategories.videoId, id)).returning()
    : [];
  const oldTags = stored ? await tx.delete(videoTags).where(eq(videoTags.videoId, id)).returning() : [];
  if (categoryIds.length > 0)
    await tx
      .insert(videoCategories)
      .values(categoryIds.map((categoryId, position) => ({ videoId: id, categoryId, position })));
  if (tagIds.length > 0) await tx.insert(videoTags).values(tagIds.map((tagId) => ({ videoId: id, tagId })));
  if (input.status === 'published') {
    await indexDocuments(tx, [
      {
        kind: 'VIDEO',
        entityId: id,
        lang: input.lang,
        title: input.title,
        summary: input.description,
        body: rendered.text,
        searchWords: input.searchWords ?? [],
        categoryIds,
        tagIds,
        publishedAt: input.publishedAt,
      },
    ]);
  } else {
    await unindexDocument(tx, 'VIDEO', id);
  }

  const before = stored
    ? [
        `author:${stored.authorId}`,
        ...oldCategories.map((old) => `category:${old.categoryId}`),
        ...oldTags.map((old) => `tag:${old.tagId}`),
      ]
    : [];
  const shownOn = [input.articleId, stored?.articleId].flatMap((articleId) =>
    articleId ? [`article:${articleId}`] : [],
  );
  result.cacheTags = [
    ...new Set([
      `video:${id}`,
      `author:${authorId}`,
      ...categoryIds.map((one) => `category:${one}`),
      ...tagIds.map((one) => `tag:${one}`),
      ...before,
      ...shownOn,
      ...(input.translationOf === undefined ? [] : [`video:${input.translationOf}`]),
      'videos',
      'feed',
      'search',
    ]),
  ];
  return { ...result, outcome: stored ? 'changed' : 'created', id };
}
