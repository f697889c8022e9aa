import { sql } from 'drizzle-orm';
import type { Database } from '../../database/connect.server.ts';
import { profiles } from '../../database/schema.ts';
import { AppError, unauthenticated } from '../../platform/errors.ts';
import { recordConsent } from '../users/consents.queries.server.ts';
import { holdUser } from '../users/users.queries.server.ts';
import type { CreateProfileInput, Profile } from './profiles.contract.ts';
import { countProfiles, findSelf, toProfile } from './profiles.queries.server.ts';
import { problems } from '../../messages/problems.ts';

// Includes inactive ones: enough for any family, and bounded storage for an attacker.
const maxProfiles = 1_000;

/** Idempotent for SELF: the existing one is returned, so that concurrent sign-ins in many tabs create only one. */
export async function createProfile(
  db: Database,
  userId: string,
  input: CreateProfileInput,
): Promise<{ profile: Profile; isNew: boolean }> {
  return db.transaction(async (tx) => {
    if (!(await holdUser(tx, userId))) throw unauthenticated();
    if ((await countProfiles(tx, userId)) >= maxProfiles)
      throw new AppError(409, 'conflict', () => problems.profilesFull);
    const [made] = await tx
      .insert(profiles)
      .values({
        userId,
        relation: input.relation,
        firstName: input.firstName ?? '',
        lastName: input.lastName ?? '',
        phone: input.phoneNo ?? null,
        answers: input.answers ?? {},
      })
      .onConflictDoNothing({ target: profiles.userId, where: sql`relation = 'SELF' and is_active` })
      .returning();
    if (made) {
      if (made.relation === 'CHILD' && input.consent)
        await recordConsent(tx, { userId, kind: 'child', profileId: made.id });
      return { profile: toProfile(made), isNew: true };
    }
    const self = await findSelf(tx, userId);
    if (!self) throw new AppError(409, 'conflict', () => problems.profileChanged);
    return { profile: toProfile(self), isNew: false };
  });
}
