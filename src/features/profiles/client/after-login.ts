import { accountCart, forgetEverything, selectedProfile } from '../../../platform/browser/local-store.ts';
import { afterSignIn, isForStaff } from '../../../platform/http/safe-redirect.ts';
import { ApiError, apiFetch } from '../../sessions/client/api-fetch.ts';
import { notifyOtherTabs } from '../../sessions/client/broadcast.ts';
import { logToServer } from '../../sessions/client/client-log.ts';
import { forgetHistory } from '../../sessions/client/forget-person.ts';
import { writeHint } from '../../sessions/client/change-hints.ts';
import { readHint } from '../../sessions/client/hint-cookies.ts';
import { signOut } from '../../sessions/client/sign-out.ts';
import type { User } from '../../users/users.contract.ts';
import type { Profile } from '../profiles.contract.ts';
import { receiveCart } from './account-cart.ts';
import { toMember } from './family.ts';

const profileBuilt = '/profile_built';

/** Where the address of a page for signing in says to go afterwards. */
export function targetInAddress(): string | null {
  const { searchParams } = new URL(location.href);
  const requested = searchParams.get('redirect') ?? searchParams.get('callbackUrl');
  return requested === null ? null : afterSignIn(requested, location.origin);
}

export type SignedIn = {
  userId: string;
  isNewUser: boolean;
  /** Return address given in the URL, if any. */
  target: string | null;
};

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
  const welcome = isForStaff(target ?? location.pathname) ? target : profileBuilt;
  // A different user has signed in on this device since.
  const lastUser = accountCart.read()?.userId;
  if (lastUser !== undefined && lastUser !== userId) {
    forgetHistory();
    await forgetEverything();
  }
  if (selectedProfile.read()) {
    // Migration: this session is older than the account's cart, so the device's copy is the only one and is sent.
    if (lastUser === undefined) accountCart.write({ userId, cart: {}, readAt: 0 });
    return null;
  }
  const { data: user } = await apiFetch<{ data: User }>('/user/get');
  setHints(user);
  receiveCart(user.id);
  notifyOtherTabs('signin');
  const profiles = await listProfiles();
  if (profiles === null) return null;
  const [first] = profiles;
  if (!first) {
    // Idempotent: a further SELF returns the existing one.
    const self = {
      firstName: user.firstName,
      lastName: user.lastName,
      relation: 'SELF',
      ...(user.phone === null ? {} : { phoneNo: user.phone }),
    };
    const { data: created } = await apiFetch<{ data: Profile }>('/profile/create', { method: 'POST', body: self });
    selectedProfile.write(toMember(created));
    return welcome;
  }
  selectedProfile.write(toMember(first));
  return isNewUser ? welcome : target;
}

/**
 * Runs after sign-in while no profile is chosen on this device.
 * @returns where to go now, or null to stay
 */
export async function afterLogin(signedIn: SignedIn): Promise<string | null> {
  const choose = async () => {
    try {
      return await chooseProfile(signedIn);
    } catch (error) {
      // The session cookie is HttpOnly, so only the server can delete it.
      if (error instanceof ApiError && error.status === 401) await signOut('/');
      return null;
    }
  };
  // Web Lock: of several tabs that open together, only one runs it.
  return navigator.locks ? await navigator.locks.request('nagrik-after-login', choose) : await choose();
}
