import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Answers to 'Did this help?' by piece: two numbers, and nothing about who answered. */
export const pieceHelp = pgTable(
  'piece_help',
  {
    kind: text().$type<'article' | 'video'>().notNull(),
    pieceId: integer('piece_id').notNull(),
    helped: bigint({ mode: 'number' }).notNull().default(0),
    didNotHelp: bigint('did_not_help', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.kind, table.pieceId] })],
);
