import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../platform/derived-key.server.ts';

const signatureOf = (authSecret: string, userId: string) => keyedHash(authSecret, 'unsubscribe', userId);

/** Opens one thing only, for good: a mail may be years old when somebody has had enough. */
export const unsubscribeKey = (authSecret: string, userId: string): string =>
  `${userId}.${signatureOf(authSecret, userId)}`;

/** Whose mail a key stops; null for what this site did not sign. */
export function readUnsubscribeKey(authSecret: string, key: string | null): string | null {
  const [, userId, signature] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/.exec(key ?? '') ?? [];
  if (userId === undefined || signature === undefined) return null;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(authSecret, userId))) ? userId : null;
}
