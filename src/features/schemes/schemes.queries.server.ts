import { isOfficialSource } from '../../platform/text/official-sites.ts';
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import {
  onceForEachGroup,
  preferredId,
  presentTranslations,
  type TranslationRow,
  translationsOf,
} from '../../database/translation-groups.server.ts';
import { currentLanguage } from '../../messages/catalogue.ts';
import { addressIn } from '../../platform/settings/site-languages.ts';
import { articles, schemes } from '../../database/schema.ts';
import { articlePath } from '../../platform/wire/ids.ts';
import type { PageCache } from '../../platform/cache/page-cache.server.ts';
import { isOriginal, isPublicArticle, originalSchemes } from '../articles/articles.queries.server.ts';
import { withIntake } from './intake.ts';
import { changeDays } from './dated-rules.ts';
import { compileSchemes, type CompiledSchemes } from './find-schemes.ts';
import type { Rules } from './rules.ts';
import { translateRules, translateSentence } from './translated-rules.ts';
import type { OpenRules, SavedScheme, SchemeCard } from './schemes.contract.ts';

/** `otherIds`: of the articles that are translations of this one. */
export type SchemeWithRules = SchemeCard & { rules: Rules; otherIds: number[]; originalId?: number };

const groupOf = sql`coalesce(${articles.groupId}, ${articles.id})`;
const ruledGroups = (db: Queryable) =>
  db
    .select({ id: groupOf })
    .from(schemes)
    .innerJoin(articles, eq(articles.id, schemes.articleId))
    .where(isNotNull(schemes.rules));

const shownSchemes = (db: Queryable) =>
  db
    .select({
      id: articles.id,
      groupId: articles.groupId,
      title: articles.title,
      lang: articles.lang,
      summary: articles.summary,
      sources: articles.sources,
      isSample: articles.isSample,
      own: schemes,
      original: originalSchemes,
      translations: translationsOf('articles').as('translations'),
      otherIds: sql<number[]>`array(select other.id from ${articles} other
        where other.group_id = ${articles.groupId} and other.id <> ${articles.id})`,
    })
    .from(articles)
    .leftJoin(schemes, eq(schemes.articleId, articles.id))
    .leftJoin(originalSchemes, isOriginal);
type Shown = Awaited<ReturnType<typeof shownSchemes>>[number];

/** The record that readers see, with the original's rules and cases, whose sentences are translated where known. */
function recordOf({ own, original }: Shown): SchemeRow | null {
  const record = own ?? original;
  if (!record) return null;
  const source = original?.rules ? original : record;
  const reasons = own?.details.reasons ?? {};
  return {
    ...record,
    details: withIntake(record.details, original?.details.intake),
    rules: source.rules && translateRules(source.rules as Rules, reasons),
    cases: source.cases?.map((one) => ({ ...one, why: translateSentence(one.why, reasons) })) ?? null,
  };
}
type SchemeRow = typeof schemes.$inferSelect;

async function listRuled(db: Queryable): Promise<{ shown: Shown; record: SchemeRow; card: SchemeWithRules }[]> {
  const rows = await shownSchemes(db).where(
    and(isPublicArticle, onceForEachGroup('articles', currentLanguage()), inArray(groupOf, ruledGroups(db))),
  );
  const ruled = rows.flatMap((shown) => {
    const record = recordOf(shown);
    return record?.rules ? [{ shown, record, card: toCard(shown, record) }] : [];
  });
  const worthOf = ({ record }: (typeof ruled)[number]) => record.details.worth ?? -1;
  const byName = new Intl.Collator(currentLanguage());
  return ruled.sort(
    (a, b) => worthOf(b) - worthOf(a) || byName.compare(a.card.name, b.card.name) || a.card.id - b.card.id,
  );
}

const addressOf = ({ lang, title, id }: TranslationRow): string => addressIn(lang, articlePath(title, id));

const toCard = (
  { id, groupId, title, lang, summary, translations, otherIds }: Shown,
  { name, level, state, department, officialUrl, details, rules }: SchemeRow,
): SchemeWithRules => ({
  id,
  name,
  level,
  state,
  department,
  officialUrl,
  title,
  summary,
  lang,
  translations: presentTranslations(translations, addressOf),
  canonicalUrl: addressOf({ lang, title, id }),
  benefit: details.benefits[0] ?? null,
  kind: details.kind ?? 'other',
  alsoCheck: details.alsoCheck ?? [],
  ...(details.intake ? { intake: details.intake } : {}),
  rules: rules as Rules,
  otherIds,
  ...(groupId !== null && groupId !== id ? { originalId: groupId } : {}),
});

