import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedKey } from './derived-key.server.ts';

const algorithm = 'aes-256-gcm';
const use = 'outbox messages';

/** A message as the database may keep it; bound to its id, so that no row can stand for another. */
export function seal(authSecret: string, id: string, content: object): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, derivedKey(authSecret, use), nonce).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** null where it was sealed with another secret, or changed. */
export function unseal<Content>(authSecret: string, id: string, text: string): Content | null {
  const bytes = Buffer.from(text, 'base64url');
  try {
    const decipher = createDecipheriv(algorithm, derivedKey(authSecret, use), bytes.subarray(0, 12), {
      authTagLength: 16,
    })
      .setAAD(Buffer.from(id))
      .setAuthTag(bytes.subarray(12, 28));
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()) as Content;
  } catch {
    return null;
  }
}
