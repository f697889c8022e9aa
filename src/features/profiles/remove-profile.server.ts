import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/connect.server.ts';
import { profiles } from '../../database/schema.ts';
import { AppError, notFound } from '../../platform/wire/errors.ts';
import { withdrawConsent } from '../users/consents.queries.server.ts';
import { emptyCart } from './cart.queries.server.ts';
import type { Profile } from './profiles.contract.ts';
import { getProfile, toProfile } from './profiles.queries.server.ts';
import { problems } from '../../messages/problems.ts';

/**
 * Soft delete until the account is deleted. A child's profile is erased at once and its consent revoked.
 * @throws AppError profile_not_found, or conflict for SELF
 */
export async function removeProfile(db: Database, userId: string, id: number): Promise<Profile> {
  return db.transaction(async (tx) => {
    const row = await getProfile(tx, userId, id);
    if (row.relation === 'SELF') throw new AppError(409, 'conflict', () => problems.ownProfile);
    const isChild = row.relation === 'CHILD';
    if (isChild) {
      await withdrawConsent(tx, { userId, kind: 'child', profileId: id });
      await emptyCart(tx, id);
    }
    const [removed] = await tx
      .update(profiles)
      .set({ isActive: false, ...(isChild ? emptied : {}), updatedAt: sql`now()` })
      .where(eq(profiles.id, id))
      .returning();
    return toProfile(removed!);
  });
}

const emptied = { firstName: '', lastName: '', phone: null, answers: {} };

/**
 * Revokes a parent's consent and erases the child's data at once: the law wants it as easy as giving consent.
 * @throws AppError profile_not_found
 */
export async function withdrawChildConsent(db: Database, userId: string, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const emptiedRows = await tx
      .update(profiles)
      .set({ isActive: false, ...emptied, updatedAt: sql`now()` })
      .where(and(eq(profiles.id, id), eq(profiles.userId, userId), eq(profiles.relation, 'CHILD')))
      .returning({ id: profiles.id });
    if (emptiedRows.length === 0) throw notFound('profile');
    await emptyCart(tx, id);
    await withdrawConsent(tx, { userId, kind: 'child', profileId: id });
  });
}
