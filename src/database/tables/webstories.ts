import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { PublicationStatus } from './articles.ts';
import { authors } from './authors.ts';

export type StoryPage = {
  heading: string;
  text: string;
  imageUrl: string | null;
  linkUrl: string | null;
  linkText: string | null;
  seconds: number;
};

export const webstories = pgTable('webstories', {
  slug: text().primaryKey(),
  sourceHash: text('source_hash').notNull(),
  title: text().notNull(),
  poster: text(),
  authorId: integer('author_id')
    .notNull()
    .references(() => authors.id),
  categoryKeys: text('category_keys').array().notNull().default([]),
  metaDescription: text('meta_description'),
  pages: jsonb().$type<StoryPage[]>().notNull(),
  status: text().$type<PublicationStatus>().notNull(),
  publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  isSample: boolean('is_sample').notNull().default(false),
});
