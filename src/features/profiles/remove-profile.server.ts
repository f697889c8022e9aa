import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../database/connect.server.ts';
import { profiles } from '../../database/schema.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { withdrawConsent } from '../users/consents.queries.server.ts';
import type { Profile } from './profiles.contract.ts';
import { getProfile, toProfile } from './profiles.queries.server.ts';

/**
 * It becomes inactive, and goes for good with the account. A child's is emptied at once, and the consent for it ends.
 * @throws AppError profile_not_found, or conflict for one's own
 */
export async function removeProfile(db: Database, userId: string, id: number): Promise<Profile> {
  return db.transaction(async (tx) => {
    const row = await getProfile(tx, userId, id);
    if (row.relation === 'SELF')
      throw new AppError(409, 'conflict', "Your own profile can't be deleted. It goes with the account.");
    const isChild = row.relation === 'CHILD';
    if (isChild) await withdrawConsent(tx, { userId, kind: 'child', profileId: id });
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
 * Takes a parent's consent back, as easily as it was given: what was kept of the child goes at once.
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
    await withdrawConsent(tx, { userId, kind: 'child', profileId: id });
  });
}
