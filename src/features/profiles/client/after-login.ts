import { cartBeforeSignIn, type SelectedProfile, selectedProfile } from '../../../platform/local-store.ts';
import { ApiError, apiFetch } from '../../sessions/client/api-fetch.ts';
import { tellOtherTabs } from '../../sessions/client/broadcast.ts';
import { logToServer } from '../../sessions/client/client-log.ts';
import { readHint, writeHint } from '../../sessions/client/hint-cookies.ts';
import { signOut } from '../../sessions/client/sign-out.ts';
import type { User } from '../../users/users.contract.ts';
import type { Profile } from '../profiles.contract.ts';
import { putCartAside } from './put-aside.ts';

export const profileBuilt = '/profile_built';

export type SignedIn = {
  userId: string;
  isNewUser: boolean;
  /** Where whoever signed in wanted to go, where the address says so. */
  target: string | null;
};

const kept = ({ id, relation, firstName, lastName, phoneNo }: Profile): SelectedProfile => ({
  id,
  relation,
  firstName,
  lastName,
  phoneNo,
});

function setHints(user: User): void {
  const hints = { user_id: user.id, email: user.email ?? '', isPhoneLinked: String(user.isPhoneLinked) } as const;
  for (const [name, value] of Object.entries(hints) as [keyof typeof hints, string][])
    if ((readHint(name) ?? '') !== value) writeHint(name, value);
}

async function listProfiles(): Promise<Profile[] | null> {
  const answer = await apiFetch<{ data?: Profile[] } | null>('/profile/all').catch((error: unknown) => {
    logToServer('error', 'PROFILE_FETCH_ERROR', error instanceof ApiError ? error.message : 'Failed to fetch profiles');
    return undefined;
  });
  if (answer === undefined) return null;
  if (!Array.isArray(answer?.data)) {
    logToServer('error', 'PROFILE_FETCH_ERROR', 'Failed to fetch profiles');
    return null;
  }
  return answer.data.filter((profile) => profile.isActive);
}

async function chooseProfile({ userId, isNewUser, target }: SignedIn): Promise<string | null> {
  // Somebody else has signed in on this device since.
  const lastUser = cartBeforeSignIn.read()?.userId ?? '';
  if (lastUser !== '' && lastUser !== userId) selectedProfile.remove();
  if (selectedProfile.read()) return null;
  const { data: user } = await apiFetch<{ data: User }>('/user/get');
  setHints(user);
  putCartAside(user.id);
  tellOtherTabs('signin');
  const profiles = await listProfiles();
  if (profiles === null) return null;
  const [first] = profiles;
  if (!first) {
    // The server answers every further SELF with the first one.
    const self = {
      firstName: user.firstName,
      lastName: user.lastName,
      relation: 'SELF',
      ...(user.phone === null ? {} : { phoneNo: user.phone }),
    };
    const { data: created } = await apiFetch<{ data: Profile }>('/profile/create', { method: 'POST', body: self });
    selectedProfile.write(kept(created));
    return profileBuilt;
  }
  selectedProfile.write(kept(first));
  return isNewUser ? profileBuilt : target;
}

/**
 * What follows a sign-in, once: while no profile is chosen on this device (spec, section 4).
 * @returns where to go now, or null to stay
 */
export async function afterLogin(signedIn: SignedIn): Promise<string | null> {
  const choose = async () => {
    try {
      return await chooseProfile(signedIn);
    } catch (error) {
      // The token's cookie is for the server to delete.
      if (error instanceof ApiError && error.status === 401) await signOut('/');
      return null;
    }
  };
  // Of tabs that open together, one does it.
  return navigator.locks ? await navigator.locks.request('nagrik-after-login', choose) : await choose();
}
