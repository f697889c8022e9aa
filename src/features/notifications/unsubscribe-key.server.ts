import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../platform/guard/derived-key.server.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { addressHere } from '../../platform/settings/site-languages.ts';

/** What an address in a mail stops: all mails that can be chosen, or the digest alone. */
export type Stopped = 'all' | 'digest';
const uses: Record<Stopped, string> = { all: 'unsubscribe', digest: 'unsubscribe digest' };

const signatureOf = (authSecret: string, userId: string, of: Stopped) => keyedHash(authSecret, uses[of], userId);

/** Permits unsubscribing only and never expires: mails are opened years later. */
export const unsubscribeKey = (authSecret: string, userId: string, of: Stopped): string =>
  `${of === 'all' ? '' : `${of}.`}${userId}.${signatureOf(authSecret, userId, of)}`;

export const stopAddress = (
  { publicOrigin, authSecret }: Pick<Config, 'publicOrigin' | 'authSecret'>,
  userId: string,
  of: Stopped,
): string => `${publicOrigin}${addressHere('/unsubscribe')}?key=${unsubscribeKey(authSecret, userId, of)}`;

/** One-click unsubscribe (RFC 8058). */
export const stopHeaders = (address: string): Record<string, string> => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** The user whose mail the key stops, and which; null for an invalid signature. */
export function readUnsubscribeKey(authSecret: string, key: string | null): { userId: string; of: Stopped } | null {
  const [, digest, userId, signature] =
    /^(digest\.)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/.exec(key ?? '') ?? [];
  if (userId === undefined || signature === undefined) return null;
  const of = digest ? 'digest' : 'all';
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(authSecret, userId, of)))
    ? { userId, of }
    : null;
}