/** Schemes as open data: with test cases, sources and review dates. */
export async function listOpenRules(db: Queryable): Promise<Pick<OpenRules, 'data' | 'counts'>> {
  const data = (await listRuled(db)).map(({ shown, record, card }) => ({
    ...card,
    cases: (record.cases ?? []).map((one) => ({ ...one, answers: { ...one.answers } })),
    sources: shown.sources.map(({ title, url }) => ({ title, url, official: isOfficialSource(url) })),
    lastCheckedOn: record.lastCheckedOn,
    isSample: shown.isSample,
  }));
  const conditions = data.flatMap(({ rules }) => rules.all);
  return {
    data,
    counts: {
      schemes: data.length,
      conditions: conditions.length,
      reviewedConditions: conditions.filter(({ reviewedOn }) => reviewedOn !== undefined).length,
      cases: data.reduce((sum, { cases }) => sum + cases.length, 0),
    },
  };
}

/** Public schemes with rules, in the language of the request where there is a translation: those worth most first. */
export async function listSchemesWithRules(db: Queryable): Promise<SchemeWithRules[]> {
  return (await listRuled(db)).map(({ card }) => card);
}

/**
 * Compiled schemes for a date, cached until an article changes.
 * @param remember the page cache's, whose invalidation reaches every instance
 * @param day as 2026-11-22. Days of one span between changes of the law share a compilation, which bounds the cache.
 */
export async function compiledSchemes(
  remember: PageCache['remember'],
  db: Queryable,
  day: string,
): Promise<CompiledSchemes<SchemeWithRules>> {
  const { list, changes, bySpan } = await remember(`schemes ${currentLanguage()}`, ['articles'], async () => {
    const schemesNow = await listSchemesWithRules(db);
    return {
      list: schemesNow,
      changes: [...new Set(schemesNow.flatMap(({ rules }) => changeDays(rules)))].sort(),
      bySpan: new Map<number, CompiledSchemes<SchemeWithRules>>(),
    };
  });
  const span = changes.filter((change) => change <= day).length;
  const known = bySpan.get(span) ?? compileSchemes(list, day);
  // LRU of two spans: today's, and one past date that somebody looks up.
  bySpan.delete(span);
  bySpan.set(span, known);
  for (const oldest of bySpan.keys()) if (bySpan.size > 2) bySpan.delete(oldest);
  return known;
}

/** Public schemes, with rules or without; a scheme and its translations count once. */
export async function countSchemes(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${groupOf})::int` })
    .from(schemes)
    .innerJoin(articles, eq(articles.id, schemes.articleId))
    .where(isPublicArticle);
  return row?.count ?? 0;
}

/** Ids of the public articles that explain a scheme. */
export async function listSchemeIds(db: Queryable): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ id: schemes.articleId })
    .from(schemes)
    .innerJoin(articles, eq(articles.id, schemes.articleId))
    .where(isPublicArticle);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Saved schemes by id, in the language of the request where there is a translation. Not public: left out. A scheme that
 * was saved in two languages is told once; its `translations` have the other number.
 */
export async function listSavedSchemes(db: Queryable, ids: readonly number[]): Promise<SavedScheme[]> {
  if (ids.length === 0) return [];
  const wanted = await db
    .select({ id: articles.id, shownId: preferredId('articles', currentLanguage()) })
    .from(articles)
    .innerJoin(schemes, eq(schemes.articleId, articles.id))
    .where(and(isPublicArticle, inArray(articles.id, [...ids])))
    .orderBy(asc(articles.id));
  // The number stays a saved one, by which the device knows the scheme.
  const savedIds = new Map<number, number>();
  for (const { id, shownId } of wanted) if (id === shownId || !savedIds.has(shownId)) savedIds.set(shownId, id);
  const rows = savedIds.size === 0 ? [] : await shownSchemes(db).where(inArray(articles.id, [...savedIds.keys()]));
  return rows
    .flatMap((shown) => {
      const record = recordOf(shown);
      return record
        ? [{ ...toCard(shown, record), documents: record.details.documents, id: savedIds.get(shown.id)! }]
        : [];
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}

/** Names of public schemes, for a select element. */
export async function listSchemeNames(db: Queryable, most: number): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: schemes.articleId, name: schemes.name })
    .from(schemes)
    .innerJoin(articles, eq(articles.id, schemes.articleId))
    .where(and(isPublicArticle, onceForEachGroup('articles', currentLanguage())))
    .orderBy(asc(schemes.name), asc(schemes.articleId))
    .limit(most);
}
