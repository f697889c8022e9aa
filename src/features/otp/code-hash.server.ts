import { createHmac } from 'node:crypto';
import type { CodePurpose } from '../../database/schema.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { derivedKey, keyedHash } from '../../platform/guard/derived-key.server.ts';
import { foldMailbox } from './identifiers.ts';

/** Stored in place of the code. Bound to recipient, purpose and challenge, so that no hash is valid for another. */
export const hashCode = (
  config: Pick<Config, 'authSecret'>,
  {
    challengeId,
    purpose,
    identifier,
    code,
  }: { challengeId: string; purpose: CodePurpose; identifier: string; code: string },
): string =>
  createHmac('sha256', derivedKey(config.authSecret, 'one-time codes'))
    .update([challengeId, purpose, identifier, code].join('|'))
    .digest('base64url');

/** Keyed hash of an identifier, for rate limit keys: these must not store the identifier itself. */
export const identifierKey = (config: Pick<Config, 'authSecret'>, identifier: string): string =>
  keyedHash(config.authSecret, 'limits', identifier);

/** The mailbox or number that receives codes and receipts, whatever spelling of the address is used. */
export const mailboxKey = (config: Pick<Config, 'authSecret'>, identifier: string): string =>
  identifierKey(config, foldMailbox(identifier));

/** Rate limit key of the growing wait (backoff), by identifier and owner of the code. */
export const waitKey = (config: Pick<Config, 'authSecret'>, identifier: string, slot: string): string =>
  `code-wait:${identifierKey(config, identifier)}:${slot}`;
