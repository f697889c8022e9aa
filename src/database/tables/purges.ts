import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Addresses to be purged from the caches in front of the site: written with the change, deleted when they were told. */
export const cachePurges = pgTable(
  'cache_purges',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Without the prefix of a language. */
    path: text().notNull(),
    tries: integer().notNull().default(0),
    queuedAt: timestamp('queued_at', { withTimezone: true }).notNull().defaultNow(),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('cache_purges_due').on(table.dueAt)],
);
