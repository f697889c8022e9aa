import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** Stored responses to calls with an Idempotency-Key, kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** `user:<id>` or `visit:<hash>`. */
    caller: text().notNull(),
    /** Method and route. */
    call: text().notNull(),
    key: text().notNull(),
    bodyHash: text('body_hash').notNull(),
    /** Null while the first call is in flight. */
    status: integer(),
    answer: jsonb(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.call, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);
