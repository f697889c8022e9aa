import { and, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, takedowns, videos } from '../../database/schema.ts';
import { isPublicArticle } from '../articles/articles.queries.server.ts';
import { isPublicVideo } from '../videos/videos.queries.server.ts';

export type Shared = {
  title: string;
  lang: string;
  thumbnail: string | null;
  figure: { value: string; note: string } | null;
  categoryId: number | null;
};

/** What the share card of a published item needs; null where there is none. */
export async function findShared(db: Queryable, kind: 'article' | 'video', id: number): Promise<Shared | null> {
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

export async function isTakenDown(db: Queryable, kind: 'article' | 'video', id: number): Promise<boolean> {
  return (await db.$count(takedowns, and(eq(takedowns.kind, kind), eq(takedowns.entityId, String(id))))) > 0;
}
