import { boolean, index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ofPerson } from './users.ts';

export const sessions = pgTable(
  'sessions',
  {
    /** The `sid` claim of access tokens. */
    id: uuid().primaryKey(),
    userId: ofPerson('user_id'),
    /** SHA-256 of the session cookie's secret. */
    tokenHash: text('token_hash').notNull().unique(),
    isNewUser: boolean('is_new_user').notNull().default(false),
    /** Such as 'Chrome on Android'; too coarse for fingerprinting. */
    device: text().notNull().default(''),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
    /** Sliding expiry, capped by `ends_at`. */
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expires').on(table.expiresAt)],
);

/** Identifiers proven by a code within a session, for actions that require a recent proof. */
export const sessionProofs = pgTable(
  'session_proofs',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    identifier: text().notNull(),
    provenAt: timestamp('proven_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.identifier] })],
);
