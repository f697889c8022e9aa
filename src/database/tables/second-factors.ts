import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { sessions } from './sessions.ts';
import { users } from './users.ts';
import { moment } from '../columns.ts';

/** Second factor of a person (TOTP). */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted; the user's id is bound as associated data. */
  secret: text().notNull(),
  /** Null until a code from the app has shown that it was added. */
  confirmedAt: moment('confirmed_at'),
  /** Time step of the last code that was taken: a code counts once. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Wrong codes in a row. */
  failures: integer().notNull().default(0),
});

/** Sessions that have given a code of the second factor. */
export const secondFactorSessions = pgTable('second_factor_sessions', {
  sessionId: uuid('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  at: moment('at').notNull().defaultNow(),
});
