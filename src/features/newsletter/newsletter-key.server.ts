import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../platform/guard/derived-key.server.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { addressIn } from '../../platform/settings/site-languages.ts';

const signatureOf = (authSecret: string, id: string) => keyedHash(authSecret, 'newsletter', id);

/** Of one subscription: whoever has it has read the mailbox. It never expires: mails are opened years later. */
export const newsletterKey = (authSecret: string, id: string): string => `${id}.${signatureOf(authSecret, id)}`;

/** The page behind the link of each mail: consent, choices, and the end by one tap. */
export const ownAddress = (
  { publicOrigin, authSecret }: Pick<Config, 'publicOrigin' | 'authSecret'>,
  id: string,
  lang: string,
): string => `${publicOrigin}${addressIn(lang, '/newsletter/mine')}?key=${newsletterKey(authSecret, id)}`;

/** The subscription's id; null for an invalid signature. */
export function readNewsletterKey(authSecret: string, key: string | null): string | null {
  const [, id, signature] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/.exec(key ?? '') ?? [];
  if (id === undefined || signature === undefined) return null;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(authSecret, id))) ? id : null;
}
