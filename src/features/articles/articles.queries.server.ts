import { isOfficialSource } from '../../platform/text/official-sites.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import type { PieceLanguage } from '../../messages/piece-languages.ts';
import { and, eq, getTableColumns, inArray, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { SchemeIntake } from '../../database/tables/schemes.ts';
import type { Queryable } from '../../database/connect.server.ts';
import { cappedCount, storedTotal, orderOf } from '../../database/listing.server.ts';
import { preparedOnce } from '../../database/prepared.server.ts';
import { rowsInLanguageFirst } from '../../database/language-first.server.ts';
import {
  inLanguageFilter,
  originalIfNewer,
  presentTranslations,
  type TranslationRow,
  translationsOf,
} from '../../database/translation-groups.server.ts';
import { articleCategories, articles, articleTags, schemes } from '../../database/schema.ts';
import { whyAbsent } from '../../database/takedowns.server.ts';
import { isoOrNull } from '../../platform/wire/undated.ts';
import { addressIn } from '../../platform/settings/site-languages.ts';
import { articlePath } from '../../platform/wire/ids.ts';
import { isPastTheEnd, positionOf, toListing } from '../../platform/wire/paging.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { authorObject, type AuthorRow, presentAuthor } from '../authors/authors.queries.server.ts';
import {
  categoryObject,
  presentSmallCategory,
  type SmallCategoryRow,
} from '../categories/categories.queries.server.ts';
import { withIntake } from '../schemes/intake.ts';
import { translateRules } from '../schemes/translated-rules.ts';
import type { Rules } from '../schemes/rules.ts';
import type { Scheme } from '../schemes/schemes.contract.ts';
import { presentTag, tagObject, type TagRow } from '../tags/tags.queries.server.ts';
import type { Article, ArticleListQuery, ArticleSummary } from './articles.contract.ts';

/**
 * The only visibility check: every query for readers must use it, to exclude drafts, scheduled pieces and takedowns.
 */
export const isPublicArticle = and(eq(articles.status, 'published'), lte(articles.publishedAt, sql`now()`)) as SQL;

// Related rows come as subqueries of the article's row, so a page takes one statement: no N+1.
const linked = {
  author: sql<AuthorRow>`(select ${authorObject} from authors where authors.id = articles.author_id)`.as('author'),
  categories: sql<
    SmallCategoryRow[]
  >`(select coalesce(json_agg(${categoryObject} order by article_categories.position), '[]') from article_categories
    join categories on categories.id = article_categories.category_id where article_categories.article_id = articles.id)`.as(
    'categories',
  ),
  tags: sql<
    TagRow[]
  >`(select coalesce(json_agg(${tagObject}), '[]') from article_tags join tags on tags.id = article_tags.tag_id where article_tags.article_id = articles.id)`.as(
    'tags',
  ),
  translations: translationsOf('articles').as('translations'),
};

export const summaryColumns = {
  ...linked,
  id: articles.id,
  title: articles.title,
  summary: articles.summary,
  lang: articles.lang,
  thumbnail: articles.thumbnail,
  authorId: articles.authorId,
  metaTitle: articles.metaTitle,
  metaDescription: articles.metaDescription,
  publishedAt: articles.publishedAt,
  createdAt: articles.createdAt,
  updatedAt: articles.updatedAt,
  // Of its text, or of an editor's 'still right' since.
  lastCheckedAt: sql<string | null>`greatest(${articles.lastCheckedAt},
    (select checked_on from piece_checks where kind = 'articles' and piece_id = ${articles.id}))::text`,
  sources: articles.sources,
  coverFigure: articles.coverFigure,
  readingMinutes: articles.readingMinutes,
  viewCount: articles.viewCount,
  likeCount: articles.likeCount,
  dislikeCount: articles.dislikeCount,
};
type SummaryRow = Pick<typeof articles.$inferSelect, Exclude<keyof typeof summaryColumns, keyof typeof linked>> & {
  author: AuthorRow;
  categories: SmallCategoryRow[];
  tags: TagRow[];
  translations: TranslationRow[];
};

const addressOf = ({ lang, title, id }: TranslationRow): string => addressIn(lang, articlePath(title, id));

export const presentArticle = (row: SummaryRow): ArticleSummary => ({
  id: row.id,
  contentType: 'ARTICLE',
  lang: row.lang,
  translations: presentTranslations(row.translations, addressOf),
  title: row.title,
  summary: row.summary,
  thumbnail: row.thumbnail,
  createdBy: presentAuthor(row.author),
  categories: row.categories.map(presentSmallCategory),
  tags: row.tags.map(presentTag).sort((a, b) => (a.name < b.name ? -1 : 1)),
  canonicalUrl: addressOf(row),
  metaTitle: row.metaTitle,
  metaDescription: row.metaDescription,
  publishedAt: isoOrNull(row.publishedAt),
  createdAt: isoOrNull(row.createdAt),
  updatedAt: isoOrNull(row.updatedAt),
  lastCheckedAt: row.lastCheckedAt === null ? null : new Date(`${row.lastCheckedAt}T00:00:00Z`).toISOString(),
  sources: row.sources.map((source) => ({ ...source, official: isOfficialSource(source.url) })),
  coverFigure: row.coverFigure,
  readingMinutes: row.readingMinutes,
  viewCount: row.viewCount,
  likeCount: row.likeCount,
  dislikeCount: row.dislikeCount,
  liked: false,
  disliked: false,
});

/** Published articles among `ids`, in the order of `ids`. */
export async function listArticlesByIds(db: Queryable, ids: number[]): Promise<ArticleSummary[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select(summaryColumns)
    .from(articles)
    .where(and(inArray(articles.id, ids), isPublicArticle));
  const byId = new Map(rows.map((row) => [row.id, presentArticle(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export const isInCategories = (ids: number[]) =>
  sql`exists (select 1 from ${articleCategories} where ${articleCategories.articleId} = ${articles.id} and ${inArray(articleCategories.categoryId, ids)})`;

export function articleFilter(query: ArticleListQuery): SQL[] {
  const filters: SQL[] = [isPublicArticle];
  if (query.articleCategories) filters.push(isInCategories(query.articleCategories));
  if (query.articleTags) {
    filters.push(
      sql`exists (select 1 from ${articleTags} where ${articleTags.articleId} = ${articles.id} and ${inArray(articleTags.tagId, query.articleTags)})`,
    );
  }
  if (query.articleAuthorId) filters.push(inArray(articles.authorId, query.articleAuthorId));
  return filters;
}

/** Published articles; a page past the end is empty. `also`: conditions that the API does not offer. */
export async function listArticles(
  db: Queryable,
  query: ArticleListQuery,
  also: SQL[] = [],
): Promise<Listing<ArticleSummary>> {
  const position = positionOf(query);
  const isAscending = query.sortOrder ? query.sortOrder === 'ASC' : query.articleAuthorId !== undefined;
  const order = orderOf(articles, query.sortKey, isAscending);
  const filters = [...articleFilter(query), ...also];
  const language = currentLanguage();
  const inPart = (isOther: boolean) => inLanguageFilter('articles', articles.lang, language, isOther);
  const total =
    filters.length === 1
      ? await storedTotal(db, 'articles')
      : await cappedCount(db, articles, [...filters, or(inPart(false), inPart(true))!]);

  const rows: (SummaryRow & { orderValue: string; isOther: boolean })[] = isPastTheEnd(position)
    ? []
    : await rowsInLanguageFirst(position, {
        rows: (isOther, { after, limit, offset }) =>
          db
            .select({ ...summaryColumns, orderValue: order.value })
            .from(articles)
            .where(and(...filters, inPart(isOther), after ? order.behind(after) : undefined))
            .orderBy(...order.by)
            .limit(limit)
            .offset(offset),
        countOwn: () => db.$count(articles, and(...filters, inPart(false))),
      });

  const items = rows.slice(0, position.pageSize).map(presentArticle);
  return toListing(rows, position, total, items, ({ orderValue, id, isOther }) => ({ value: orderValue, id, isOther }));
}

export type ArticleDetail = {
  article: Article;
  lang: PieceLanguage;
  toc: (typeof articles.$inferSelect)['toc'];
  corrections: (typeof articles.$inferSelect)['corrections'];
  isSample: boolean;
  /** Address of the original, where it changed after the day that this translation follows. */
  olderThan: string | null;
  /** Of its live translations. */
  otherTitles: string[];
};

export const originalSchemes = alias(schemes, 'originals');
/** Joins the original's record to that of a translation: its rules apply. */
export const isOriginal = and(
  eq(originalSchemes.articleId, articles.groupId),
  ne(originalSchemes.articleId, articles.id),
);

// Pages omit the cases: only the importer and the open data use them.
const { cases: _, ...schemeColumns } = getTableColumns(schemes);

// The hottest page.
const detailStatement = (db: Queryable) =>
  preparedOnce(db, 'article_detail', (name) =>
    db
      .select({
        ...summaryColumns,
        body: articles.body,
        bodyHtml: articles.bodyHtml,
        toc: articles.toc,
        corrections: articles.corrections,
        isSample: articles.isSample,
        newerOriginal: originalIfNewer('articles').as('newer_original'),
        scheme: schemeColumns,
        originalRules: originalSchemes.rules,
        originalIntake: sql<SchemeIntake | null>`${originalSchemes.details} -> 'intake'`,
      })
      .from(articles)
      .leftJoin(schemes, eq(schemes.articleId, articles.id))
      .leftJoin(originalSchemes, isOriginal)
      .where(and(eq(articles.id, sql.placeholder('id')), isPublicArticle))
      .prepare(name),
  );

/** @throws AppError article_not_found, for drafts and scheduled pieces as well; gone after a takedown */
export async function getArticle(db: Queryable, id: number): Promise<ArticleDetail> {
  const [row] = await detailStatement(db).execute({ id });
  if (!row) throw await whyAbsent(db, 'article', id);
  return {
    article: {
      ...presentArticle(row),
      body: row.body,
      bodyHtml: row.bodyHtml,
      scheme:
        row.scheme &&
        toScheme({
          ...row.scheme,
          rules: row.originalRules ?? row.scheme.rules,
          details: withIntake(row.scheme.details, row.originalIntake),
        }),
    },
    lang: row.lang,
    toc: row.toc,
    corrections: row.corrections,
    isSample: row.isSample,
    olderThan: row.newerOriginal && addressOf(row.newerOriginal),
    otherTitles: row.translations.map(({ title }) => title),
  };
}

function toScheme({
  articleId,
  details: { reasons = {}, ...details },
  rules,
  lastCheckedOn,
  ...row
}: Omit<typeof schemes.$inferSelect, 'cases'>): Scheme {
  return {
    id: articleId,
    name: row.name,
    level: row.level,
    state: row.state,
    department: row.department,
    ...details,
    alsoCheck: details.alsoCheck ?? [],
    officialUrl: row.officialUrl,
    lastCheckedAt: lastCheckedOn === null ? null : new Date(`${lastCheckedOn}T00:00:00Z`).toISOString(),
    rules: (rules && translateRules(rules as Rules, reasons)) as Scheme['rules'],
  };
}
