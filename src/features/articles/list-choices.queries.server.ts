import { and, asc, eq, exists, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articleCategories, articles, articleTags, categories, schemes, tags } from '../../database/schema.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { isInCategories, isPublicArticle } from './articles.queries.server.ts';

/** What a list of articles can be narrowed to. `whom`: people, by the key of a tag, or of the category of women. */
export type ListChoices = { states: string[]; whom: { key: string; name: string }[] };

const womenKey = 'women';
const peopleTags = ['farmers', 'senior-citizens', 'students', 'children', 'disability'];
export const isPeople = (key: string): boolean => key === womenKey || peopleTags.includes(key);

/** Those that make a difference in a category. */
export async function findListChoices(db: Queryable, categoryId: number): Promise<ListChoices> {
  const isListed = and(isPublicArticle, isInCategories([categoryId]));
  const [ofStates, ofTags, ofWomen] = await Promise.all([
    db
      .selectDistinct({ state: schemes.state })
      .from(schemes)
      .innerJoin(articles, eq(articles.id, schemes.articleId))
      .where(and(isListed, isNotNull(schemes.state)))
      .orderBy(asc(schemes.state)),
    db
      .select({ key: tags.name, displayName: tags.displayName, translations: tags.translations })
      .from(tags)
      .where(
        and(
          inArray(tags.name, peopleTags),
          exists(
            db
              .select({ id: articleTags.articleId })
              .from(articleTags)
              .innerJoin(articles, eq(articles.id, articleTags.articleId))
              .where(and(eq(articleTags.tagId, tags.id), isListed)),
          ),
        ),
      ),
    db
      .select({ key: categories.key, displayName: categories.displayName, translations: categories.translations })
      .from(categories)
      .where(
        and(
          eq(categories.key, womenKey),
          sql`${categories.id} <> ${categoryId}`,
          exists(
            db
              .select({ id: articles.id })
              .from(articles)
              .where(and(isListed, isForWhom(womenKey))),
          ),
        ),
      ),
  ]);
  const found = [...ofWomen, ...ofTags.toSorted((a, b) => peopleTags.indexOf(a.key) - peopleTags.indexOf(b.key))];
  return {
    states: ofStates.flatMap(({ state }) => state ?? []),
    whom: found.map(({ key, displayName, translations }) => ({
      key,
      name: translations[currentLanguage()]?.displayName ?? displayName,
    })),
  };
}

/** Not a scheme of another State. */
export const isOpenIn = (state: string): SQL =>
  sql`not exists (select 1 from ${schemes} where ${schemes.articleId} = ${articles.id} and ${schemes.state} <> ${state})`;

export const isForWhom = (key: string): SQL =>
  key === womenKey
    ? sql`exists (select 1 from ${articleCategories} join ${categories} on ${categories.id} = ${articleCategories.categoryId} where ${articleCategories.articleId} = ${articles.id} and ${categories.key} = ${womenKey})`
    : sql`exists (select 1 from ${articleTags} join ${tags} on ${tags.id} = ${articleTags.tagId} where ${articleTags.articleId} = ${articles.id} and ${tags.name} = ${key})`;
