import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { partOf } from '../columns.ts';
import type { CoverFigure, PublicationStatus } from './articles.ts';
import { articles } from './articles.ts';
import { authors } from './authors.ts';
import { categories } from './categories.ts';
import { tags } from './tags.ts';

export const videos = pgTable(
  'videos',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100_000 }),
    sourceKey: text('source_key').notNull().unique(),
    sourceHash: text('source_hash').notNull(),
    lang: text().notNull().default('en'),
    /** As of articles. */
    groupId: integer('group_id'),
    follows: date(),
    isBehind: boolean('is_behind'),
    title: text().notNull(),
    description: text().notNull(),
    bodyHtml: text('body_html').notNull().default(''),
    videoUrl: text('video_url').notNull(),
    captionsUrl: text('captions_url'),
    thumbnail: text(),
    label: jsonb().$type<CoverFigure>(),
    durationSeconds: integer('duration_seconds').notNull(),
    authorId: integer('author_id')
      .notNull()
      .references(() => authors.id),
    articleId: integer('article_id').references(() => articles.id, { onDelete: 'set null' }),
    metaTitle: text('meta_title'),
    metaDescription: text('meta_description'),
    status: text().$type<PublicationStatus>().notNull(),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    lastCheckedAt: date('last_checked_at'),
    viewCount: integer('view_count').notNull().default(0),
    likeCount: integer('like_count').notNull().default(0),
    dislikeCount: integer('dislike_count').notNull().default(0),
    /** An editor has set status and date here: imports leave them alone. */
    isHeld: boolean('is_held').notNull().default(false),
    isSample: boolean('is_sample').notNull().default(false),
  },
  (table) => [
    index('videos_published')
      .on(table.publishedAt, table.id)
      .where(sql`status = 'published'`),
    uniqueIndex('videos_group')
      .on(table.groupId, table.lang)
      .where(sql`group_id is not null and status = 'published'`),
    index('videos_article').on(table.articleId),
  ],
);

export const videoCategories = pgTable(
  'video_categories',
  {
    videoId: partOf('video_id', () => videos.id),
    categoryId: partOf('category_id', () => categories.id),
    position: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.videoId, table.categoryId] }),
    index('video_categories_category').on(table.categoryId, table.videoId),
  ],
);

export const videoTags = pgTable(
  'video_tags',
  {
    videoId: partOf('video_id', () => videos.id),
    tagId: partOf('tag_id', () => tags.id),
  },
  (table) => [
    primaryKey({ columns: [table.videoId, table.tagId] }),
    index('video_tags_tag').on(table.tagId, table.videoId),
  ],
);
