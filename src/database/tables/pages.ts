import { boolean, date, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

/** The owner's text pages (about, privacy, terms, …), with placeholders for the owner's settings. */
export const textPages = pgTable(
  'text_pages',
  {
    key: text().primaryKey(),
    lang: text().notNull().default('en'),
    /** The key of the page that this one translates: it stands at that page's address, under its own language. */
    translationOf: text('translation_of'),
    follows: date(),
    /** As of articles. */
    isBehind: boolean('is_behind'),
    title: text().notNull(),
    description: text().notNull(),
    bodyHtml: text('body_html').notNull(),
    updatedOn: date('updated_on').notNull(),
  },
  (table) => [uniqueIndex('text_pages_translation').on(table.translationOf, table.lang)],
);

/** Old permalinks: the original path in lower case, without query or trailing slash. */
export const redirects = pgTable('redirects', {
  fromPath: text('from_path').primaryKey(),
  toKind: text('to_kind').notNull(),
  toId: integer('to_id').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Permanent takedowns: answered with 410 and the editor's reason, and never imported again. */
export const takedowns = pgTable('takedowns', {
  kind: text().notNull(),
  entityId: text('entity_id').notNull(),
  sourceKey: text('source_key').primaryKey(),
  reason: text().notNull(),
  takenDownAt: timestamp('taken_down_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Maintained counts of unfiltered lists, updated on publishing, so that reads need no count(*). */
export const totals = pgTable('totals', {
  name: text().primaryKey(),
  value: integer().notNull(),
});
