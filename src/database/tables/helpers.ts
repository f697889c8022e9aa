import { date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../columns.ts';
import { ofPerson } from './users.ts';

/** Members whose knowledge of a field an admin has seen proof of; what they write carries a mark that says so. */
export const helpers = pgTable(
  'helpers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofPerson('user_id'),
    /** In the admin's words: 'pensions'. */
    field: text().notNull(),
    /** By the name of the catalogue of facts; null: all India. */
    state: text(),
    /** The last day, in India. */
    until: date().notNull(),
    /** A file, sealed: for admins. */
    proof: text().notNull(),
    proofType: text('proof_type').$type<'image/webp' | 'application/pdf'>().notNull(),
    /** A bare id, which outlives the account. */
    givenBy: uuid('given_by'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When an admin ended it, before its last day. */
    endedAt: moment('ended_at'),
  },
  (table) => [index('helpers_user').on(table.userId)],
);
