import { boolean, index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { StudioKind } from './studio.ts';
import { ofPerson } from './users.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true }).notNull().defaultNow();

/**
 * One row per open tab of the editor; it counts while its heartbeat is recent. No foreign key to the piece: its check
 * would wait for the lock of whoever saves.
 */
export const studioPresence = pgTable(
  'studio_presence',
  {
    userId: ofPerson('user_id'),
    tab: uuid().notNull(),
    kind: text().$type<StudioKind>().notNull(),
    pieceId: integer('piece_id').notNull(),
    isTyping: boolean('is_typing').notNull().default(false),
    since: moment('since'),
    seenAt: moment('seen_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tab] }),
    index('studio_presence_piece').on(table.kind, table.pieceId),
  ],
);
