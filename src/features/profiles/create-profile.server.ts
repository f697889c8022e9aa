import type { Database } from '../../database/connect.server.ts';
import { profiles } from '../../database/schema.ts';
import { AppError, unauthenticated } from '../../platform/wire/errors.ts';
import { recordConsent } from '../users/consents.queries.server.ts';
import { lockUser } from '../users/users.queries.server.ts';
import type { CreateProfileInput, Profile } from './profiles.contract.ts';
import { findSelf, hasRoomForProfile, toProfile } from './profiles.queries.server.ts';
import { problems } from '../../messages/problems.ts';

/** Idempotent for SELF: the existing one is returned, so that concurrent sign-ins in many tabs create only one. */
export async function createProfile(
  db: Database,
  userId: string,
  input: CreateProfileInput,
): Promise<{ profile: Profile; isNew: boolean }> {
  return db.transaction(async (tx) => {
    // The account's lock: two calls at once must not exceed the bound together.
    if (!(await lockUser(tx, userId))) throw unauthenticated();
    const known = input.relation === 'SELF' ? await findSelf(tx, userId) : null;
    if (known) return { profile: toProfile(known), isNew: false };
    if (!(await hasRoomForProfile(tx, userId, 1))) throw new AppError(409, 'conflict', () => problems.profilesFull);
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
      .returning();
    if (made!.relation === 'CHILD' && input.consent)
      await recordConsent(tx, { userId, kind: 'child', profileId: made!.id });
    return { profile: toProfile(made!), isNew: true };
  });
}
