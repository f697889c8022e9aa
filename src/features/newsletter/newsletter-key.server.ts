import { readSignedId, signedId } from '../../platform/guard/signed-id.server.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { addressIn } from '../../platform/settings/site-languages.ts';

/** The page behind the link of each mail: consent, choices, and the end. Whoever has its key has read the mailbox. */
export const ownAddress = (
  { publicOrigin, authSecret }: Pick<Config, 'publicOrigin' | 'authSecret'>,
  id: string,
  lang: string,
): string => `${publicOrigin}${addressIn(lang, '/newsletter/mine')}?key=${signedId(authSecret, 'newsletter', id)}`;

/** The subscription's id; null for an invalid signature. */
export const readNewsletterKey = (authSecret: string, key: string | null): string | null =>
  readSignedId(authSecret, 'newsletter', key);
