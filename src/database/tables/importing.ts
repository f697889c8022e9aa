import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { PostType } from './communities.ts';

/** One row for each source that was ever imported: how far it got, and what came of it. */
export const imports = pgTable('imports', {
  /** Hash of the source's first bytes, size and name: the same file goes on where it stopped. */
  fingerprint: text().primaryKey(),
  name: text().notNull(),
  format: text().notNull(),
  /** Entries of the source that are safely in the database. */
  doneEntries: bigint('done_entries', { mode: 'number' }).notNull().default(0),
  isFinished: integer('is_finished').notNull().default(0),
  counts: jsonb().$type<Record<string, number>>().notNull().default({}),
  startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Where an imported post came from, so that it comes once. Stays when the post goes, so that it does not come back. */
export const importedPosts = pgTable(
  'imported_posts',
  {
    /** As in 'stackexchange:alcohol'. */
    source: text().notNull(),
    /** Questions and answers share their numbers there. */
    kind: text().$type<'POST' | 'COMMENT'>().notNull(),
    sourceId: integer('source_id').notNull(),
    entityType: text('entity_type').$type<PostType>().notNull(),
    entityId: integer('entity_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.kind, table.sourceId] })],
);

/** Pictures that imported bodies refer to: listed, and fetched only when asked. */
export const importedImages = pgTable('imported_images', {
  url: text().primaryKey(),
  alt: text().notNull().default(''),
  firstSourceKey: text('first_source_key').notNull(),
  /** Path under /media once fetched. */
  mediaPath: text('media_path'),
  width: integer(),
  height: integer(),
});
