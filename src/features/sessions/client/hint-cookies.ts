import { readCookie } from '../../../platform/http/read-cookie.ts';

// Script-readable cookies: hints for the interface, never trusted by the server, which sets them too.

export type Hint = 'email' | 'user_id' | 'newUser' | 'isPhoneLinked' | 'has_left' | 'left';

export const readHint: (name: Hint) => string | null = readCookie;

/** Whether a user seems signed in; the inline script decides by the same cookie whether to load boot.ts. */
export const seemsSignedIn = (): boolean => readHint('user_id') !== null;
