import { bigint, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { partOf } from '../columns.ts';

export type SealedKind = 'QUESTION' | 'COMMENT' | 'REPLY' | 'ARTICLE' | 'VIDEO' | 'WEBSTORY' | 'MEDIA';

/**
 * Content removed by moderation or by an order, encrypted and retained as the law requires; swept at `expires_at`. No
 * foreign keys, so that it outlives users and posts.
 */
export const sealedRemovals = pgTable(
  'sealed_removals',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<SealedKind>().notNull(),
    /** An id, a story's slug, or a file's path. */
    entityId: text('entity_id').notNull(),
    /** Reason for the removal, as in the log. */
    reason: text().notNull(),
    /** Encrypted JSON; kind and entity are bound as associated data. */
    content: text().notNull(),
    removedAt: timestamp('removed_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('sealed_removals_entity').on(table.kind, table.entityId),
    index('sealed_removals_expires').on(table.expiresAt),
  ],
);

/** A removal's files, in chunks that fit into memory. */
export const sealedFiles = pgTable(
  'sealed_files',
  {
    removalId: partOf('removal_id', () => sealedRemovals.id),
    /** Relative to `/media/`. */
    path: text().notNull(),
    part: integer().notNull(),
    content: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.removalId, table.path, table.part] })],
);

export type SealAct = 'OPEN' | 'HOLD';

/** Audit log of opening seals or extending their retention, with the reason. Append-only: a trigger refuses changes. */
export const sealedLog = pgTable('sealed_log', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  removalId: integer('removal_id').notNull(),
  kind: text().$type<SealedKind>().notNull(),
  entityId: text('entity_id').notNull(),
  act: text().$type<SealAct>().notNull(),
  actor: text().notNull(),
  reason: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
