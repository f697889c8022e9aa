import { eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { users } from '../../database/schema.ts';
import { channelOf } from '../otp/identifiers.ts';
import type { PublicUser, UpdateUserInput, User } from './users.contract.ts';

export type UserRow = typeof users.$inferSelect;
type Named = Pick<UserRow, 'firstName' | 'lastName' | 'memberNumber'>;

/** First and last name; 'Member 4821' where there is nothing to see. */
export function displayNameOf(row: Named): string {
  const name = `${row.firstName} ${row.lastName}`.replace(/\s+/g, ' ').trim();
  return /[^\p{C}\p{Z}\p{M}]/u.test(name) ? name : `Member ${row.memberNumber}`;
}

export const toPublicUser = (row: Named & Pick<UserRow, 'id'>): PublicUser => ({
  id: row.id,
  displayName: displayNameOf(row),
  imageUrl: null,
});

export const toUser = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  displayName: displayNameOf(row),
  phoneNo: row.phone,
  phone: row.phone,
  isPhoneLinked: row.phone !== null,
  roles: row.roles,
  createdAt: row.createdAt.toISOString(),
});

export const identifierColumn = (identifier: string) => (channelOf(identifier) === 'sms' ? users.phone : users.email);

export async function findUser(db: Queryable, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

/** @param identifier normalised: `+919876543210` or `a@b.in` */
export async function findUserByIdentifier(db: Queryable, identifier: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(identifierColumn(identifier), identifier));
  return row ?? null;
}

/**
 * Held until the transaction ends, so that what changes an account happens one after the other.
 * @param strength by default what refers to the account may still be written: somebody who posts holds a question first, and must not wait for who waits for it
 */
export async function lockUser(
  tx: Queryable,
  id: string,
  strength: 'update' | 'no key update' = 'no key update',
): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for(strength);
  return row ?? null;
}

/** As findUserByIdentifier, and keeps the account from being deleted until the transaction ends. */
export async function holdUserByIdentifier(tx: Queryable, identifier: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(eq(identifierColumn(identifier), identifier))
    .for('key share');
  return row ?? null;
}

/** Keeps an account from being deleted until the transaction ends. @returns false where it is gone */
export async function holdUser(tx: Queryable, id: string): Promise<boolean> {
  return (await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('key share')).length > 0;
}

/** What can prove that somebody is this person: number first. */
export const identifiersOf = (row: Pick<UserRow, 'phone' | 'email'>): string[] =>
  [row.phone, row.email].filter((one) => one !== null);

/** Of those that still exist; whoever is missing is a former member. */
export async function listPublicUsers(db: Queryable, ids: string[]): Promise<Map<string, PublicUser>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, memberNumber: users.memberNumber })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, toPublicUser(row)]));
}

export async function updateNames(db: Queryable, id: string, names: UpdateUserInput): Promise<UserRow | null> {
  const [row] = await db
    .update(users)
    .set({ ...names, updatedAt: sql`now()` })
    .where(eq(users.id, id))
    .returning();
  return row ?? null;
}
