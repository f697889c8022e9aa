import { and, asc, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { indianToday } from '../../database/indian-day.server.ts';
import { articles, knownScams } from '../../database/schema.ts';
import type { StoredScamTexts } from '../../database/tables/scams.ts';
import { preferredId } from '../../database/translation-groups.server.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { languageWords } from '../../messages/languages.ts';
import { articlePath } from '../../platform/wire/ids.ts';
import { addressIn } from '../../platform/settings/site-languages.ts';
import { isPublicArticle } from '../articles/articles.queries.server.ts';
import { isOlder, type ScamWords } from './older-translations.ts';
import type { KnownScam } from './scam-likeness.ts';
import type { ScamSeen } from './seen-now.tsx';

export type ScamOnDesk = KnownScam & {
  about: string;
  firstSeenOn: string | null;
  lastSeenOn: string | null;
  expiresOn: string | null;
  updatedAt: Date;
};

/** Unexpired known scams in the current language as far as they are translated, the most recently seen first. */
export async function listKnownScams(db: Queryable): Promise<ScamOnDesk[]> {
  const rows = await db
    .select({
      key: knownScams.key,
      title: knownScams.title,
      about: knownScams.about,
      advice: knownScams.advice,
      translations: knownScams.translations,
      texts: knownScams.texts,
      firstSeenOn: knownScams.firstSeenOn,
      lastSeenOn: knownScams.lastSeenOn,
      expiresOn: knownScams.expiresOn,
      updatedAt: knownScams.updatedAt,
      articleId: sql<
        number | null
      >`case when ${articles.id} is not null then ${preferredId('articles', currentLanguage())} end`,
    })
    .from(knownScams)
    .leftJoin(articles, sql`${eq(articles.id, knownScams.articleId)} and ${isPublicArticle}`)
    .where(and(eq(knownScams.isActive, true), or(isNull(knownScams.expiresOn), gte(knownScams.expiresOn, indianToday))))
    .orderBy(sql`${desc(knownScams.lastSeenOn)} nulls last`, asc(knownScams.key));
  const explained = await mapAddresses(
    db,
    rows.flatMap(({ articleId }) => articleId ?? []),
  );
  return rows.map(({ key, texts, articleId, translations, about, ...row }) => {
    const own = translations[currentLanguage()] ?? {};
    return {
      ...row,
      title: own.title ?? row.title,
      advice: own.advice ?? row.advice,
      about: own.body ?? about,
      olderNote: isOlder(own) ? languageWords.older : null,
      id: key,
      texts: texts.map(({ text }) => text),
      canonicalUrl: (articleId !== null && explained.get(articleId)) || `/check#${key}`,
    };
  });
}

/** A known scam as it is stored, in all its languages. */
export async function findScamWords(db: Queryable, key: string): Promise<ScamWords<StoredScamTexts> | null> {
  const { title, about, advice, translations } = knownScams;
  const [row] = await db.select({ title, about, advice, translations }).from(knownScams).where(eq(knownScams.key, key));
  return row ?? null;
}

async function mapAddresses(db: Queryable, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: articles.id, lang: articles.lang, title: articles.title })
    .from(articles)
    .where(inArray(articles.id, ids));
  return new Map(rows.map(({ id, lang, title }) => [id, addressIn(lang, articlePath(title, id))]));
}

const mostSeen = 4;

/** The scams seen last, for readers; those that nobody has dated come last. */
export async function listScamsSeen(db: Queryable): Promise<ScamSeen[]> {
  const scams = await listKnownScams(db);
  return scams
    .slice(0, mostSeen)
    .map(({ id, title, canonicalUrl, lastSeenOn }) => ({ id, title, canonicalUrl, lastSeenOn }));
}
