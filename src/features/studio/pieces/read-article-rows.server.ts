import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import {
  articleCategories,
  articles,
  articleTags,
  authors,
  categories,
  redirects,
  schemes,
  type StudioFields,
  tags,
} from '../../../database/schema.ts';
import { keyOfSource } from '../../../platform/wire/piece-key.ts';
import { dateOf, given, keysOf, pathOf, type Reader } from './row-fields.server.ts';

export const readArticles: Reader = async (db, ids) => {
  const rows = await db
    .select({ row: articles, author: authors.key, scheme: schemes })
    .from(articles)
    .innerJoin(authors, eq(authors.id, articles.authorId))
    .leftJoin(schemes, eq(schemes.articleId, articles.id))
    .where(inArray(articles.id, ids));
  const inCategories = await db
    .select({ id: articleCategories.articleId, key: categories.key })
    .from(articleCategories)
    .innerJoin(categories, eq(categories.id, articleCategories.categoryId))
    .where(inArray(articleCategories.articleId, ids))
    .orderBy(articleCategories.position);
  const withTags = await db
    .select({ id: articleTags.articleId, key: tags.displayName })
    .from(articleTags)
    .innerJoin(tags, eq(tags.id, articleTags.tagId))
    .where(inArray(articleTags.articleId, ids))
    .orderBy(tags.name);
  const paths = await db
    .select({ id: redirects.toId, key: redirects.fromPath })
    .from(redirects)
    .where(and(eq(redirects.toKind, 'article'), inArray(redirects.toId, ids)))
    .orderBy(redirects.fromPath);
  const originals = await originalsOf(
    db,
    rows.map(({ row }) => row),
  );
  return rows.map(({ row, author, scheme }) => ({
    ...row,
    key: keyOfSource(row.sourceKey),
    fields: given({
      id: row.id,
      title: row.title,
      summary: row.summary,
      author,
      categories: keysOf(inCategories, row.id),
      tags: keysOf(withTags, row.id),
      publishedAt: dateOf(row.publishedAt),
      lastCheckedAt: row.lastCheckedAt,
      coverFigure: row.coverFigure,
      lang: row.lang,
      translationOf: originals.get(row.id),
      follows: row.follows,
      metaTitle: row.metaTitle,
      metaDescription: row.metaDescription,
      thumbnail: pathOf(row.thumbnail),
      sources: row.sources,
      corrections: row.corrections,
      scheme: scheme && schemeFields(scheme),
      oldPaths: keysOf(paths, row.id),
      sample: row.isSample || null,
    }),
  }));
};

/** Keys of the originals that these articles translate. */
async function originalsOf(
  db: Queryable,
  rows: { id: number; groupId: number | null }[],
): Promise<Map<number, string>> {
  const translations = rows.filter(({ id, groupId }) => groupId !== null && groupId !== id);
  if (translations.length === 0) return new Map();
  const groups = translations.map(({ groupId }) => groupId!);
  const found = await db
    .select({ id: articles.id, sourceKey: articles.sourceKey })
    .from(articles)
    .where(inArray(articles.id, groups));
  const keys = new Map(found.map(({ id, sourceKey }) => [id, keyOfSource(sourceKey)]));
  return new Map(translations.flatMap(({ id, groupId }) => (keys.has(groupId!) ? [[id, keys.get(groupId!)!]] : [])));
}

const schemeFields = ({ details, ...row }: typeof schemes.$inferSelect): StudioFields =>
  given({
    name: row.name,
    level: row.level === 'STATE' ? row.state : 'central',
    department: row.department,
    forWhom: details.forWhom,
    kind: details.kind,
    worth: details.worth,
    benefits: details.benefits,
    eligibility: details.eligibility,
    exclusions: details.exclusions,
    documents: details.documents.map(({ name, note }) => (note === null ? name : `${name} — ${note}`)),
    fee: details.fee && given(details.fee),
    apply: given({ online: details.apply.onlineUrl, offline: details.apply.offlineSteps }),
    officialUrl: row.officialUrl,
    lastCheckedAt: row.lastCheckedOn,
    rules: row.rules,
    alsoCheck: details.alsoCheck ?? [],
    cases: row.cases,
    reasons: details.reasons,
  });
