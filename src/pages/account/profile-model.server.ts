import { isModerator } from '../../features/communities/communities.policy.ts';
import { listProfiles } from '../../features/profiles/profiles.queries.server.ts';
import { listSessions } from '../../features/sessions/sessions.queries.server.ts';
import { listAllConsents } from '../../features/privacy/all-consents.server.ts';
import { displayNameOf, type UserRow } from '../../features/users/users.queries.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { showIdentifier } from './identifier.ts';
import type { ProfileModel } from './profile-view.tsx';

type Shown = Pick<ProfileModel, 'open' | 'told' | 'refused'>;

/** Model of the account page. */
export async function getProfileModel(
  { connection: { db } }: PageServices,
  viewer: Viewer,
  user: UserRow,
  shown: Shown,
): Promise<ProfileModel> {
  const [profiles, sessions, consents] = await Promise.all([
    listProfiles(db, user.id),
    listSessions(db, user.id),
    listAllConsents(db, user.id),
  ]);
  const names = new Map(profiles.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]));
  return {
    ...shown,
    name: displayNameOf(user),
    firstName: user.firstName,
    lastName: user.lastName,
    phone: user.phone && showIdentifier(user.phone),
    email: user.email,
    since: user.createdAt.toISOString(),
    mayModerate: isModerator(viewer),
    profiles: profiles.map(({ phoneNo, ...profile }) => ({ ...profile, phone: phoneNo && showIdentifier(phoneNo) })),
    devices: sessions.map(({ id, device, createdAt, lastSeenAt }) => ({
      id,
      device,
      isCurrent: id === viewer.sessionId,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
    consents: consents.map(({ kind, profileId, referralId, title, givenAt, withdrawnAt }) => ({
      kind,
      profileId,
      referralId: referralId ?? null,
      givenAt,
      withdrawnAt,
      name: title ?? ((profileId !== null && names.get(profileId)) || null),
    })),
  };
}
