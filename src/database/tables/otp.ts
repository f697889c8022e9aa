import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export type CodePurpose = 'signin' | 'link' | 'confirm';

/** The one code that is good for a number or address now; a new one takes the row over. */
export const otpCodes = pgTable(
  'otp_codes',
  {
    /** `+919876543210` or `a@b.in`. */
    identifier: text().primaryKey(),
    challengeId: uuid('challenge_id').notNull(),
    purpose: text().$type<CodePurpose>().notNull(),
    /** The session that asked, for what is not a sign-in. */
    sessionId: uuid('session_id'),
    codeHash: text('code_hash').notNull(),
    /** Names given at sign-up: they wait here until the code proves who gave them. */
    draft: jsonb().$type<{ firstName: string; lastName: string; consentVersion: string }>(),
    tries: integer().notNull().default(0),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
    /** How many in a row, for the growing wait. */
    sendCount: integer('send_count').notNull().default(1),
    nextSendAt: timestamp('next_send_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('otp_codes_expires').on(table.expiresAt)],
);

export type MessageChannel = 'sms' | 'email';

/** Messages on their way out. What they say is sealed with a key of this site, and wiped once delivered. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    /** UUIDv7, and what a provider tells repeats by. */
    id: uuid().primaryKey(),
    channel: text().$type<MessageChannel>().notNull(),
    purpose: text().notNull(),
    /** Sealed: recipient, subject, text, code. Null once it is done with. */
    sealed: text(),
    /** Keyed hash of the recipient: an account's deletion finds its messages by it. */
    recipientHash: text('recipient_hash').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** A code nobody can use any more is not worth a message. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull().defaultNow(),
    tries: integer().notNull().default(0),
    deliveredAt: timestamp('delivered_at', { withTimezone: true }),
    failedAt: timestamp('failed_at', { withTimezone: true }),
    lastError: text('last_error'),
  },
  (table) => [index('outbox_due').on(table.nextTryAt), index('outbox_recipient').on(table.recipientHash)],
);

/** Counters of limits that hold on every instance, as rate-limiter-flexible keeps them. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    /** Milliseconds since 1970. */
    expire: bigint({ mode: 'number' }),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
);
