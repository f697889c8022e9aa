// Script-readable cookies: hints for the interface, never trusted by the server, which sets them too.

export type Hint = 'email' | 'user_id' | 'newUser' | 'isPhoneLinked' | 'has_left' | 'left';

export function readHint(name: Hint): string | null {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return null;
  }
}

/** Whether a user seems signed in; the inline script decides by the same cookie whether to load boot.ts. */
export const seemsSignedIn = (): boolean => readHint('user_id') !== null;
