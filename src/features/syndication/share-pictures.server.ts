import sharp from 'sharp';
import type { DiskCache } from '../../platform/cache/disk-cache.server.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { openPicture } from '../../platform/process/images.server.ts';
import type { Media } from '../../platform/media/media.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { WorkQueue } from '../../platform/process/work-queue.server.ts';
import { mapCategoryLooks } from '../categories/categories.queries.server.ts';
import type { CategoryLook } from '../categories/categories.contract.ts';
import {
  coverHeight,
  coverWidth,
  drawCloth,
  drawCover,
  drawIcon,
  drawPanel,
  freeHeight,
} from '../categories/draw-cover.server.ts';
import { lookFor } from '../categories/look-for.ts';
import { siteName } from '../../messages/site-name.ts';
import { defaultLanguage, siteLanguages } from '../../platform/settings/site-languages.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, videos } from '../../database/schema.ts';
import { whyAbsent } from '../../database/takedowns.server.ts';
import { isPublicArticle } from '../articles/articles.queries.server.ts';
import { isPublicVideo } from '../videos/videos.queries.server.ts';

const size = { width: coverWidth, height: coverHeight };
const quality = { quality: 82, mozjpeg: true };
// Of a poster, above the panel with headline and name.
const poster = { width: 1040, margin: 26 };

const mediaPath = (thumbnail: string | null) =>
  thumbnail !== null && /^\/media\/(?!.*\.\.)[\w./-]+\.(jpe?g|png|webp|avif)$/i.test(thumbnail)
    ? thumbnail.slice('/media/'.length)
    : null;

/** The Open Graph picture of an item: its cropped photograph, its poster on a pattern, or its generated cover. */
export function createSharePictures({
  services: {
    connection: { db },
  },
  media,
  cache,
  queue,
}: {
  services: PageServices;
  media: Media;
  cache: DiskCache;
  queue: WorkQueue;
}) {
  async function make(drawn: Parameters<typeof drawCover>[0], file: string | null): Promise<Buffer> {
    if (file === null)
      return sharp(Buffer.from(drawCover(drawn)))
        .jpeg(quality)
        .toBuffer();
    const photo = await openPicture(file);
    const { width = 1, height = 1 } = await photo.metadata();
    if (width >= height)
      return photo
        .resize({ ...size, fit: 'cover' })
        .flatten({ background: '#ffffff' })
        .composite([{ input: Buffer.from(drawPanel(drawn)) }])
        .jpeg(quality)
        .toBuffer();
    const upright = await photo
      .resize({ width: poster.width, height: freeHeight(drawn.title) - 2 * poster.margin, fit: 'inside' })
      .png()
      .toBuffer({ resolveWithObject: true });
    return sharp(Buffer.from(drawCloth(drawn)))
      .composite([{ input: upright.data, top: poster.margin, left: Math.round((coverWidth - upright.info.width) / 2) }])
      .jpeg(quality)
      .toBuffer();
  }

  async function lookOf(id: number): Promise<CategoryLook> {
    const look = (await mapCategoryLooks(db)).get(id);
    if (!look) throw notFound('category');
    return look;
  }

  return {
    /** JPEG, 1200 by 675. @throws AppError 404, 503 when the queue is full */
    async ofCategory(id: number): Promise<Buffer> {
      const drawn = { id, look: await lookOf(id), siteName: siteName(defaultLanguage()) };
      const key = `category 1 ${JSON.stringify(drawn)}`;
      return (
        (await cache.get(key)) ??
        queue.run(key, async () => {
          const made = await make({ ...drawn, figure: null }, null);
          await cache.put(key, made);
          return made;
        })
      );
    },
    /** SVG. @throws AppError 404 */
    async iconOf(id: number): Promise<Buffer> {
      return Buffer.from(drawIcon(await lookOf(id)));
    },
    /** JPEG, 1200 by 675. @throws AppError 404 where not published, 410 after a takedown, 503 when the queue is full */
    async of(kind: 'article' | 'video', id: number): Promise<Buffer> {
      const shared = await findShared(db, kind, id);
      if (!shared) throw await whyAbsent(db, kind, id);
      const look = lookFor(await mapCategoryLooks(db), shared.categoryId ?? 0);
      const lang = siteLanguages().find((one) => one === shared.lang) ?? defaultLanguage();
      const { figure, title } = shared;
      const drawn = { id, look, figure, title, siteName: siteName(lang) };
      const wanted = mediaPath(shared.thumbnail);
      const found = wanted === null ? null : await media.find(wanted);
      const key = `share 2 ${JSON.stringify([drawn, found && [shared.thumbnail, found.size, found.mtimeMs]])}`;
      const cached = await cache.get(key);
      if (cached) return cached;
      return queue.run(key, async () => {
        const made = await make(drawn, found && wanted !== null ? await media.fetch(wanted) : null);
        await cache.put(key, made);
        return made;
      });
    },
  };
}

type Shared = {
  title: string;
  lang: string;
  thumbnail: string | null;
  figure: { value: string; note: string } | null;
  categoryId: number | null;
};

/** What the share card of a published item needs; null where there is none. */
async function findShared(db: Queryable, kind: 'article' | 'video', id: number): Promise<Shared | null> {
  const firstCategory =
    kind === 'article'
      ? sql<
          number | null
        >`(select category_id from article_categories where article_id = ${articles.id} order by position limit 1)`
      : sql<
          number | null
        >`(select category_id from video_categories where video_id = ${videos.id} order by position limit 1)`;
  const [row] =
    kind === 'article'
      ? await db
          .select({
            title: articles.title,
            lang: articles.lang,
            thumbnail: articles.thumbnail,
            figure: articles.coverFigure,
            categoryId: firstCategory,
          })
          .from(articles)
          .where(and(eq(articles.id, id), isPublicArticle))
      : await db
          .select({
            title: videos.title,
            lang: videos.lang,
            thumbnail: videos.thumbnail,
            figure: videos.label,
            categoryId: firstCategory,
          })
          .from(videos)
          .where(and(eq(videos.id, id), isPublicVideo));
  return row ?? null;
}
