import {
  accountCart,
  forgetEverything,
  forgetStoredDrafts,
  selectedProfile,
} from '../../../platform/browser/local-store.ts';
import { removeHints, writeHint } from './change-hints.ts';
import { readHint, seemsSignedIn } from './hint-cookies.ts';

// The server sets 'has_left' as a session ends: the account's cart may never have been read on this device.
const hasLeft = () => readHint('has_left') !== null;
const holdsSomebody = () => accountCart.read() !== null || selectedProfile.read() !== null || hasLeft();

const leftSeconds = 24 * 3_600;

/** From now on, what was typed into the pages of the session history is not restored (islands/forget-typed.ts). */
export const forgetHistory = (): void => writeHint('left', String(Date.now()), leftSeconds);

/**
 * Erases the former user's data on this device; a guest's own data stays. The server clears the token cookie.
 * @param withDrafts false after an expired session: drafts wait for the same user
 */
export async function forgetPerson({ withDrafts = true } = {}): Promise<void> {
  const wasSomebody = seemsSignedIn() || holdsSomebody();
  // Not for whoever comes back to the page that says 'signed out': entries opened since are theirs.
  if (withDrafts && wasSomebody) forgetHistory();
  removeHints('email', 'user_id', 'newUser', 'isPhoneLinked', 'has_left');
  selectedProfile.remove();
  if (wasSomebody) await forgetEverything({ withDrafts });
  // Another tab may have noticed the end of the session first, and taken every trace of it but the drafts.
  else if (withDrafts) forgetStoredDrafts();
}

/** Cleans up after a session that ended without this page's script (a plain form, a remote sign-out). */
export function forgetWhoLeft(): void {
  if (!hasLeft() && (seemsSignedIn() || !holdsSomebody())) return;
  // A sign-out whose page had no script yet: whoever comes first on the next page must not take the trace of it.
  if (document.querySelector('[role=status][data-signed-out]')) return void forgetPerson();
  removeHints('has_left');
  void forgetEverything({ withDrafts: false });
}

/** Await before showing personal data: confirms the session with the server. Offline, that data stays. */
export async function ownerIsKnown(): Promise<void> {
  forgetWhoLeft();
  if (!seemsSignedIn()) return;
  const { sessionStore } = await import('./session-store.ts');
  await sessionStore.read();
}
