import { currentLanguage, type Language } from '../../messages/catalogue.ts';
import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { preparedOnce } from '../../database/prepared.server.ts';
import { onceForEachGroup } from '../../database/translation-groups.server.ts';
import { articleCategories, articles, articleTags } from '../../database/schema.ts';
import { positionOf, toListing } from '../../platform/wire/paging.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import type { ArticleSummary } from './articles.contract.ts';
import { isInCategories, isPublicArticle, presentArticle, summaryColumns } from './articles.queries.server.ts';

type Query = {
  pageSize?: number | undefined;
  articleId?: number[] | undefined;
  articleCategories?: number[] | undefined;
};

/** Related articles, ranked by shared categories and tags, then newest first; never the article itself. */
export async function listRecommendedArticles(db: Queryable, query: Query): Promise<Listing<ArticleSummary>> {
  const position = positionOf({ pageSize: query.pageSize });
  const rows = await rowsOf(db, query, position.pageSize);
  // A choice without further pages: what it holds is all there is.
  const items = rows.map(presentArticle);
  return toListing(rows, position, { value: rows.length, isCapped: false }, items, () => null);
}

function rowsOf(db: Queryable, query: Query, pageSize: number) {
  const language = currentLanguage();
  const [id] = query.articleId ?? [];
  const inCategories = query.articleCategories?.length ? [isInCategories(query.articleCategories)] : [];
  if (id === undefined)
    return newest(db, language, inCategories)
      .orderBy(...ranked(language, []))
      .limit(pageSize);
  if (inCategories.length === 0) return relatedTo(db, language).execute({ id, pageSize });
  return newest(db, language, [...inCategories, isRelated(sql`${id}`)])
    .orderBy(...ranked(language, [desc(sharedWith(sql`${id}`))]))
    .limit(pageSize);
}

// What every article's page asks for: planning takes longer than the rows.
const relatedTo = (db: Queryable, language: Language) =>
  preparedOnce(db, `related_articles_${language}`, (name) => {
    const id = sql`${sql.placeholder('id')}::int`;
    return newest(db, language, [isRelated(id)])
      .orderBy(...ranked(language, [desc(sharedWith(id))]))
      .limit(sql.placeholder('pageSize'))
      .prepare(name);
  });

// Only the newest few hundred candidates are ranked, so that the cost is bounded as the site grows.
const newest = (db: Queryable, language: Language, filters: (SQL | undefined)[]) =>
  db
    .select(summaryColumns)
    .from(articles)
    .where(
      inArray(
        articles.id,
        db
          .select({ id: articles.id })
          .from(articles)
          .where(and(isPublicArticle, onceForEachGroup('articles', language), ...filters))
          .orderBy(desc(articles.publishedAt), desc(articles.id))
          .limit(300),
      ),
    );

const ranked = (language: Language, first: SQL[]) => [
  desc(eq(articles.lang, language)),
  ...first,
  desc(articles.publishedAt),
  desc(articles.id),
];

// Uncorrelated subqueries, which run once for all candidates.
const ownCategories = (id: SQL) =>
  sql`any(array(select own.category_id from ${articleCategories} own where own.article_id = ${id}))`;
const ownTags = (id: SQL) => sql`any(array(select own.tag_id from ${articleTags} own where own.article_id = ${id}))`;

const sharedWith = (id: SQL) => sql`
  2 * (select count(*) from ${articleCategories} c where c.article_id = ${articles.id} and c.category_id = ${ownCategories(id)})
  + (select count(*) from ${articleTags} t where t.article_id = ${articles.id} and t.tag_id = ${ownTags(id)})`;

/** In one of its categories, and neither itself nor a translation of it. */
const isRelated = (id: SQL) =>
  and(
    ne(articles.id, id),
    sql`${articles.groupId} is distinct from coalesce((select of_it.group_id from ${articles} of_it where of_it.id = ${id}), -1)`,
    sql`exists (select 1 from ${articleCategories} c where c.article_id = ${articles.id} and c.category_id = ${ownCategories(id)})`,
  );
