import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

export const codePurposes = ['signin', 'link', 'confirm'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** One pending code per browser and identifier; a resend replaces the row. */
export const codeChallenges = pgTable(
  'code_challenges',
  {
    /** New for every code that is sent. */
    challengeId: uuid('challenge_id').primaryKey(),
    /** `+919876543210` or `a@b.in`. */
    identifier: text().notNull(),
    /** Hash of the challenge cookie; for purposes other than sign-in, `session:` and the session's id. */
    browser: text().notNull(),
    /** The latest code requested without cookies: a caller without cookies may enter it. */
    isBare: boolean('is_bare').notNull(),
    purpose: text().$type<CodePurpose>().notNull(),
    /** The requesting session, for purposes other than sign-in. */
    sessionId: uuid('session_id'),
    codeHash: text('code_hash').notNull(),
    /** Sign-up data, kept here until the code proves who the caller is. */
    draft: jsonb().$type<{ firstName: string; lastName: string; consentVersion: string }>(),
    tries: integer().notNull().default(0),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('code_challenges_browser').on(table.identifier, table.browser),
    index('code_challenges_expires').on(table.expiresAt),
  ],
);

/** Used by the previous version only (rolling deployment); the next version drops it. */
export const otpCodes = pgTable(
  'otp_codes',
  {
    /** `+919876543210` or `a@b.in`. */
    identifier: text().primaryKey(),
    challengeId: uuid('challenge_id').notNull(),
    purpose: text().$type<CodePurpose>().notNull(),
    /** The requesting session, for purposes other than sign-in. */
    sessionId: uuid('session_id'),
    codeHash: text('code_hash').notNull(),
    /** Sign-up data, kept here until the code proves who the caller is. */
    draft: jsonb().$type<{ firstName: string; lastName: string; consentVersion: string }>(),
    tries: integer().notNull().default(0),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
    /** Consecutive sends, for the exponential wait. */
    sendCount: integer('send_count').notNull().default(1),
    nextSendAt: timestamp('next_send_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('otp_codes_expires').on(table.expiresAt)],
);

/** `bulk`: one mail to many people, which no other mail waits behind. */
export type MessageChannel = 'sms' | 'email' | 'push' | 'bulk';

/** Transactional outbox. Content is encrypted with the site's key, and erased after delivery. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    /** UUIDv7; also the provider's idempotency key. */
    id: uuid().primaryKey(),
    channel: text().$type<MessageChannel>().notNull(),
    purpose: text().notNull(),
    /** Encrypted recipient, subject, text and code. Null once delivered or failed. */
    sealed: text(),
    /** Keyed hash (HMAC) of the recipient, by which the erasure of an account finds its messages. */
    recipientHash: text('recipient_hash').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Deadline: an expired code is not worth a message. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull().defaultNow(),
    tries: integer().notNull().default(0),
    deliveredAt: timestamp('delivered_at', { withTimezone: true }),
    failedAt: timestamp('failed_at', { withTimezone: true }),
    lastError: text('last_error'),
  },
  (table) => [
    index('outbox_due').on(table.nextTryAt),
    // Codes leave before all else: finding them must not cost a look at everything that waits.
    index('outbox_codes')
      .on(table.nextTryAt)
      .where(sql.raw(`purpose in (${codePurposes.map((purpose) => `'${purpose}'`).join(', ')})`)),
    index('outbox_recipient').on(table.recipientHash),
  ],
);

/** Rate-limit counters shared by all instances, in rate-limiter-flexible's schema. */
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
