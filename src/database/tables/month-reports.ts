import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/** What was published of the months that are over: what was counted may be deleted since. */
export const monthReports = pgTable('month_reports', {
  /** `2026-11`, of the clock in India. */
  month: text().primaryKey(),
  figures: jsonb().$type<Record<string, number>>().notNull(),
});
