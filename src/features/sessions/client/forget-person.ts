import { cartBeforeSignIn, forgetEverything, selectedProfile, sharedDevice } from '../../../platform/local-store.ts';
import { removeHints } from './hint-cookies.ts';

/** Nobody is signed in here any more: the hints and the chosen profile go, on a shared phone everything. The access token's cookie is the server's to delete. */
export async function forgetPerson(): Promise<void> {
  removeHints('email', 'user_id', 'newUser', 'isPhoneLinked');
  selectedProfile.remove();
  const before = cartBeforeSignIn.read();
  if (before) cartBeforeSignIn.write({ ...before, userId: '' });
  if (sharedDevice.read() === 'yes') await forgetEverything();
}
