import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

/** Calls to action: content/ctas/<key>.md. What they ask and say is judged before it is stored. */
export const ctas = pgTable('ctas', {
  id: integer().primaryKey().generatedByDefaultAsIdentity({ startWith: 1_000 }),
  key: text().notNull().unique(),
  title: text().notNull(),
  description: text().notNull(),
  isActive: boolean('is_active').notNull().default(true),
  definition: jsonb().$type<Record<string, unknown>>().notNull(),
  isSample: boolean('is_sample').notNull().default(false),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

export const referrals = pgTable(
  'referrals',
  {
    ctaId: integer('cta_id')
      .notNull()
      .references(() => ctas.id, { onDelete: 'cascade' }),
    /** E.164. */
    mobile: text().notNull(),
    /** Follows from number and call to action, so that a stranger's repeat looks like a first. */
    referralId: bigint('referral_id', { mode: 'number' }).notNull(),
    name: text().notNull(),
    answers: jsonb().$type<Record<string, unknown>>().notNull(),
    eligible: boolean(),
    reasons: jsonb().$type<string[]>().notNull(),
    consentVersion: text('consent_version').notNull(),
    consentAt: timestamp('consent_at', { withTimezone: true }).notNull().defaultNow(),
    /** Keyed hash of who sent it: a person, or a network address. */
    sentBy: text('sent_by').notNull(),
    /** Where somebody signed in sent it. */
    userId: uuid('user_id'),
    /** Sent by the number's owner, as a code has shown. */
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
