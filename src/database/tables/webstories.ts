import { sql } from 'drizzle-orm';
import { boolean, date, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
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

export const webstories = pgTable(
  'webstories',
  {
    slug: text().primaryKey(),
    /** The id in the search index. */
    id: integer().generatedByDefaultAsIdentity().unique(),
    sourceHash: text('source_hash').notNull(),
    lang: text().notNull().default('en'),
    /** As of articles. */
    groupId: integer('group_id'),
    follows: date(),
    isBehind: boolean('is_behind'),
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
    /** An editor has set status and date here: imports leave them alone. */
    isHeld: boolean('is_held').notNull().default(false),
    isSample: boolean('is_sample').notNull().default(false),
  },
  (table) => [
    uniqueIndex('webstories_group')
      .on(table.groupId, table.lang)
      .where(sql`group_id is not null and status = 'published'`),
  ],
);
