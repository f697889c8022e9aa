import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { partOf } from '../columns.ts';

/** Calls to action: content/ctas/<key>.md. Validated before they are stored. */
export const ctas = pgTable(
  'ctas',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1_000 }),
    key: text().notNull().unique(),
    lang: text().notNull().default('en'),
    /** As of articles. */
    groupId: integer('group_id'),
    follows: date(),
    isBehind: boolean('is_behind'),
    title: text().notNull(),
    description: text().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    definition: jsonb().$type<Record<string, unknown>>().notNull(),
    isSample: boolean('is_sample').notNull().default(false),
    /** Of the last change; 1970 while there was none since it was created here. */
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('ctas_group').on(table.groupId, table.lang)],
);

export const referrals = pgTable(
  'referrals',
  {
    ctaId: partOf('cta_id', () => ctas.id),
    /** E.164. */
    mobile: text().notNull(),
    /** Derived from number and call to action, so that a repeat is indistinguishable from a first submission. */
    referralId: bigint('referral_id', { mode: 'number' }).notNull(),
    name: text().notNull(),
    answers: jsonb().$type<Record<string, unknown>>().notNull(),
    eligible: boolean(),
    reasons: jsonb().$type<string[]>().notNull(),
    consentVersion: text('consent_version').notNull(),
    consentAt: timestamp('consent_at', { withTimezone: true }).notNull().defaultNow(),
    /** Keyed hash (HMAC) of the sender: a user, or a network address. */
    sentBy: text('sent_by').notNull(),
    /** Set where the sender was signed in. */
    userId: uuid('user_id'),
    /** Whether the sender has proven, by a code, to own the number. */
    isProven: boolean('is_proven').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.ctaId, table.mobile] }),
    index('referrals_mobile').on(table.mobile),
    index('referrals_user').on(table.userId),
    index('referrals_created').on(table.createdAt),
  ],
);
