import { bigint, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ofPerson } from './users.ts';

export type AppealStatus = 'open' | 'upheld' | 'overturned';

/** One appeal at most against each act of a moderator, by whom it was done to. */
export const appeals = pgTable(
  'appeals',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** A row of `moderation_acts`; no foreign key, because that table may lose rows after 180 days. */
    actId: bigint('act_id', { mode: 'number' }).notNull().unique(),
    userId: ofPerson('user_id'),
    text: text().notNull(),
    status: text().$type<AppealStatus>().notNull().default('open'),
    /** A bare id, which outlives the account. */
    decidedBy: uuid('decided_by'),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    /** What the member reads. */
    answer: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('appeals_status').on(table.status, table.id), index('appeals_user').on(table.userId)],
);
