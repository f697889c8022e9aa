import { sql } from 'drizzle-orm';
import { date, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { articles } from './articles.ts';

export type SchemeLevel = 'CENTRAL' | 'STATE';
export type SchemeDocument = { name: string; note: string | null };
/** What a page shows as it is: plain text, in points. */
export type SchemeDetails = {
  forWhom: string | null;
  benefits: string[];
  eligibility: string[];
  exclusions: string[];
  documents: SchemeDocument[];
  /** In rupees; 0 is free of charge, null unknown. */
  fee: { amount: number; note: string | null } | null;
  apply: { onlineUrl: string | null; offlineSteps: string[] };
};

/** The scheme that an article explains: at most one, public exactly when the article is. */
export const schemes = pgTable(
  'schemes',
  {
    articleId: integer('article_id')
      .primaryKey()
      .references(() => articles.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Null where the source does not say. */
    level: text().$type<SchemeLevel>(),
    state: text(),
    department: text(),
    details: jsonb().$type<SchemeDetails>().notNull(),
    /** Checked before they are stored; see docs/schemes.md. */
    rules: jsonb().$type<{ version: 1; all: object[] }>(),
    officialUrl: text('official_url'),
    lastCheckedOn: date('last_checked_on'),
  },
  (table) => [
    index('schemes_with_rules')
      .on(table.articleId)
      .where(sql`rules is not null`),
  ],
);
