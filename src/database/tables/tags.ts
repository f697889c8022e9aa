import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Translations } from './categories.ts';

export const tags = pgTable('tags', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 10_000 }),
  /** Lower case, the tag's identity: differently capitalised spellings are one tag. */
  name: text().notNull().unique(),
  displayName: text('display_name').notNull(),
  translations: jsonb().$type<Translations<{ displayName: string }>>().notNull().default({}),
  /** Published pieces only; maintained by refreshTotals. */
  articleCount: integer('article_count').notNull().default(0),
  videoCount: integer('video_count').notNull().default(0),
  isSample: boolean('is_sample').notNull().default(false),
});
