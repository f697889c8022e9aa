import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Language } from '../messages/catalogue.ts';
import { pieceLanguages } from '../messages/piece-languages.ts';
import { defaultLanguage } from '../platform/settings/site-languages.ts';
import type { Queryable } from './connect.server.ts';
import { problem, type Problem } from '../platform/wire/problem.ts';

type Grouped = PgTable & Record<'id' | 'groupId' | 'lang' | 'title', PgColumn>;
export type PlacedTranslation = {
  /** The piece's own number; null for a new piece without one. */
  id: number | null;
  lang: string;
  /** Number of the original. */
  groupId: number;
};

/**
 * Finds what stops a piece from being a translation: an original in the same language, or another live piece of the
 * group in that language.
 * @param isLive condition on `table` for pieces that hold their language in the group
 * @returns a sentence for the report, or null
 */
export async function problemOfTranslation(
  tx: Queryable,
  table: Grouped,
  { id, lang, groupId }: PlacedTranslation,
  isLive: SQL,
): Promise<Problem | null> {
  const [taken] = await tx
    .select({ id: table.id, title: table.title })
    .from(table as PgTable)
    .where(
      and(
        or(eq(table.groupId, groupId), eq(table.id, groupId)),
        eq(table.lang, lang),
        id === null ? undefined : ne(table.id, id),
        isLive,
      ),
    )
    .limit(1);
  if (!taken) return null;
  const code = taken.id === groupId ? 'piece.sameLanguage' : 'piece.translatedAlready';
  return problem('piece.inField', 'translationOf', problem(code, taken.title as string));
}

/**
 * Adds originals to the groups that their translations name: after the pieces with these ids, translations or
 * originals, have been saved.
 */
export async function joinGroups(tx: Queryable, table: Grouped, ids: number[], isLive: SQL): Promise<void> {
  if (ids.length === 0) return;
  const groups = tx
    .select({ id: table.groupId })
    .from(table as PgTable)
    .where(and(isNotNull(table.groupId), isLive, or(inArray(table.id, ids), inArray(table.groupId, ids))));
  await tx
    .update(table)
    .set({ groupId: sql`${table.id}` } as never)
    .where(and(isNull(table.groupId), inArray(table.id, groups)));
}

/** Of originals that were written anew: that their translations follow them is not known any more, but by the day. */
export async function clearMarks(tx: Queryable, table: Grouped & { isBehind: PgColumn }, ids: number[]) {
  if (ids.length === 0) return;
  await tx
    .update(table)
    .set({ isBehind: null } as never)
    .where(and(inArray(table.groupId, ids), eq(table.isBehind, false)));
}

type GroupedTable = 'articles' | 'videos' | 'webstories' | 'ctas';
/** `title`: what the address is made of; the slug of a web story. */
export type TranslationRow = { lang: string; id: number; title: string };

const named = (table: GroupedTable) =>
  sql.raw(
    `json_build_object('lang', other.lang, 'id', other.id, 'title', other.${table === 'webstories' ? 'slug' : 'title'})`,
  );
/** A call to action that has ended still has its page: it belongs together with others that have, not with open ones. */
const isPublic = (table: GroupedTable) =>
  sql.raw(
    table === 'ctas'
      ? 'other.is_active = ctas.is_active'
      : "other.status = 'published' and other.published_at <= now()",
  );

/** Live translations of a piece, for its row; without a group there is nothing to look up. */
export const translationsOf = (table: GroupedTable): SQL<TranslationRow[]> => {
  const own = sql.identifier(table);
  return sql<TranslationRow[]>`(select coalesce(json_agg(${named(table)} order by other.lang), '[]')
    from ${own} other where other.group_id = ${own}.group_id and other.id <> ${own}.id and ${isPublic(table)})`;
};

/**
 * Whether a row says something else than `other`, its original: by the revisions that it follows where the studio knows
 * them, else by the day in `follows` (Indian time).
 */
export function isBehind(table: GroupedTable): SQL {
  const own = sql.identifier(table);
  return sql`coalesce(${own}.is_behind, (other.updated_at at time zone 'Asia/Kolkata')::date > ${own}.follows)`;
}

/** The original's row, where it is public and the row is behind it. */
export const originalIfNewer = (table: GroupedTable): SQL<TranslationRow | null> => {
  const own = sql.identifier(table);
  return sql<TranslationRow | null>`(select ${named(table)}
    from ${own} other where other.id = ${own}.group_id and other.id <> ${own}.id and ${isPublic(table)}
      and ${isBehind(table)})`;
};

/**
 * Condition on a row of `table`: no live piece of its group suits a reader of `language` better. First the piece in
 * that language, then the one in the site's default language, then the oldest. True for pieces without translations.
 * @param isListed condition on `other` for the pieces that a list may show; without it all live ones
 */
export function onceForEachGroup(table: GroupedTable, language: string, isListed?: SQL): SQL {
  const own = sql.identifier(table);
  const rank = (row: SQL) =>
    sql`(case when ${row}.lang = ${language} then 0 when ${row}.lang = ${defaultLanguage()} then 1 else 2 end, ${row}.id)`;
  return sql`not exists (select 1 from ${own} other where other.group_id = ${own}.group_id and other.id <> ${own}.id
    and ${isPublic(table)} and ${rank(sql`other`)} < ${rank(sql`${own}`)}${isListed ? sql` and ${isListed}` : sql``})`;
}

/** The two parts of a list: pieces in this language, and those of other languages that have none in it. */
export const inLanguageFilter = (table: GroupedTable, lang: PgColumn, language: Language, isOther: boolean): SQL =>
  isOther
    ? and(
        inArray(
          lang,
          pieceLanguages.filter((other) => other !== language),
        ),
        onceForEachGroup(table, language),
      )!
    : eq(lang, language);

/** Id of the live translation of a row into a language; its own id where there is none. */
export const preferredId = (table: GroupedTable, language: string): SQL<number> => {
  const own = sql.identifier(table);
  return sql<number>`coalesce((select other.id from ${own} other where other.group_id = ${own}.group_id and other.lang = ${language}
    and ${isPublic(table)} limit 1), ${own}.id)`;
};

/** The other languages of a piece, each with its address. */
export const presentTranslations = (rows: TranslationRow[], addressOf: (row: TranslationRow) => string) =>
  rows.map((row) => ({ lang: row.lang, id: row.id, canonicalUrl: addressOf(row) }));
