import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';

export const authors = pgTable('authors', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1000 }),
  key: text().notNull().unique(),
  name: text().notNull(),
  bio: text().notNull().default(''),
  imageUrl: text('image_url'),
  isSample: boolean('is_sample').notNull().default(false),
});
