import { foreignKey, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';
import { type StudioKind, studioPieces } from './studio.ts';

/**
 * What each paragraph and field of a translation was translated from: by number, so that no text stands here. Its row
 * is changed under the lock of its piece.
 */
export const studioTranslations = pgTable(
  'studio_translations',
  {
    kind: text().$type<StudioKind>().notNull(),
    pieceId: integer('piece_id').notNull(),
    /** Of the translation: the paragraphs in `links` are its blocks, in order. */
    revision: integer().notNull(),
    originalId: integer('original_id').notNull(),
    /** `own`: hash of the paragraph; `source`: its block in the original's revision `revision`. */
    links: jsonb().$type<{ own: string; source: number | null; revision: number }[]>().notNull(),
    /** The original's revision that the title and the like follow; null: not translated yet. */
    fields: jsonb().$type<Record<string, number | null>>().notNull().default({}),
    leftOut: jsonb('left_out').$type<{ source: number; revision: number }[]>().notNull(),
    /** The original's revision up to which nothing in the live translation was older. */
    wholeAt: integer('whole_at'),
    /** Since when readers see a translation that is older than its original; null: it is not. */
    behindSince: moment('behind_since'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.pieceId] }),
    foreignKey({
      columns: [table.kind, table.pieceId],
      foreignColumns: [studioPieces.kind, studioPieces.id],
    }).onDelete('cascade'),
  ],
);
