import { createHmac, hkdfSync } from 'node:crypto';

const known = new Map<string, Buffer>();

/** Key separation: each use derives its own key, so that one key reveals nothing of another. */
export function derivedKey(authSecret: string, use: string): Buffer {
  const name = `${use}\n${authSecret}`;
  let key = known.get(name);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', authSecret, '', `nagrik ${use}`, 32));
    if (known.size > 100) known.clear();
    known.set(name, key);
  }
  return key;
}

/**
 * Keyed hash (HMAC) of a phone number or address, for comparing only: not reversible by guessing without the secret.
 */
export const keyedHash = (authSecret: string, use: string, text: string): string =>
  createHmac('sha256', derivedKey(authSecret, use)).update(text).digest('base64url');
