// Script-readable cookies: hints for the interface, never trusted by the server, which sets them too.

export type Hint = 'email' | 'user_id' | 'newUser' | 'isPhoneLinked' | 'has_left';

const longestSeconds = 90 * 24 * 3_600;

export function readHint(name: Hint): string | null {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  if (found === undefined) return null;
  try {
    return decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return null;
  }
}

const isSecure = () => location.protocol === 'https:';

export function writeHint(name: Hint, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)};path=/;max-age=${longestSeconds};samesite=lax${isSecure() ? ';secure' : ''}`;
}

export function removeHints(...names: Hint[]): void {
  for (const name of names) document.cookie = `${name}=;path=/;max-age=0;samesite=lax${isSecure() ? ';secure' : ''}`;
}

/** Whether a user seems signed in; the inline script decides by the same cookie whether to load boot.ts. */
export const seemsSignedIn = (): boolean => readHint('user_id') !== null;
