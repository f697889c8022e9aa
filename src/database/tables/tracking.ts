import { bigint, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** Events reported by pages. Not personal: a visit is a keyed hash of a random number that the browser discards. */
export const trackEvents = pgTable(
  'track_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull(),
    name: text().notNull(),
    path: text().notNull(),
    visit: text().notNull(),
    source: text().notNull(),
    /** Of a search: keyed hash of the sender's network (IPv4 or /48) and day, so that it counts once. */
    network: text(),
    props: jsonb().$type<Record<string, string | number | boolean | null>>(),
  },
  (table) => [index('track_events_at').on(table.at)],
);

/** When a visit's view of a piece was last counted, so that reloads count once. */
export const pieceViews = pgTable(
  'piece_views',
  {
    visit: text().notNull(),
    kind: text().$type<'article' | 'video'>().notNull(),
    entityId: integer('entity_id').notNull(),
    countedAt: timestamp('counted_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.visit, table.kind, table.entityId] }),
    index('piece_views_counted').on(table.countedAt),
  ],
);
