import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { users } from '../../database/schema.ts';
import type { Role } from '../../database/tables/users.ts';
import { normaliseEmail, normalisePhone } from '../otp/identifiers.ts';
import { findUser, findUserByIdentifier, type UserRow } from '../users/users.queries.server.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** @param person a user's id, member number or address, in any spelling that a person would type */
export async function findPerson(db: Queryable, person: string): Promise<UserRow | null> {
  if (uuid.test(person)) return findUser(db, person.toLowerCase());
  const identifier = person.includes('@') ? normaliseEmail(person) : normalisePhone(person);
  return identifier === null ? null : findUserByIdentifier(db, identifier);
}

/** Takes effect from the next request. @returns false where it was already so */
export async function setRole(db: Queryable, userId: string, role: Role, isGranted: boolean): Promise<boolean> {
  const changed = await db
    .update(users)
    .set({
      roles: isGranted ? sql`array_append(${users.roles}, ${role})` : sql`array_remove(${users.roles}, ${role})`,
      updatedAt: sql`now()`,
    })
    .where(sql`${users.id} = ${userId} and (${role} = any(${users.roles})) = ${!isGranted}`)
    .returning({ id: users.id });
  return changed.length > 0;
}
