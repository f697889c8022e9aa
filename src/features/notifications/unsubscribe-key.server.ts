import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../platform/guard/derived-key.server.ts';

const signatureOf = (authSecret: string, userId: string) => keyedHash(authSecret, 'unsubscribe', userId);

/** Permits unsubscribing only and never expires: mails are opened years later. */
export const unsubscribeKey = (authSecret: string, userId: string): string =>
  `${userId}.${signatureOf(authSecret, userId)}`;

/** The user whose mail the key stops; null for an invalid signature. */
export function readUnsubscribeKey(authSecret: string, key: string | null): string | null {
  const [, userId, signature] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/.exec(key ?? '') ?? [];
  if (userId === undefined || signature === undefined) return null;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(authSecret, userId))) ? userId : null;
}
