import { index, integer, pgTable } from 'drizzle-orm/pg-core';
import { moment, partOf } from '../columns.ts';
import { categories } from './categories.ts';
import { ofPerson } from './users.ts';

/** When a helper, or somebody of the newsroom, answers questions on a topic. */
export const officeHours = pgTable(
  'office_hours',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    helperId: ofPerson('helper_id'),
    categoryId: partOf('category_id', () => categories.id),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    /** Since then its questions are gathered. */
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the helper was notified that it begins. */
    notifiedAt: moment('notified_at'),
  },
  (table) => [
    index('office_hours_helper').on(table.helperId),
    index('office_hours_category').on(table.categoryId, table.endsAt),
  ],
);
