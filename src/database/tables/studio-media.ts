import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';
import type { ImportJobOptions } from './importing.ts';
import { type StudioKind, studioPieces } from './studio.ts';

export const studioMedia = pgTable(
  'studio_media',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** `/media/studio/…` */
    path: text().notNull().unique(),
    kind: text().$type<'picture' | 'video' | 'captions'>().notNull(),
    width: integer(),
    height: integer(),
    bytes: integer().notNull(),
    seconds: integer(),
    description: text().notNull().default(''),
    credit: text().notNull().default(''),
    /** Of a clip: the addresses of its captions and of the picture shown before it plays. */
    captions: text(),
    poster: text(),
    uploadedBy: uuid('uploaded_by').notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [index('studio_media_recent').on(table.at, table.id)],
);

/**
 * What live revisions show of `/media/studio/…`: only that is served to everybody. Written by a trigger on
 * `studio_pieces` at the commit (migration 0048), so that no way to become live, or to end, passes it by.
 */
export const studioLiveMedia = pgTable(
  'studio_live_media',
  {
    path: text().notNull(),
    kind: text().$type<StudioKind>().notNull(),
    pieceId: integer('piece_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.path, table.kind, table.pieceId] }),
    index('studio_live_media_piece').on(table.kind, table.pieceId),
    foreignKey({
      columns: [table.kind, table.pieceId],
      foreignColumns: [studioPieces.kind, studioPieces.id],
    }).onDelete('cascade'),
  ],
);

/** Resumable uploads. Their bytes are parts in the media store, so that any instance can go on with one. */
export const studioUploads = pgTable(
  'studio_uploads',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    length: integer().notNull(),
    /** Bytes that have arrived and are kept. */
    offset: integer().notNull().default(0),
    /** Numbers of the parts, in order. */
    parts: integer().array().notNull().default([]),
    /** Numbers given out: also to parts that were lost, so that all can be erased. */
    partsBegun: integer('parts_begun').notNull().default(0),
    words: jsonb()
      // `import`: another site's export, with its settings.
      .$type<{
        description?: string;
        credit?: string;
        seconds?: number;
        filename?: string;
        digest?: string;
        import?: ImportJobOptions;
      }>()
      .notNull()
      .default({}),
    /** Address of the finished file. */
    path: text(),
    createdAt: moment('created_at').notNull().defaultNow(),
    changedAt: moment('changed_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('studio_uploads_user').on(table.userId), index('studio_uploads_expiry').on(table.expiresAt)],
);
