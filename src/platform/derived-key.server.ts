import { createHmac, hkdfSync } from 'node:crypto';

const known = new Map<string, Buffer>();

/** A key of its own for each use, so that none says anything of another. */
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

/** Stands for a number or an address where only equality matters, and cannot be guessed back without the secret. */
export const keyedHash = (authSecret: string, use: string, text: string): string =>
  createHmac('sha256', derivedKey(authSecret, use)).update(text).digest('base64url');
