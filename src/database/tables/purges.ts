import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Addresses to be purged from the caches in front of the site: written with the change, deleted when they were told.
 */
export const cachePurges = pgTable(
  'cache_purges',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Without the prefix of a language. */
    path: text().notNull(),
    /** Readers must not see it any more: told before corrections, however many wait. */
    isUrgent: boolean('is_urgent').notNull().default(false),
    tries: integer().notNull().default(0),
    queuedAt: timestamp('queued_at', { withTimezone: true }).notNull().defaultNow(),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('cache_purges_due').on(table.dueAt),
    index('cache_purges_urgent')
      .on(table.id)
      .where(sql`is_urgent`),
  ],
);
