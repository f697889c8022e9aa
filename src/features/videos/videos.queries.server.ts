import { and, eq, getTableColumns, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { cappedCount, keptTotal, orderOf } from '../../database/listing.server.ts';
import { categories, takedowns, videoCategories, videos, videoTags } from '../../database/schema.ts';
import { gone, notFound } from '../../platform/errors.ts';
import { videoPath } from '../../platform/ids.ts';
import { isPastTheEnd, offsetOf, positionOf, toListing } from '../../platform/paging.ts';
import type { Listing } from '../../platform/wire.ts';
import { authorObject, type AuthorRow, presentAuthor } from '../authors/authors.queries.server.ts';
import type { RelatedCategory } from '../categories/categories.contract.ts';
import {
  categoryObject,
  mapCategories,
  presentSmallCategory,
  type SmallCategoryRow,
} from '../categories/categories.queries.server.ts';
import { presentTag, tagObject, type TagRow } from '../tags/tags.queries.server.ts';
import type { Video, VideoListQuery } from './videos.contract.ts';

export const isPublicVideo = and(eq(videos.status, 'published'), lte(videos.publishedAt, sql`now()`)) as SQL;

type VideoRow = typeof videos.$inferSelect & { author: AuthorRow; categories: SmallCategoryRow[]; tags: TagRow[] };

const columns = {
  ...getTableColumns(videos),
  author: sql<AuthorRow>`(select ${authorObject} from authors where authors.id = videos.author_id)`.as('author'),
  categories: sql<
    SmallCategoryRow[]
  >`(select coalesce(json_agg(${categoryObject} order by video_categories.position), '[]') from video_categories
    join categories on categories.id = video_categories.category_id where video_categories.video_id = videos.id)`.as(
    'categories',
  ),
  tags: sql<
    TagRow[]
  >`(select coalesce(json_agg(${tagObject}), '[]') from video_tags join tags on tags.id = video_tags.tag_id where video_tags.video_id = videos.id)`.as(
    'tags',
  ),
};

const presentVideo = (row: VideoRow): Video => ({
  id: row.id,
  contentType: 'VIDEO',
  title: row.title,
  description: row.description,
  createdBy: presentAuthor(row.author),
  videoUrl: row.videoUrl,
  captionsUrl: row.captionsUrl,
  thumbnail: row.thumbnail,
  durationSeconds: row.durationSeconds,
  categories: row.categories
    .map(presentSmallCategory)
    .map(({ id, name, displayName, imageUrl, canonicalUrl }) => ({
      id,
      name,
      alias: displayName,
      imageUrl,
      canonicalUrl,
      filterDTO: null,
    })),
  tags: row.tags.map(presentTag).sort((a, b) => (a.name < b.name ? -1 : 1)),
  canonicalUrl: videoPath(row.title, row.id),
  metaTitle: row.metaTitle,
  metaDescription: row.metaDescription,
  publishedAt: row.publishedAt.toISOString(),
  viewCount: row.viewCount,
  likeCount: row.likeCount,
  dislikeCount: row.dislikeCount,
  liked: false,
  disliked: false,
});

/** Published videos among `ids`, in the order of `ids`. */
export async function listVideosByIds(db: Queryable, ids: number[]): Promise<Video[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(columns)
    .from(videos)
    .where(and(inArray(videos.id, ids), isPublicVideo));
  const byId = new Map(rows.map((row) => [row.id, presentVideo(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The newest of each category, by its id; in two queries, however many categories there are. */
export async function mapNewestVideos(db: Queryable, limit: number): Promise<Map<number, Video[]>> {
  const { rows } = await db.execute<{ category_id: number; id: number }>(sql`
    select category.id as category_id, newest.id from ${categories} as category cross join lateral (
      select ${videos.id}, ${videos.publishedAt} from ${videos} where ${isPublicVideo} and exists (select 1 from ${videoCategories} where ${videoCategories.videoId} = ${videos.id} and ${videoCategories.categoryId} = category.id)
      order by ${videos.publishedAt} desc, ${videos.id} desc limit ${limit}
    ) as newest order by newest.published_at desc, newest.id desc`);
  const byId = new Map(
    (await listVideosByIds(db, [...new Set(rows.map(({ id }) => id))])).map((video) => [video.id, video]),
  );
  const idsByCategory = Map.groupBy(rows, (row) => row.category_id);
  return new Map(
    [...idsByCategory].map(([categoryId, own]) => [categoryId, own.flatMap(({ id }) => byId.get(id) ?? [])]),
  );
}

export function videoFilter(query: VideoListQuery): SQL[] {
  const filters: SQL[] = [isPublicVideo];
  if (query.videoCategories) {
    filters.push(
      sql`exists (select 1 from ${videoCategories} where ${videoCategories.videoId} = ${videos.id} and ${inArray(videoCategories.categoryId, query.videoCategories)})`,
    );
  }
  if (query.videoTags) {
    filters.push(
      sql`exists (select 1 from ${videoTags} where ${videoTags.videoId} = ${videos.id} and ${inArray(videoTags.tagId, query.videoTags)})`,
    );
  }
  return filters;
}

/** Lists published videos; a page past the end is empty. */
export async function listVideos(db: Queryable, query: VideoListQuery): Promise<Listing<Video>> {
  const position = positionOf(query);
  const order = orderOf(videos, query.sortKey, query.sortOrder === 'ASC');
  const filters = videoFilter(query);
  const total = filters.length === 1 ? await keptTotal(db, 'videos') : await cappedCount(db, videos, filters);

  const rows = isPastTheEnd(position)
    ? []
    : await db
        .select({ ...columns, orderValue: order.value })
        .from(videos)
        .where(and(...filters, position.after ? order.behind(position.after) : undefined))
        .orderBy(...order.by)
        .limit(position.pageSize + 1)
        .offset(offsetOf(position));

  const items = rows.slice(0, position.pageSize).map(presentVideo);
  return toListing(rows, position, total, items, ({ orderValue, id }) => ({ value: orderValue, id }));
}

export type VideoDetail = {
  video: Video;
  bodyHtml: string;
  label: VideoRow['label'];
  articleId: number | null;
  lang: 'en' | 'hi';
  isSample: boolean;
};

/** @throws AppError video_not_found, gone after a takedown */
export async function getVideo(db: Queryable, id: number): Promise<VideoDetail> {
  const [row] = await db
    .select(columns)
    .from(videos)
    .where(and(eq(videos.id, id), isPublicVideo));
  if (!row) {
    const [takedown] = await db
      .select()
      .from(takedowns)
      .where(and(eq(takedowns.kind, 'video'), eq(takedowns.entityId, String(id))));
    throw takedown ? gone() : notFound('video');
  }
  return {
    video: presentVideo(row),
    bodyHtml: row.bodyHtml,
    label: row.label,
    articleId: row.articleId,
    lang: row.lang === 'hi' ? 'hi' : 'en',
    isSample: row.isSample,
  };
}

/** Categories that have at least one published video, in the order of the category list. */
export async function listCategoriesWithVideos(db: Queryable): Promise<RelatedCategory[]> {
  const used = await db
    .selectDistinct({ id: videoCategories.categoryId })
    .from(videoCategories)
    .innerJoin(videos, eq(videos.id, videoCategories.videoId))
    .where(isPublicVideo);
  const ids = new Set(used.map((row) => row.id));
  return [...(await mapCategories(db)).values()].filter((category) => ids.has(category.id));
}
