import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid, boolean, jsonb } from 'drizzle-orm/pg-core';

export type Role = 'moderator';

export const users = pgTable('users', {
  /** UUIDv7: in the order of joining. */
  id: uuid().primaryKey(),
  firstName: text('first_name').notNull().default(''),
  lastName: text('last_name').notNull().default(''),
  /** Normalised; here only once a code has proven it. */
  email: text().unique(),
  /** E.164; here only once a code has proven it. */
  phone: text().unique(),
  roles: text()
    .array()
    .$type<Role[]>()
    .notNull()
    .default(sql`'{}'`),
  /** What stands for a name nobody gave: 'Member 4821'. */
  memberNumber: integer('member_number').notNull(),
  /** Came with an import: has written, cannot sign in. */
  isImported: boolean('is_imported').notNull().default(false),
  suspendedUntil: timestamp('suspended_until', { withTimezone: true }),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

export type ConsentKind = 'account' | 'child';

/** What somebody agreed to, in which wording, and when. Outlives the account, without a name, until `expires_at`. */
export const consents = pgTable(
  'consents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** No reference: kept apart from the account for the law. */
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

/** Who was deleted, so that a restored backup can forget them again. */
export const erasures = pgTable('erasures', {
  userId: uuid('user_id').primaryKey(),
  /** Whether what they wrote for others was to go as well. */
  withPosts: boolean('with_posts').notNull().default(false),
  erasedAt: timestamp('erased_at', { withTimezone: true }).notNull().defaultNow(),
});

export type Relation = 'SELF' | 'SPOUSE' | 'CHILD' | 'PARENT' | 'SIBLING' | 'GRANDPARENT' | 'OTHER';

export const profiles = pgTable(
  'profiles',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
