import { date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** About, privacy, terms, …: the owner's own pages, with placeholders for the owner's settings. */
export const textPages = pgTable('text_pages', {
  key: text().primaryKey(),
  title: text().notNull(),
  description: text().notNull(),
  bodyHtml: text('body_html').notNull(),
  updatedOn: date('updated_on').notNull(),
});

/** Old permalinks: the path as it was, without query or trailing slash, lower case. */
export const redirects = pgTable('redirects', {
  fromPath: text('from_path').primaryKey(),
  toKind: text('to_kind').notNull(),
  toId: integer('to_id').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Taken down for good: answers 410 with the reason an editor gave, and an import does not bring it back. */
export const takedowns = pgTable('takedowns', {
  kind: text().notNull(),
  entityId: text('entity_id').notNull(),
  sourceKey: text('source_key').primaryKey(),
  reason: text().notNull(),
  takenDownAt: timestamp('taken_down_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Sizes of unfiltered lists, kept up to date where things are published, so that no read counts. */
export const totals = pgTable('totals', {
  name: text().primaryKey(),
  value: integer().notNull(),
});
