import { currentLanguage } from '../../messages/catalogue.ts';
import type { PieceLanguage } from '../../messages/piece-languages.ts';
import { and, eq, getTableColumns, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { cappedCount, storedTotal, orderOf } from '../../database/listing.server.ts';
import { rowsInLanguageFirst } from '../../database/language-first.server.ts';
import {
  inLanguageFilter,
  onceForEachGroup,
  originalIfNewer,
  presentTranslations,
  type TranslationRow,
  translationsOf,
} from '../../database/translation-groups.server.ts';
import { categories, videoCategories, videos, videoTags } from '../../database/schema.ts';
import { whyAbsent } from '../../database/takedowns.server.ts';
import { addressIn } from '../../platform/settings/site-languages.ts';
import { videoPath } from '../../platform/wire/ids.ts';
import { isPastTheEnd, positionOf, toListing } from '../../platform/wire/paging.ts';
import type { Listing } from '../../platform/wire/wire.ts';
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

type VideoRow = typeof videos.$inferSelect & {
  author: AuthorRow;
  categories: SmallCategoryRow[];
  tags: TagRow[];
  translations: TranslationRow[];
};

const addressOf = ({ lang, title, id }: TranslationRow): string => addressIn(lang, videoPath(title, id));

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
  translations: translationsOf('videos').as('translations'),
};

const presentVideo = (row: VideoRow): Video => ({
  id: row.id,
  contentType: 'VIDEO',
  lang: row.lang,
  translations: presentTranslations(row.translations, addressOf),
  title: row.title,
  description: row.description,
  createdBy: presentAuthor(row.author),
  videoUrl: row.videoUrl,
  captionsUrl: row.captionsUrl,
  thumbnail: row.thumbnail,
  durationSeconds: row.durationSeconds,
  categories: row.categories.map(presentSmallCategory).map(({ id, name, displayName, imageUrl, canonicalUrl }) => ({
    id,
    name,
    alias: displayName,
    imageUrl,
    canonicalUrl,
    filterDTO: null,
  })),
  tags: row.tags.map(presentTag).sort((a, b) => (a.name < b.name ? -1 : 1)),
  canonicalUrl: addressOf(row),
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

/** The newest videos of each category, by category id; two queries in all (no N+1). */
export async function mapNewestVideos(db: Queryable, limit: number): Promise<Map<number, Video[]>> {
  const isOwn = eq(videos.lang, currentLanguage());
  const { rows } = await db.execute<{ category_id: number; id: number }>(sql`
    select category.id as category_id, newest.id from ${categories} as category cross join lateral (
      select ${videos.id}, ${videos.publishedAt}, ${isOwn} as is_own from ${videos} where ${isPublicVideo} and ${onceForEachGroup('videos', currentLanguage())} and exists (select 1 from ${videoCategories} where ${videoCategories.videoId} = ${videos.id} and ${videoCategories.categoryId} = category.id)
      order by ${isOwn} desc, ${videos.publishedAt} desc, ${videos.id} desc limit ${limit}
    ) as newest order by newest.is_own desc, newest.published_at desc, newest.id desc`);
  const byId = new Map(
    (await listVideosByIds(db, [...new Set(rows.map(({ id }) => id))])).map((video) => [video.id, video]),
  );
  const idsByCategory = Map.groupBy(rows, (row) => row.category_id);
  return new Map(
    [...idsByCategory].map(([categoryId, own]) => [categoryId, own.flatMap(({ id }) => byId.get(id) ?? [])]),
  );
}

function videoFilter(query: VideoListQuery): SQL[] {
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

/** Published videos; a page past the end is empty. */
export async function listVideos(db: Queryable, query: VideoListQuery): Promise<Listing<Video>> {
  const position = positionOf(query);
  const order = orderOf(videos, query.sortKey, query.sortOrder === 'ASC');
  const filters = videoFilter(query);
  const inPart = (isOther: boolean) => inLanguageFilter('videos', videos.lang, currentLanguage(), isOther);
  const total =
    filters.length === 1
      ? await storedTotal(db, 'videos')
      : await cappedCount(db, videos, [...filters, or(inPart(false), inPart(true))!]);

  const rows = isPastTheEnd(position)
    ? []
    : await rowsInLanguageFirst(position, {
        rows: (isOther, { after, limit, offset }) =>
          db
            .select({ ...columns, orderValue: order.value })
            .from(videos)
            .where(and(...filters, inPart(isOther), after ? order.behind(after) : undefined))
            .orderBy(...order.by)
            .limit(limit)
            .offset(offset),
        countOwn: () => db.$count(videos, and(...filters, inPart(false))),
      });

  const items = rows.slice(0, position.pageSize).map(presentVideo);
  return toListing(rows, position, total, items, ({ orderValue, id, isOther }) => ({ value: orderValue, id, isOther }));
}

export type VideoDetail = {
  video: Video;
  bodyHtml: string;
  label: VideoRow['label'];
  articleId: number | null;
  lang: PieceLanguage;
  isSample: boolean;
  /** Address of the original, where it changed after the day that this translation follows. */
  olderThan: string | null;
};

/** @throws AppError video_not_found, gone after a takedown */
export async function getVideo(db: Queryable, id: number): Promise<VideoDetail> {
  const [row] = await db
    .select({ ...columns, newerOriginal: originalIfNewer('videos').as('newer_original') })
    .from(videos)
    .where(and(eq(videos.id, id), isPublicVideo));
  if (!row) throw await whyAbsent(db, 'video', id);
  return {
    video: presentVideo(row),
    bodyHtml: row.bodyHtml,
    label: row.label,
    articleId: row.articleId,
    lang: row.lang,
    isSample: row.isSample,
    olderThan: row.newerOriginal && addressOf(row.newerOriginal),
  };
}

/** Categories with at least one published video, in display order. */
export async function listCategoriesWithVideos(db: Queryable): Promise<RelatedCategory[]> {
  const used = await db
    .selectDistinct({ id: videoCategories.categoryId })
    .from(videoCategories)
    .innerJoin(videos, eq(videos.id, videoCategories.videoId))
    .where(isPublicVideo);
  const ids = new Set(used.map((row) => row.id));
  return [...(await mapCategories(db)).values()].filter((category) => ids.has(category.id));
}
