import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Searches without results that an editor does not want to see again. */
export const hiddenSearches = pgTable('hidden_searches', {
  /** In lower case. */
  text: text().primaryKey(),
  /** A bare id. */
  by: uuid('by').notNull(),
  at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
});
