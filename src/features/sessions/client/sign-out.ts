import { postAuth } from './auth-calls.ts';
import { notifyOtherTabs } from './broadcast.ts';
import { sessionStore } from './session-store.ts';

/**
 * Ends the session on the server, erases this device's personal data and notifies other tabs.
 * @returns the URL to go to; null where the server did not end the session
 */
export async function signOut(callbackUrl = location.href): Promise<string | null> {
  const { ok, url } = await postAuth('signout', { callbackUrl }).catch(() => ({ ok: false, url: null }));
  if (!ok || url === null || new URL(url).searchParams.has('csrf')) return null;
  await sessionStore.signedOut();
  notifyOtherTabs('signout');
  return url;
}
