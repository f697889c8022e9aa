import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';

export const tags = pgTable('tags', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 10_000 }),
  /** Lower case, the tag's identity: two spellings of one tag meet here. */
  name: text().notNull().unique(),
  displayName: text('display_name').notNull(),
  /** Published pieces only; kept up to date by refreshTotals. */
  articleCount: integer('article_count').notNull().default(0),
  videoCount: integer('video_count').notNull().default(0),
  isSample: boolean('is_sample').notNull().default(false),
});
