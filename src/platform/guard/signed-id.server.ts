import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from './derived-key.server.ts';

/** A key that permits one use of one row, for an address in a mail. It never expires: mails are opened years later. */
export const signedId = (authSecret: string, use: string, id: string): string =>
  `${id}.${keyedHash(authSecret, use, id)}`;

/** The UUID that was signed for this use; null for an invalid signature. */
export function readSignedId(authSecret: string, use: string, key: string | null): string | null {
  const [, id, signature] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/.exec(key ?? '') ?? [];
  if (id === undefined || signature === undefined) return null;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(keyedHash(authSecret, use, id))) ? id : null;
}
