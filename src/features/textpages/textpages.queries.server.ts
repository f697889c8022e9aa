import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { textPages } from '../../database/schema.ts';
import { addressIn } from '../../platform/settings/site-languages.ts';
import { escapeHtml } from '../../platform/text/escape-html.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { textPagePath } from '../../platform/page/text-page-path.ts';

type TextPage = {
  /** Of the row itself: a translation has one of its own. */
  key: string;
  lang: string;
  canonicalUrl: string;
  translations: { lang: string; canonicalUrl: string }[];
  /** Address of the original, where it changed after the day that this translation follows. */
  olderThan: string | null;
  title: string;
  description: string;
  html: string;
  updatedAt: string;
};

/** Placeholders allowed in a text page, such as `{organization}`. */
export type TextPageValues = Record<'organization' | 'grievanceOfficer' | 'supportEmail' | 'origin', string>;

/**
 * The page with this key in a language, else its original.
 * @throws AppError page_not_found
 */
export async function getTextPage(
  db: Queryable,
  key: string,
  language: string,
  values: TextPageValues,
): Promise<TextPage> {
  const rows = await db
    .select()
    .from(textPages)
    .where(or(and(eq(textPages.key, key), isNull(textPages.translationOf)), eq(textPages.translationOf, key)))
    .orderBy(asc(textPages.lang));
  const original = rows.find((row) => row.translationOf === null);
  const row = rows.find(({ lang }) => lang === language) ?? original ?? rows[0];
  if (!row) throw notFound('page');
  const html = row.bodyHtml.replace(
    /\{(organization|grievanceOfficer|supportEmail|origin)\}/g,
    (_whole, name: keyof TextPageValues) => escapeHtml(values[name]),
  );
  const addressOf = ({ lang }: { lang: string }) => addressIn(lang, textPagePath(key));
  const isChangedSince = original !== undefined && row.follows !== null && original.updatedOn > row.follows;
  return {
    key: row.key,
    lang: row.lang,
    canonicalUrl: addressOf(row),
    translations: rows
      .filter((other) => other !== row)
      .map((other) => ({ lang: other.lang, canonicalUrl: addressOf(other) })),
    olderThan: original && row !== original && (row.isBehind ?? isChangedSince) ? addressOf(original) : null,
    title: row.title,
    description: row.description,
    html,
    updatedAt: row.updatedOn,
  };
}
