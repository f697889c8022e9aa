import type { Database } from '../../database/connect.server.ts';
import { createProfile } from '../../features/profiles/create-profile.server.ts';
import { listProfiles } from '../../features/profiles/profiles.queries.server.ts';
import type { UserRow } from '../../features/users/users.queries.server.ts';

/** Creates a first profile from the account's names and number. @returns false where the user has one already */
export async function ensureFirstProfile(db: Database, user: UserRow): Promise<boolean> {
  if ((await listProfiles(db, user.id)).length > 0) return false;
  return (
    await createProfile(db, user.id, {
      relation: 'SELF',
      firstName: user.firstName,
      lastName: user.lastName,
      phoneNo: user.phone,
    })
  ).isNew;
}
