import { and, desc, eq, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { cappedCount, keptTotal, orderOf } from '../../database/listing.server.ts';
import { articleCategories, articles, articleTags, schemes, takedowns } from '../../database/schema.ts';
import { gone, notFound } from '../../platform/errors.ts';
import { articlePath } from '../../platform/ids.ts';
import { isPastTheEnd, offsetOf, positionOf, toListing } from '../../platform/paging.ts';
import type { Listing } from '../../platform/wire.ts';
import { authorObject, type AuthorRow, presentAuthor } from '../authors/authors.queries.server.ts';
import {
  categoryObject,
  presentSmallCategory,
  type SmallCategoryRow,
} from '../categories/categories.queries.server.ts';
import type { Scheme } from '../schemes/schemes.contract.ts';
import { presentTag, tagObject, type TagRow } from '../tags/tags.queries.server.ts';
import type { Article, ArticleListQuery, ArticleSummary } from './articles.contract.ts';

/** The one gate between drafts, schedules and takedowns on one side and readers on the other. */
export const isPublicArticle = and(eq(articles.status, 'published'), lte(articles.publishedAt, sql`now()`)) as SQL;

// What an article refers to comes with its row: one statement for a page, whatever it shows.
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
};

const summaryColumns = {
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
  lastCheckedAt: articles.lastCheckedAt,
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
};

