import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { PostType } from './communities.ts';

/** One row per imported source: progress and result. */
export const imports = pgTable('imports', {
  /** Hash of the source's first bytes, size and name: importing the same file resumes. */
  fingerprint: text().primaryKey(),
  name: text().notNull(),
  format: text().notNull(),
  /** Entries of the source that are committed. */
  doneEntries: bigint('done_entries', { mode: 'number' }).notNull().default(0),
  isFinished: integer('is_finished').notNull().default(0),
  counts: jsonb().$type<Record<string, number>>().notNull().default({}),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

/**
 * Origin of imported posts, so that each is imported once. Outlives the post, so that a deleted post is not imported
 * again.
 */
export const importedPosts = pgTable(
  'imported_posts',
  {
    /** Such as 'stackexchange:alcohol'. */
    source: text().notNull(),
    /** Questions and answers share one id sequence at the source. */
    kind: text().$type<'POST' | 'COMMENT'>().notNull(),
    sourceId: integer('source_id').notNull(),
    entityType: text('entity_type').$type<PostType>().notNull(),
    entityId: integer('entity_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.kind, table.sourceId] })],
);

/** Images referenced by imported bodies: listed here, downloaded only on demand. */
export const importedImages = pgTable('imported_images', {
  url: text().primaryKey(),
  alt: text().notNull().default(''),
  firstSourceKey: text('first_source_key').notNull(),
  /** Path under /media once downloaded. */
  mediaPath: text('media_path'),
  width: integer(),
  height: integer(),
});
