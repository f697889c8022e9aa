import { currentLanguage } from '../../messages/catalogue.ts';
import { and, asc, between, desc, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../database/connect.server.ts';
import { onceForEachGroup, type TranslationRow, translationsOf } from '../../database/translation-groups.server.ts';
import {
  articles,
  authors,
  categories,
  comments,
  ctas,
  questions,
  tags,
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
  referPath,
  tagPath,
  videoPath,
  webStoryPath,
} from '../../platform/wire/ids.ts';
import { textPagePath } from '../../platform/page/text-page-path.ts';
import { addressIn, siteLanguages } from '../../platform/settings/site-languages.ts';
import { isUndated, undatedAt } from '../../platform/wire/undated.ts';
import { listAuthorsByIds } from '../authors/authors.queries.server.ts';
import { isPublicArticle } from '../articles/articles.queries.server.ts';
import { isPublicVideo } from '../videos/videos.queries.server.ts';
import { procedures } from '../letters/procedures.ts';
import { errandIds } from '../papers/errands.ts';

export type Entry = {
  path: string;
  changedAt: Date | null;
  /** The same in all its languages, itself included; none where there is only one. */
  versions?: { lang: string; path: string }[];
};

type Translated = { lang: string; id: number; title: string; translations: TranslationRow[] };

/** Addresses of a piece and of its translations. */
function addressesOf(row: Translated, pathOf: (title: string, id: number) => string): Pick<Entry, 'path' | 'versions'> {
  const addressOf = ({ lang, title, id }: TranslationRow) => ({ lang, path: addressIn(lang, pathOf(title, id)) });
  const own = addressOf(row);
  return row.translations.length === 0
    ? { path: own.path }
    : { path: own.path, versions: [own, ...row.translations.map(addressOf)] };
}

/** A page of lists, which exists in each language of the site. */
const inEachLanguage = (path: string): Entry[] => {
  const versions = siteLanguages().map((lang) => ({ lang, path: addressIn(lang, path) }));
  return versions.map((own) => ({ path: own.path, changedAt: null, ...(versions.length > 1 ? { versions } : {}) }));
};

/** Ids in one sitemap file: small, so that one change invalidates little, and far below the protocol's 50,000 URLs. */
const idsPerFile = 5_000;
const highestId = 2_147_483_647;
const idsOfFile = (column: PgColumn, file: number) =>
  between(column, Math.min((file - 1) * idsPerFile + 1, highestId), Math.min(file * idsPerFile, highestId));

/** Numbers of the non-empty sitemap files. A skip scan: reads one row for each file. */
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

/** A question's lastmod includes its newest answer. */
export async function listQuestionEntries(db: Queryable, file: number): Promise<Entry[]> {
  const answeredAt = sql<
    string | null
  >`(select max(${comments.createdAt}) from ${comments} where ${comments.questionId} = questions.id)`;
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
      lang: articles.lang,
      title: articles.title,
      translations: translationsOf('articles').as('translations'),
      publishedAt: articles.publishedAt,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .where(and(idsOfFile(articles.id, file), isPublicArticle))
    .orderBy(asc(articles.id));
  return rows.map((row) => ({
    ...addressesOf(row, articlePath),
    changedAt: datedOrNull(row.updatedAt > row.publishedAt ? row.updatedAt : row.publishedAt),
  }));
}

const datedOrNull = (moment: Date) => (isUndated(moment) ? null : moment);

export type NewsEntry = { path: string; title: string; lang: string; publishedAt: Date };

/** Google News sitemaps: the last 48 hours, at most 1,000 articles. */
export async function listNews(db: Queryable, now: Date): Promise<NewsEntry[]> {
  const since = new Date(now.getTime() - 48 * 3_600_000);
  const rows = await db
    .select({ id: articles.id, title: articles.title, lang: articles.lang, publishedAt: articles.publishedAt })
    .from(articles)
    .where(and(gt(articles.publishedAt, since), isPublicArticle))
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(1_000);
  return rows.map((row) => ({
    path: addressIn(row.lang, articlePath(row.title, row.id)),
    title: row.title,
    lang: row.lang,
    publishedAt: row.publishedAt,
  }));
}

const videoColumns = {
  id: videos.id,
  lang: videos.lang,
  title: videos.title,
  description: videos.description,
  videoUrl: videos.videoUrl,
  thumbnail: videos.thumbnail,
  durationSeconds: videos.durationSeconds,
  publishedAt: videos.publishedAt,
  updatedAt: videos.updatedAt,
};
export type VideoEntry = Pick<typeof videos.$inferSelect, keyof typeof videoColumns> & Pick<Entry, 'path' | 'versions'>;

/** Newest first; with `file`, that file's id range. */
export async function listVideoEntries(db: Queryable, file: number | null): Promise<VideoEntry[]> {
  const within = file === null ? undefined : idsOfFile(videos.id, file);
  const rows = await db
    .select({ ...videoColumns, translations: translationsOf('videos').as('translations') })
    .from(videos)
    .where(and(within, isPublicVideo))
    .orderBy(desc(videos.publishedAt), desc(videos.id))
    .limit(idsPerFile);
  return rows.map((row) => ({ ...row, ...addressesOf(row, videoPath) }));
}

/** Sitemap files by id range, needed only where one file of the newest cannot hold all videos. */
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

/**
 * Listings, stories, static pages and open calls to action, at most 50,000; articles, videos and questions have sitemaps
 * of their own.
 */
export async function listPageEntries(db: Queryable): Promise<Entry[]> {
  const [own, allCategories, stories, calls, allAuthors, usedTags] = await Promise.all([
    db
      .select({
        key: sql<string>`coalesce(${textPages.translationOf}, ${textPages.key})`,
        lang: textPages.lang,
        updatedOn: textPages.updatedOn,
      })
      .from(textPages)
      .orderBy(asc(textPages.key)),
    db.select({ id: categories.id, name: categories.name }).from(categories).orderBy(asc(categories.id)),
    db
      .select({
        id: webstories.id,
        lang: webstories.lang,
        title: webstories.slug,
        translations: translationsOf('webstories').as('translations'),
        updatedAt: webstories.updatedAt,
      })
      .from(webstories)
      .where(isPublicStory)
      .orderBy(desc(webstories.publishedAt))
      .limit(10_000),
    db
      .select({
        id: ctas.id,
        lang: ctas.lang,
        title: ctas.title,
        translations: translationsOf('ctas').as('translations'),
        updatedAt: ctas.updatedAt,
      })
      .from(ctas)
      .where(eq(ctas.isActive, true))
      .orderBy(asc(ctas.id))
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
  const pages = Map.groupBy(own, ({ key }) => key);
  const entries: Entry[] = [
    ...[
      '/',
      '/videos',
      '/community',
      '/check',
      '/papers',
      '/letters',
      '/tags',
      '/open-data',
      '/moderation-report',
      ...Object.keys(procedures).map((id) => `/letters/${id}`),
      ...errandIds.map((id) => `/papers/${id}`),
    ].flatMap((path) => inEachLanguage(path)),
    ...[...pages.values()].flatMap((rows) => {
      const versions = rows.map(({ key, lang }) => ({ lang, path: addressIn(lang, textPagePath(key)) }));
      return rows.map((row, at) => ({
        path: versions[at]!.path,
        changedAt: new Date(`${row.updatedOn}T00:00:00Z`),
        ...(versions.length > 1 ? { versions } : {}),
      }));
    }),
    ...allCategories.flatMap((row) => inEachLanguage(categoryPath(row.name, row.id))),
    ...stories.map((row) => ({ ...addressesOf(row, (slug) => webStoryPath(slug)), changedAt: row.updatedAt })),
    ...calls.map((row) => ({
      ...addressesOf(row, (_title, id) => referPath(id)),
      changedAt: datedOrNull(row.updatedAt),
    })),
    ...allAuthors.flatMap((row) => inEachLanguage(authorPath(row.name, row.id))),
    ...usedTags.flatMap((row) => inEachLanguage(tagPath(row.name, row.id))),
  ];
  return entries.slice(0, mostPages);
}

export type FeedEntry = {
  id: number;
  path: string;
  title: string;
  summary: string;
  lang: string;
  author: string;
  categories: string[];
  publishedAt: Date;
  updatedAt: Date;
};

export async function listFeedEntries(db: Queryable): Promise<FeedEntry[]> {
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
      >`coalesce((select array_agg(coalesce(nullif(c.translations #>> array[${currentLanguage()}, 'displayName'], ''), c.display_name) order by ac.position) from article_categories ac join categories c on c.id = ac.category_id where ac.article_id = articles.id), '{}')`,
    })
    .from(articles)
    // Undated imports would appear as news.
    .where(and(isPublicArticle, gt(articles.publishedAt, undatedAt), onceForEachGroup('articles', currentLanguage())))
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(30);
  const authorsById = await listAuthorsByIds(db, [...new Set(rows.map((row) => row.authorId))]);
  return rows.map(({ id, authorId, ...row }) => ({
    ...row,
    id,
    author: authorsById.get(authorId)?.name ?? '',
    path: addressIn(row.lang, articlePath(row.title, id)),
    updatedAt: row.updatedAt > row.publishedAt ? row.updatedAt : row.publishedAt,
  }));
}
