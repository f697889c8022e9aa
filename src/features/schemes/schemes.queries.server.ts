import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, schemes } from '../../database/schema.ts';
import { articlePath } from '../../platform/ids.ts';
import type { PageCache } from '../../platform/page-cache.server.ts';
import { isPublicArticle } from '../articles/articles.queries.server.ts';
import { compileSchemes, type CompiledSchemes } from './find-schemes.ts';
import type { Rules } from './rules.ts';
import type { AsideScheme, SchemeCard } from './schemes.contract.ts';

export type SchemeWithRules = SchemeCard & { rules: Rules };

/** Every public scheme that has rules, by name. */
export async function listSchemesWithRules(db: Queryable): Promise<SchemeWithRules[]> {
  const rows = await db
    .select({
      id: schemes.articleId,
      name: schemes.name,
      level: schemes.level,
      state: schemes.state,
      department: schemes.department,
      details: schemes.details,
      rules: schemes.rules,
      officialUrl: schemes.officialUrl,
      title: articles.title,
      summary: articles.summary,
    })
    .from(schemes)
    .innerJoin(articles, eq(articles.id, schemes.articleId))
    .where(and(isPublicArticle, isNotNull(schemes.rules)))
    .orderBy(asc(schemes.name), asc(schemes.articleId));
  return rows.map(({ details, rules, ...row }) => ({
    ...row,
    canonicalUrl: articlePath(row.title, row.id),
    benefit: details.benefits[0] ?? null,
    rules: rules as Rules,
  }));
}

/** The same, compiled, kept until an article changes. @param remember of the page cache, so that every instance hears of a change */
export const compiledSchemes = (
  remember: PageCache['remember'],
  db: Queryable,
): Promise<CompiledSchemes<SchemeWithRules>> =>
  remember('schemes', ['articles'], async () => compileSchemes(await listSchemesWithRules(db)));

/** Numbers of the public articles that explain a scheme. */
export async function listSchemeIds(db: Queryable): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ id: schemes.articleId })
    .from(schemes)
    .innerJoin(articles, eq(articles.id, schemes.articleId))
    .where(isPublicArticle);
  return new Set(rows.map(({ id }) => id));
}

/** What a list of schemes put aside shows of each; those that are not public are left out. */
export async function listAsideSchemes(db: Queryable, ids: readonly number[]): Promise<AsideScheme[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: schemes.articleId,
      name: schemes.name,
      details: schemes.details,
      officialUrl: schemes.officialUrl,
      title: articles.title,
    })
    .from(schemes)
    .innerJoin(articles, eq(articles.id, schemes.articleId))
    .where(and(isPublicArticle, inArray(schemes.articleId, [...ids])))
    .orderBy(asc(schemes.name), asc(schemes.articleId));
  return rows.map(({ details, title, ...row }) => ({
    ...row,
    canonicalUrl: articlePath(title, row.id),
    benefit: details.benefits[0] ?? null,
    documents: details.documents,
  }));
}

/** Names of public schemes, for a form to choose from. */
export async function listSchemeNames(db: Queryable, most: number): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: schemes.articleId, name: schemes.name })
    .from(schemes)
    .innerJoin(articles, eq(articles.id, schemes.articleId))
    .where(isPublicArticle)
    .orderBy(asc(schemes.name), asc(schemes.articleId))
    .limit(most);
}
