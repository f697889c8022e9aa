import { sql } from 'drizzle-orm';
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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { partOf } from '../columns.ts';
import type { Language } from '../../messages/catalogue.ts';
import type { Role } from '../../platform/wire/viewer.ts';

export type { Role };

export const users = pgTable(
  'users',
  {
    /** UUIDv7, so ids sort by time of joining. */
    id: uuid().primaryKey(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    /** Normalised; stored only after a code has proven ownership. */
    email: text().unique(),
    /** E.164; stored only after a code has proven ownership. */
    phone: text().unique(),
    roles: text()
      .array()
      .$type<Role[]>()
      .notNull()
      .default(sql`'{}'`),
    /** Number of the default display name: 'Member 4821'. */
    memberNumber: integer('member_number').notNull(),
    /** Author of imported posts, who cannot sign in. */
    isImported: boolean('is_imported').notNull().default(false),
    /** Author of the demonstration's posts; removed with the samples. */
    isSample: boolean('is_sample').notNull().default(false),
    /** The language of mails and SMS; null: the site's. */
    lang: text().$type<Language>(),
    suspendedUntil: timestamp('suspended_until', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('users_newsroom')
      .on(table.id)
      .where(sql`cardinality(roles) > 0`),
  ],
);

/** Column of the person whose row it is; it goes with their account. */
export const ofPerson = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export type ConsentKind = 'account' | 'child' | 'referral';

/**
 * Consent records: what was agreed to, in which wording, and when. Outlives the account, without a name, until
 * `expires_at`.
 */
export const consents = pgTable(
  'consents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** No foreign key: retained separately from the account, as the law requires. */
    userId: uuid('user_id').notNull(),
    kind: text().$type<ConsentKind>().notNull(),
    version: text().notNull(),
    profileId: integer('profile_id'),
    givenAt: timestamp('given_at', { withTimezone: true }).notNull().defaultNow(),
    withdrawnAt: timestamp('withdrawn_at', { withTimezone: true }),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
  },
  (table) => [index('consents_user').on(table.userId)],
);

/** Suspensions by identifier, so that they outlive the account. Swept when over. */
export const suspensions = pgTable('suspensions', {
  /** Keyed hash (HMAC): not reversible without the site's secret. */
  identifierHash: text('identifier_hash').primaryKey(),
  suspendedUntil: timestamp('suspended_until', { withTimezone: true }).notNull(),
});

/** Used-up rate limits of erased accounts, inherited by the next account with the same identifier. */
export const formerLimits = pgTable(
  'former_limits',
  {
    identifierHash: text('identifier_hash').notNull(),
    /** As in `rate_limits`, with `*` for the user's id. */
    key: text().notNull(),
    points: integer().notNull(),
    /** Milliseconds since 1970. */
    expire: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.identifierHash, table.key] }),
    index('former_limits_expire').on(table.expire),
  ],
);

/** Log of erased accounts, so that restoring a backup can erase them again. */
export const erasures = pgTable('erasures', {
  userId: uuid('user_id').primaryKey(),
  /** Whether the account's public posts were to be erased too. */
  withPosts: boolean('with_posts').notNull().default(false),
  erasedAt: timestamp('erased_at', { withTimezone: true }).notNull().defaultNow(),
});

export type Relation = 'SELF' | 'SPOUSE' | 'CHILD' | 'PARENT' | 'SIBLING' | 'GRANDPARENT' | 'OTHER';

export const profiles = pgTable(
  'profiles',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: ofPerson('user_id'),
    relation: text().$type<Relation>().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    phone: text(),
    answers: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('profiles_one_self')
      .on(table.userId)
      .where(sql`relation = 'SELF' and is_active`),
    index('profiles_user').on(table.userId, table.id),
  ],
);

/** A signed-in user's cart: schemes saved for one profile. Deleted with the profile. */
export const savedSchemes = pgTable(
  'saved_schemes',
  {
    profileId: partOf('profile_id', () => profiles.id),
    /** No foreign key: a scheme that was removed stays listed as gone until the reader removes it. */
    schemeId: integer('scheme_id').notNull(),
    /** Order of saving; one transaction may save several, so timestamps would tie. */
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.profileId, table.schemeId] })],
);
