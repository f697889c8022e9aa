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
import { authors } from './authors.ts';
import { categories } from './categories.ts';
import { tags } from './tags.ts';

export type PublicationStatus = 'draft' | 'published' | 'removed';
export type Correction = { date: string; text: string };
/** `readOn`: the day on which a stored copy of the page was read, as 2026-11-22. */
export type Source = { title: string; url: string; readOn?: string | undefined };
export type CoverFigure = { value: string; note: string };
export type TocEntry = { id: string; text: string; depth: 2 | 3 };

export const articles = pgTable(
  'articles',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 100_000 }),
    /**
     * Source and the name there: `content:pm-kisan`, `wxr:example.org:12`. Unique, so that repeated imports update one
     * article.
     */
    sourceKey: text('source_key').notNull().unique(),
    /** Hash of the imported source: unchanged pieces are not rewritten. */
    sourceHash: text('source_hash').notNull(),
    /** The source's own lasting id of the piece (Ghost's uuid, WordPress' guid): numbers repeat from site to site. */
    sourceId: text('source_id'),
    lang: text().notNull().default('en'),
    /**
     * Id of the original: pieces with the same one are translations of each other. Null: no translations. Outlives the
     * original, so that its translations stay together.
     */
    groupId: integer('group_id'),
    /** The day of the original that this translation follows. */
    follows: date(),
    /** Whether parts of it say something else than the original's live revision; null: only `follows` is known. */
    isBehind: boolean('is_behind'),
    title: text().notNull(),
    summary: text().notNull(),
    body: text().notNull(),
    bodyHtml: text('body_html').notNull(),
    toc: jsonb().$type<TocEntry[]>().notNull().default([]),
    thumbnail: text(),
    authorId: integer('author_id')
      .notNull()
      .references(() => authors.id),
    metaTitle: text('meta_title'),
    metaDescription: text('meta_description'),
    status: text().$type<PublicationStatus>().notNull(),
    /** A future date schedules the piece: it is public once this has passed. */
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    lastCheckedAt: date('last_checked_at'),
    sources: jsonb().$type<Source[]>().notNull().default([]),
    coverFigure: jsonb('cover_figure').$type<CoverFigure>(),
    corrections: jsonb().$type<Correction[]>().notNull().default([]),
    readingMinutes: integer('reading_minutes').notNull().default(1),
    viewCount: integer('view_count').notNull().default(0),
    likeCount: integer('like_count').notNull().default(0),
    dislikeCount: integer('dislike_count').notNull().default(0),
    /** An editor has set status and date here: imports leave them alone. */
    isHeld: boolean('is_held').notNull().default(false),
    isSample: boolean('is_sample').notNull().default(false),
  },
  (table) => [
    index('articles_published')
      .on(table.publishedAt, table.id)
      .where(sql`status = 'published'`),
    index('articles_lang')
      .on(table.lang, table.publishedAt, table.id)
      .where(sql`status = 'published'`),
    uniqueIndex('articles_group')
      .on(table.groupId, table.lang)
      .where(sql`group_id is not null and status = 'published'`),
    index('articles_created')
      .on(table.createdAt, table.id)
      .where(sql`status = 'published'`),
    index('articles_updated')
      .on(table.updatedAt, table.id)
      .where(sql`status = 'published'`),
    index('articles_views')
      .on(table.viewCount, table.id)
      .where(sql`status = 'published'`),
    index('articles_author').on(table.authorId, table.createdAt),
    index('articles_last_checked')
      .on(table.lastCheckedAt)
      .where(sql`status = 'published'`),
  ],
);

export const articleCategories = pgTable(
  'article_categories',
  {
    articleId: partOf('article_id', () => articles.id),
    categoryId: partOf('category_id', () => categories.id),
    position: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.categoryId] }),
    index('article_categories_category').on(table.categoryId, table.articleId),
  ],
);

export const articleTags = pgTable(
  'article_tags',
  {
    articleId: partOf('article_id', () => articles.id),
    tagId: partOf('tag_id', () => tags.id),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.tagId] }),
    index('article_tags_tag').on(table.tagId, table.articleId),
  ],
);
