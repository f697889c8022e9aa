import { and, asc, between, desc, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../database/connect.server.ts';
import {
  articles,
  authors,
  categories,
  comments,
  questions,
  tags,
  takedowns,
  textPages,
  totals,
  videos,
  webstories,
} from '../../database/schema.ts';
import {
  articlePath,
  authorPath,
  categoryPath,
  questionPath,
  tagPath,
  videoPath,
  webStoryPath,
} from '../../platform/ids.ts';
import { listAuthorsByIds } from '../authors/authors.queries.server.ts';
import { isPublicArticle } from '../articles/articles.queries.server.ts';
import { isPublicVideo } from '../videos/videos.queries.server.ts';

export type Entry = { path: string; changedAt: Date | null };

/** Ids in one sitemap file. Small, so that one change does not mean much work, and no file comes near the limit of 50,000. */
export const idsPerFile = 5_000;
const highestId = 2_147_483_647;
const idsOfFile = (column: PgColumn, file: number) =>
  between(column, Math.min((file - 1) * idsPerFile + 1, highestId), Math.min(file * idsPerFile, highestId));

/** The numbers of the files that have something in them. Jumps from file to file, so it reads no more than one row of each. */
async function listFiles(db: Queryable, table: typeof articles | typeof questions, isListed: SQL): Promise<number[]> {
  const result = await db.execute<{ file: number }>(sql`
    with recursive files(file) as (
      (select (id - 1) / ${idsPerFile} + 1 from ${table} where ${isListed} order by id limit 1)
      union all
      select (select (id - 1) / ${idsPerFile} + 1 from ${table} where ${isListed} and id > files.file * ${idsPerFile} order by id limit 1)
      from files where files.file is not null
    )
    select file::int as file from files where file is not null order by file`);
  return result.rows.map((row) => row.file);
}

export const listArticleFiles = (db: Queryable): Promise<number[]> =>
  listFiles(db, articles, sql`status = 'published'`);
export const listQuestionFiles = (db: Queryable): Promise<number[]> => listFiles(db, questions, sql`is_live`);

/** A question's page changes with every answer. */
export async function listQuestionEntries(db: Queryable, file: number): Promise<Entry[]> {
  const answeredAt = sql<
    string | null
  >`(select max(${comments.createdAt}) from ${comments} where ${comments.questionId} = ${questions.id})`;
  const rows = await db
    .select({ id: questions.id, title: questions.title, updatedAt: questions.updatedAt, answeredAt })
    .from(questions)
    .where(and(idsOfFile(questions.id, file), sql`${questions.isLive}`))
    .orderBy(asc(questions.id));
  return rows.map(({ id, title, updatedAt, answeredAt: last }) => ({
    path: questionPath(title, id),
    changedAt: last !== null && new Date(last) > updatedAt ? new Date(last) : updatedAt,
  }));
}

export async function listArticleEntries(db: Queryable, file: number): Promise<Entry[]> {
  const rows = await db
    .select({
      id: articles.id,
      title: articles.title,
      publishedAt: articles.publishedAt,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .where(and(idsOfFile(articles.id, file), isPublicArticle))
    .orderBy(asc(articles.id));
  return rows.map((row) => ({
    path: articlePath(row.title, row.id),
    changedAt: row.updatedAt > row.publishedAt ? row.updatedAt : row.publishedAt,
  }));
}

export type NewsEntry = { path: string; title: string; lang: string; publishedAt: Date };

/** What Google News asks for: the last 48 hours, at most 1,000. */
export async function listNews(db: Queryable, now: Date): Promise<NewsEntry[]> {
  const since = new Date(now.getTime() - 48 * 3_600_000);
  const rows = await db
    .select({ id: articles.id, title: articles.title, lang: articles.lang, publishedAt: articles.publishedAt })
    .from(articles)
    .where(and(gt(articles.publishedAt, since), isPublicArticle))
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(1_000);
  return rows.map((row) => ({
    path: articlePath(row.title, row.id),
    title: row.title,
    lang: row.lang,
    publishedAt: row.publishedAt,
  }));
}

const videoColumns = {
  id: videos.id,
  title: videos.title,
  description: videos.description,
  videoUrl: videos.videoUrl,
  thumbnail: videos.thumbnail,
  durationSeconds: videos.durationSeconds,
  publishedAt: videos.publishedAt,
  updatedAt: videos.updatedAt,
};
export type VideoEntry = Pick<typeof videos.$inferSelect, keyof typeof videoColumns> & { path: string };

/** Newest first, or those of one file by id. */
export async function listVideoEntries(db: Queryable, file: number | null): Promise<VideoEntry[]> {
  const within = file === null ? undefined : idsOfFile(videos.id, file);
  const rows = await db
    .select(videoColumns)
    .from(videos)
    .where(and(within, isPublicVideo))
    .orderBy(desc(videos.publishedAt), desc(videos.id))
    .limit(idsPerFile);
  return rows.map((row) => ({ ...row, path: videoPath(row.title, row.id) }));
}

/** Files of videos by id, where one file of the newest does not hold all. */
export async function listVideoFiles(db: Queryable): Promise<number[]> {
  const [total] = await db.select().from(totals).where(eq(totals.name, 'videos'));
  if ((total?.value ?? 0) <= idsPerFile) return [];
  const rows = await db
    .selectDistinct({ file: sql<number>`((${videos.id} - 1) / ${idsPerFile} + 1)::int` })
    .from(videos)
    .where(isPublicVideo);
  return rows.map((row) => row.file).sort((one, other) => one - other);
}

const isPublicStory = and(eq(webstories.status, 'published'), lte(webstories.publishedAt, sql`now()`)) as SQL;
const mostPages = 50_000;

/** Everything that is neither an article, a video nor a question, at most 50,000: what leads to pieces, stories, and the owner's own pages. */
export async function listPageEntries(db: Queryable): Promise<Entry[]> {
  const [own, allCategories, stories, allAuthors, usedTags] = await Promise.all([
    db.select({ key: textPages.key, updatedOn: textPages.updatedOn }).from(textPages).orderBy(asc(textPages.key)),
    db.select({ id: categories.id, name: categories.name }).from(categories).orderBy(asc(categories.id)),
    db
      .select({ slug: webstories.slug, updatedAt: webstories.updatedAt })
      .from(webstories)
      .where(isPublicStory)
      .orderBy(desc(webstories.publishedAt))
      .limit(10_000),
    db
      .select({ id: authors.id, name: authors.name })
      .from(authors)
      .where(sql`exists (select 1 from ${articles} where ${articles.authorId} = ${authors.id} and ${isPublicArticle})`)
      .orderBy(asc(authors.id))
      .limit(10_000),
    db
      .select({ id: tags.id, name: tags.name })
      .from(tags)
      .where(or(gt(tags.articleCount, 0), gt(tags.videoCount, 0)))
      .orderBy(asc(tags.id))
      .limit(mostPages),
  ]);
  const entries: Entry[] = [
    { path: '/', changedAt: null },
    { path: '/videos', changedAt: null },
    { path: '/community', changedAt: null },
    ...own.map((row) => ({ path: `/${row.key}`, changedAt: new Date(`${row.updatedOn}T00:00:00Z`) })),
    ...allCategories.map((row) => ({ path: categoryPath(row.name, row.id), changedAt: null })),
    ...stories.map((row) => ({ path: webStoryPath(row.slug), changedAt: row.updatedAt })),
    ...allAuthors.map((row) => ({ path: authorPath(row.name, row.id), changedAt: null })),
    ...usedTags.map((row) => ({ path: tagPath(row.name, row.id), changedAt: null })),
  ];
  return entries.slice(0, mostPages);
}

export type FeedEntry = {
  path: string;
  title: string;
  summary: string;
  lang: string;
  author: string;
  categories: string[];
  publishedAt: Date;
  updatedAt: Date;
};

/** The newest articles, for feeds. */
export async function listFeedEntries(db: Queryable, howMany = 30): Promise<FeedEntry[]> {
  const rows = await db
    .select({
      id: articles.id,
      title: articles.title,
      summary: articles.summary,
      lang: articles.lang,
      authorId: articles.authorId,
      publishedAt: articles.publishedAt,
      updatedAt: articles.updatedAt,
      categories: sql<
        string[]
      >`coalesce((select array_agg(c.display_name order by ac.position) from article_categories ac join categories c on c.id = ac.category_id where ac.article_id = ${articles.id}), '{}')`,
    })
    .from(articles)
    .where(isPublicArticle)
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(howMany);
  const authorsById = await listAuthorsByIds(db, [...new Set(rows.map((row) => row.authorId))]);
  return rows.map(({ id, authorId, ...row }) => ({
    ...row,
    author: authorsById.get(authorId)?.name ?? '',
    path: articlePath(row.title, id),
    updatedAt: row.updatedAt > row.publishedAt ? row.updatedAt : row.publishedAt,
  }));
}

export type Shared = {
  title: string;
  thumbnail: string | null;
  figure: { value: string; note: string } | null;
  categoryId: number | null;
};

/** What a shared picture of a published piece shows; null where there is none to share. */
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
            thumbnail: articles.thumbnail,
            figure: articles.coverFigure,
            categoryId: firstCategory,
          })
          .from(articles)
          .where(and(eq(articles.id, id), isPublicArticle))
      : await db
          .select({ title: videos.title, thumbnail: videos.thumbnail, figure: videos.label, categoryId: firstCategory })
          .from(videos)
          .where(and(eq(videos.id, id), isPublicVideo));
  return row ?? null;
}

export async function isTakenDown(db: Queryable, kind: 'article' | 'video', id: number): Promise<boolean> {
  return (await db.$count(takedowns, and(eq(takedowns.kind, kind), eq(takedowns.entityId, String(id))))) > 0;
}