const presentArticle = (row: SummaryRow): ArticleSummary => ({
  id: row.id,
  contentType: 'ARTICLE',
  title: row.title,
  summary: row.summary,
  thumbnail: row.thumbnail,
  createdBy: presentAuthor(row.author),
  categories: row.categories.map(presentSmallCategory),
  tags: row.tags.map(presentTag).sort((a, b) => (a.name < b.name ? -1 : 1)),
  canonicalUrl: articlePath(row.title, row.id),
  metaTitle: row.metaTitle,
  metaDescription: row.metaDescription,
  publishedAt: row.publishedAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  lastCheckedAt: row.lastCheckedAt === null ? null : new Date(`${row.lastCheckedAt}T00:00:00Z`).toISOString(),
  sources: row.sources,
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

export function articleFilter(query: ArticleListQuery): SQL[] {
  const filters: SQL[] = [isPublicArticle];
  if (query.articleCategories) {
    filters.push(
      sql`exists (select 1 from ${articleCategories} where ${articleCategories.articleId} = ${articles.id} and ${inArray(articleCategories.categoryId, query.articleCategories)})`,
    );
  }
  if (query.articleTags) {
    filters.push(
      sql`exists (select 1 from ${articleTags} where ${articleTags.articleId} = ${articles.id} and ${inArray(articleTags.tagId, query.articleTags)})`,
    );
  }
  if (query.articleAuthorId) filters.push(inArray(articles.authorId, query.articleAuthorId));
  return filters;
}

/** Lists published articles; a page past the end is empty. */
export async function listArticles(db: Queryable, query: ArticleListQuery): Promise<Listing<ArticleSummary>> {
  const position = positionOf(query);
  const isAscending = query.sortOrder ? query.sortOrder === 'ASC' : query.articleAuthorId !== undefined;
  const order = orderOf(articles, query.sortKey, isAscending);
  const filters = articleFilter(query);
  const total = filters.length === 1 ? await keptTotal(db, 'articles') : await cappedCount(db, articles, filters);

  const rows: (SummaryRow & { orderValue: string })[] = isPastTheEnd(position)
    ? []
    : await db
        .select({ ...summaryColumns, orderValue: order.value })
        .from(articles)
        .where(and(...filters, position.after ? order.behind(position.after) : undefined))
        .orderBy(...order.by)
        .limit(position.pageSize + 1)
        .offset(offsetOf(position));

  const items = rows.slice(0, position.pageSize).map(presentArticle);
  return toListing(rows, position, total, items, ({ orderValue, id }) => ({ value: orderValue, id }));
}

export type ArticleDetail = {
  article: Article;
  lang: 'en' | 'hi';
  toc: (typeof articles.$inferSelect)['toc'];
  corrections: (typeof articles.$inferSelect)['corrections'];
  isSample: boolean;
};

const prepareDetail = (db: Queryable) =>
  db
    .select({
      ...summaryColumns,
      body: articles.body,
      bodyHtml: articles.bodyHtml,
      toc: articles.toc,
      corrections: articles.corrections,
      isSample: articles.isSample,
      scheme: schemes,
    })
    .from(articles)
    .leftJoin(schemes, eq(schemes.articleId, articles.id))
    .where(and(eq(articles.id, sql.placeholder('id')), isPublicArticle))
    .prepare('article_detail');
const detailStatements = new WeakMap<Queryable, ReturnType<typeof prepareDetail>>();

// Built and planned once: the page that is asked for most.
function detailStatement(db: Queryable): ReturnType<typeof prepareDetail> {
  const statement = detailStatements.get(db) ?? prepareDetail(db);
  detailStatements.set(db, statement);
  return statement;
}

/** @throws AppError article_not_found (drafts and scheduled pieces read the same), gone after a takedown */
export async function getArticle(db: Queryable, id: number): Promise<ArticleDetail> {
  const [row] = await detailStatement(db).execute({ id });
  if (!row) {
    const [takedown] = await db
      .select()
      .from(takedowns)
      .where(and(eq(takedowns.kind, 'article'), eq(takedowns.entityId, String(id))));
    throw takedown ? gone() : notFound('article');
  }
  return {
    article: {
      ...presentArticle(row),
      body: row.body,
      bodyHtml: row.bodyHtml,
      scheme: row.scheme === null ? null : toScheme(row.scheme),
    },
    lang: row.lang === 'hi' ? 'hi' : 'en',
    toc: row.toc,
    corrections: row.corrections,
    isSample: row.isSample,
  };
}

function toScheme({ articleId, details, rules, lastCheckedOn, ...row }: typeof schemes.$inferSelect): Scheme {
  return {
    id: articleId,
    name: row.name,
    level: row.level,
    state: row.state,
    department: row.department,
    ...details,
    officialUrl: row.officialUrl,
    lastCheckedAt: lastCheckedOn === null ? null : new Date(`${lastCheckedOn}T00:00:00Z`).toISOString(),
    rules: rules as Scheme['rules'],
  };
}

/** What to read next: shares the most categories and tags, newest first; never the article itself. */
export async function listRecommendedArticles(
  db: Queryable,
  query: { pageSize?: number | undefined; articleId?: number[] | undefined; articleCategories?: number[] | undefined },
): Promise<Listing<ArticleSummary>> {
  const position = positionOf({ pageSize: query.pageSize });
  const [articleId] = query.articleId ?? [];
  const categoryIds = query.articleCategories ?? [];
  const shared = sql`
    2 * (select count(*) from ${articleCategories} c join ${articleCategories} own on own.category_id = c.category_id
         where c.article_id = ${articles.id} and own.article_id = ${articleId})
    + (select count(*) from ${articleTags} t join ${articleTags} own on own.tag_id = t.tag_id
         where t.article_id = ${articles.id} and own.article_id = ${articleId})`;
  // Ranks only the newest few hundred that share anything, so that the cost does not grow with the site.
  const candidates = db
    .select({ id: articles.id })
    .from(articles)
    .where(
      and(
        isPublicArticle,
        articleId === undefined ? undefined : ne(articles.id, articleId),
        categoryIds.length > 0 ? articleFilter({ articleCategories: categoryIds })[1] : undefined,
        articleId === undefined
          ? undefined
          : sql`exists (select 1 from ${articleCategories} c join ${articleCategories} own on own.category_id = c.category_id
        where c.article_id = ${articles.id} and own.article_id = ${articleId})`,
      ),
    )
    .orderBy(desc(articles.publishedAt), desc(articles.id))
    .limit(300);
  const rows = await db
    .select(summaryColumns)
    .from(articles)
    .where(inArray(articles.id, candidates))
    .orderBy(...(articleId === undefined ? [] : [desc(shared)]), desc(articles.publishedAt), desc(articles.id))
    .limit(position.pageSize + 1);
  const items = rows.slice(0, position.pageSize).map(presentArticle);
  return toListing(
    rows,
    position,
    { value: rows.length, isCapped: rows.length > position.pageSize },
    items,
    () => null,
  );
}
