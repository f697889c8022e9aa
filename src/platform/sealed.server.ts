import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedKey } from './derived-key.server.ts';

/** Encrypts a value (AES-256-GCM) for a visitor to carry back; `until` in ms since the epoch. */
export function seal(secret: string, use: string, value: object, until: number): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derivedKey(secret, use), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify({ ...value, until })), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Null for what was forged, sealed for another use, or is over. @param longest of the sealed text, in characters */
export function unseal<Value extends object>(
  secret: string,
  use: string,
  text: string | null,
  now: Date,
  longest: number,
): Value | null {
  if (text === null || text.length > longest) return null;
  try {
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', derivedKey(secret, use), bytes.subarray(0, 12), {
      authTagLength: 16,
    });
    decipher.setAuthTag(bytes.subarray(12, 28));
    const { until, ...value } = JSON.parse(
      Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(),
    ) as Value & { until: number };
    return until > now.getTime() ? (value as unknown as Value) : null;
  } catch {
    return null;
  }
}
