import { and, arrayContains, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import { users } from '../../database/schema.ts';

/**
 * Changes of roles, and deletions of people with one, happen one after the other: two admins cannot both go at once.
 * Take it before any row of a user is locked.
 */
export const lockRoles = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('studio roles'))`);

/** @param userId an admin; call it under `lockRoles` */
export async function isLastAdmin(tx: Transaction, userId: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(arrayContains(users.roles, ['admin']), ne(users.id, userId)))
    .limit(1);
  return !other;
}
