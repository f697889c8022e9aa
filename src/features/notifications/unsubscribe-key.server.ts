import { readSignedId, signedId } from '../../platform/guard/signed-id.server.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { addressHere } from '../../platform/settings/site-languages.ts';

/** What an address in a mail stops: all mails that can be chosen, or the digest alone. */
export type Stopped = 'all' | 'digest';
const uses: Record<Stopped, string> = { all: 'unsubscribe', digest: 'unsubscribe digest' };

/** Permits unsubscribing only. */
export const unsubscribeKey = (authSecret: string, userId: string, of: Stopped): string =>
  `${of === 'all' ? '' : `${of}.`}${signedId(authSecret, uses[of], userId)}`;

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
  const prefix = 'digest.';
  const of = key?.startsWith(prefix) ? 'digest' : 'all';
  const userId = readSignedId(authSecret, uses[of], of === 'digest' ? key!.slice(prefix.length) : key);
  return userId === null ? null : { userId, of };
}
