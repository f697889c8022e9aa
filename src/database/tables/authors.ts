import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Translations } from './categories.ts';

export const authors = pgTable('authors', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
  key: text().notNull().unique(),
  name: text().notNull(),
  bio: text().notNull().default(''),
  translations: jsonb().$type<Translations<{ name: string; bio: string }>>().notNull().default({}),
  imageUrl: text('image_url'),
  /** The person behind the author's page, who writes in the studio; a bare id. */
  userId: uuid('user_id'),
  isSample: boolean('is_sample').notNull().default(false),
});
