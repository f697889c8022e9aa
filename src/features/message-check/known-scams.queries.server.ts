import { and, asc, desc, eq, gte, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { articles, knownScams } from '../../database/schema.ts';
import { articlePath } from '../../platform/ids.ts';
import { addressIn } from '../../platform/site-languages.ts';
import { isPublicArticle } from '../articles/articles.queries.server.ts';
import type { KnownScam } from './scam-likeness.ts';
import type { ScamSeen } from './seen-now.tsx';

export type ScamOnDesk = KnownScam & {
  about: string;
  advice: string[];
  firstSeenOn: string | null;
  lastSeenOn: string | null;
  expiresOn: string | null;
  updatedAt: Date;
};

/** Unexpired known scams, the most recently seen first. */
export async function listKnownScams(db: Queryable): Promise<ScamOnDesk[]> {
  const rows = await db
    .select({
      key: knownScams.key,
      title: knownScams.title,
      about: knownScams.about,
      advice: knownScams.advice,
      texts: knownScams.texts,
      firstSeenOn: knownScams.firstSeenOn,
      lastSeenOn: knownScams.lastSeenOn,
      expiresOn: knownScams.expiresOn,
      updatedAt: knownScams.updatedAt,
      articleId: articles.id,
      articleTitle: articles.title,
      articleLang: articles.lang,
    })
    .from(knownScams)
    .leftJoin(articles, sql`${eq(articles.id, knownScams.articleId)} and ${isPublicArticle}`)
    .where(
      and(
        eq(knownScams.isActive, true),
        or(isNull(knownScams.expiresOn), gte(knownScams.expiresOn, sql`(now() at time zone 'Asia/Kolkata')::date`)),
      ),
    )
    .orderBy(sql`${desc(knownScams.lastSeenOn)} nulls last`, asc(knownScams.key));
  return rows.map(({ key, texts, articleId, articleTitle, articleLang, ...row }) => ({
    ...row,
    id: key,
    texts: texts.map(({ text }) => text),
    canonicalUrl:
      articleId !== null && articleTitle !== null && articleLang !== null
        ? addressIn(articleLang, articlePath(articleTitle, articleId))
        : `/check#${key}`,
  }));
}

const mostSeen = 4;

/** The scams seen last, for readers; those that nobody has dated come last. */
export async function listScamsSeen(db: Queryable): Promise<ScamSeen[]> {
  const scams = await listKnownScams(db);
  return scams
    .slice(0, mostSeen)
    .map(({ id, title, canonicalUrl, lastSeenOn }) => ({ id, title, canonicalUrl, lastSeenOn }));
}
