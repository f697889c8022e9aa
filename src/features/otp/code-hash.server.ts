import { createHmac } from 'node:crypto';
import type { CodePurpose } from '../../database/schema.ts';
import type { Config } from '../../platform/config.server.ts';
import { derivedKey, keyedHash } from '../../platform/derived-key.server.ts';

/** What is kept of a code. It is bound to who it went to, what for, and the one sending of it. */
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

/** A number or address in the keys of limits, which are kept for a day. */
export const identifierKey = (config: Pick<Config, 'authSecret'>, identifier: string): string =>
  keyedHash(config.authSecret, 'limits', identifier);
