import { currentLanguage } from '../../messages/catalogue.ts';
import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { onceForEachGroup } from '../../database/translation-groups.server.ts';
import { articleCategories, articles, articleTags } from '../../database/schema.ts';
import { positionOf, toListing } from '../../platform/paging.ts';
import type { Listing } from '../../platform/wire.ts';
import type { ArticleSummary } from './articles.contract.ts';
import { articleFilter, isPublicArticle, presentArticle, summaryColumns } from './articles.queries.server.ts';

/** Related articles, ranked by shared categories and tags, then newest first; never the article itself. */
export async function listRecommendedArticles(
  db: Queryable,
  query: { pageSize?: number | undefined; articleId?: number[] | undefined; articleCategories?: number[] | undefined },
): Promise<Listing<ArticleSummary>> {
  const position = positionOf({ pageSize: query.pageSize });
  const [articleId] = query.articleId ?? [];
  const language = currentLanguage();
  const categoryIds = query.articleCategories ?? [];
  const shared = sql`
    2 * (select count(*) from ${articleCategories} c join ${articleCategories} own on own.category_id = c.category_id
         where c.article_id = ${articles.id} and own.article_id = ${articleId})
    + (select count(*) from ${articleTags} t join ${articleTags} own on own.tag_id = t.tag_id
         where t.article_id = ${articles.id} and own.article_id = ${articleId})`;
  // Only the newest few hundred candidates are ranked, so that the cost is bounded as the site grows.
  const candidates = db
    .select({ id: articles.id })
    .from(articles)
    .where(
      and(
        isPublicArticle,
        onceForEachGroup('articles', language),
        articleId === undefined
          ? undefined
          : and(
              ne(articles.id, articleId),
              sql`${articles.groupId} is distinct from coalesce((select of_it.group_id from ${articles} of_it where of_it.id = ${articleId}), -1)`,
            ),
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
    .orderBy(
      desc(eq(articles.lang, language)),
      ...(articleId === undefined ? [] : [desc(shared)]),
      desc(articles.publishedAt),
      desc(articles.id),
    )
    .limit(position.pageSize);
  // A choice without further pages: what it holds is all there is.
  const items = rows.map(presentArticle);
  return toListing(rows, position, { value: rows.length, isCapped: false }, items, () => null);
}
