import { and, eq, or } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { clearMarks, joinGroups, problemOfTranslation } from '../../database/translation-groups.server.ts';
import { keepDates, readShown } from '../../database/shown-rows.server.ts';
import { categories, takedowns, videoCategories, videos, videoTags } from '../../database/schema.ts';
import { renderMarkdown } from '../../platform/markdown/render-markdown.server.ts';
import { hashPiece, isSameInput } from '../../platform/markdown/piece-hash.server.ts';
import { storable } from '../../platform/text/storable.ts';
import { asEditorLeftIt } from '../articles/editors-act.ts';
import type { SaveOptions, SaveResult } from '../articles/article-input.ts';
import { ensureAuthors } from '../authors/ensure-authors.server.ts';
import { indexDocuments, unindexDocument } from '../search-index/index-document.server.ts';
import { ensureTags } from '../tags/ensure-tags.server.ts';
import { takedownKeyOfVideo, type VideoInput } from './video-input.ts';

type Stored = typeof videos.$inferSelect;
type Filed = { categoryIds: number[]; tagIds: number[] };

const isLive = eq(videos.status, 'published');

/** Idempotent by sourceKey and hash, like saveArticles. */
export async function saveVideo(tx: Queryable, given: VideoInput, options: SaveOptions): Promise<SaveResult> {
  const file = storable(given);
  const result: SaveResult = { outcome: 'unchanged', id: null, reason: null, problems: [], images: [], cacheTags: [] };
  const takedown = await findTakedown(tx, file);
  if (takedown) return { ...result, outcome: 'taken down' };

  const stored = await findStored(tx, file);
  const hash = hashPiece(file, file.body, options);
  const { publication, conflict } = asEditorLeftIt(stored, file);
  if (conflict) result.problems.push(conflict);
  if (stored?.sourceHash === hash.whole && stored.sourceKey === file.sourceKey) return { ...result, id: stored.id };
  if (stored && file.id !== undefined && stored.id !== file.id)
    result.problems.push(
      `It keeps its number ${stored.id}, because addresses have it; the number ${file.id} is not used.`,
    );

  const input = { ...file, ...publication };
  if (input.translationOf !== undefined && input.status === 'published') {
    const placed = { id: stored?.id ?? file.id ?? null, lang: input.lang, groupId: input.translationOf };
    const reason = await problemOfTranslation(tx, videos, placed, isLive);
    if (reason !== null) return { ...result, outcome: 'refused', reason };
  }
  const rendered = renderMarkdown(input.body, { ...options, lang: input.lang });
  result.problems.push(...rendered.problems);
  const authorId = (await ensureAuthors(tx, [input.author])).get(input.author.key)!;
  const { categoryIds, unknown } = await findCategories(tx, input.categories);
  for (const key of unknown) result.problems.push(`The category "${key}" does not exist; the video is not in it.`);
  const filed = { categoryIds, tagIds: [...(await ensureTags(tx, input.tags)).values()] };

  const shown = await readShown(tx, 'videos', stored ? [stored.id] : []);
  const now = new Date();
  const sinceCreated = input.publishedAt < now ? input.publishedAt : now;
  const row = {
    ...columnsOf(input),
    sourceHash: hash.whole,
    bodyHtml: rendered.html,
    authorId,
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
  await clearMarks(tx, videos, [id]);
  const before = await fileUnder(tx, id, filed);
  await keepDates(tx, 'videos', shown);
  await indexVideo(tx, id, input, { ...filed, body: rendered.text });
  const cacheTags = [
    `video:${id}`,
    ...placesOf({ authorId, ...filed }),
    ...(stored ? placesOf({ authorId: stored.authorId, ...before }) : []),
    ...[input.articleId, stored?.articleId].flatMap((articleId) => (articleId ? [`article:${articleId}`] : [])),
    ...(input.translationOf === undefined ? [] : [`video:${input.translationOf}`]),
    'videos',
    'feed',
    'search',
  ];
  return { ...result, outcome: stored ? 'changed' : 'created', id, cacheTags: [...new Set(cacheTags)] };
}

async function findTakedown(tx: Queryable, { sourceKey, id }: VideoInput): Promise<{ reason: string } | undefined> {
  const isOfVideo = or(
    eq(takedowns.sourceKey, takedownKeyOfVideo(sourceKey)),
    id === undefined ? undefined : eq(takedowns.entityId, String(id)),
  );
  const [takedown] = await tx
    .select({ reason: takedowns.reason })
    .from(takedowns)
    .where(and(eq(takedowns.kind, 'video'), isOfVideo));
  return takedown;
}

/** The row of the same source; without one, that of the same number. */
async function findStored(tx: Queryable, { sourceKey, id }: VideoInput): Promise<Stored | undefined> {
  const rows = await tx
    .select()
    .from(videos)
    .where(or(eq(videos.sourceKey, sourceKey), id === undefined ? undefined : eq(videos.id, id)));
  return rows.find((row) => row.sourceKey === sourceKey) ?? rows[0];
}

async function findCategories(tx: Queryable, keys: string[]) {
  const rows = await tx.select({ id: categories.id, key: categories.key }).from(categories);
  const known = new Map(rows.map(({ id, key }) => [key, id]));
  return {
    categoryIds: [...new Set(keys)].flatMap((key) => known.get(key) ?? []),
    unknown: keys.filter((key) => !known.has(key)),
  };
}

/** What the row takes from the file as it is. */
const columnsOf = (input: VideoInput) => ({
  sourceKey: input.sourceKey,
  lang: input.lang,
  groupId: input.translationOf ?? null,
  follows: input.follows ?? null,
  isBehind: null,
  title: input.title,
  description: input.description,
  videoUrl: input.videoUrl,
  captionsUrl: input.captionsUrl,
  thumbnail: input.thumbnail,
  label: input.label ?? null,
  durationSeconds: input.durationSeconds,
  articleId: input.articleId,
  metaTitle: input.metaTitle ?? null,
  metaDescription: input.metaDescription ?? null,
  status: input.status,
  publishedAt: input.publishedAt,
  lastCheckedAt: input.lastCheckedAt ?? null,
  isSample: input.isSample,
});

/** Replaces the video's categories and tags. @returns those before */
async function fileUnder(tx: Queryable, videoId: number, { categoryIds, tagIds }: Filed): Promise<Filed> {
  const oldCategories = await tx.delete(videoCategories).where(eq(videoCategories.videoId, videoId)).returning();
  const oldTags = await tx.delete(videoTags).where(eq(videoTags.videoId, videoId)).returning();
  if (categoryIds.length > 0)
    await tx
      .insert(videoCategories)
      .values(categoryIds.map((categoryId, position) => ({ videoId, categoryId, position })));
  if (tagIds.length > 0) await tx.insert(videoTags).values(tagIds.map((tagId) => ({ videoId, tagId })));
  return {
    categoryIds: oldCategories.map(({ categoryId }) => categoryId),
    tagIds: oldTags.map(({ tagId }) => tagId),
  };
}

async function indexVideo(
  tx: Queryable,
  id: number,
  { status, lang, title, description, searchWords = [], publishedAt }: VideoInput,
  { body, categoryIds, tagIds }: Filed & { body: string },
): Promise<void> {
  if (status !== 'published') return unindexDocument(tx, 'VIDEO', id);
  const own = { kind: 'VIDEO', entityId: id, lang, title, summary: description, body, searchWords } as const;
  await indexDocuments(tx, [{ ...own, categoryIds, tagIds, publishedAt }]);
}

/** Cache tags of the pages that list it. */
const placesOf = ({ authorId, categoryIds, tagIds }: Filed & { authorId: number }): string[] => [
  `author:${authorId}`,
  ...categoryIds.map((id) => `category:${id}`),
  ...tagIds.map((id) => `tag:${id}`),
];
