import { randomInt, randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../../database/connect.server.ts';
import { users } from '../../database/schema.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { channelOf } from '../otp/identifiers.ts';
import { recordConsent } from './consents.queries.server.ts';
import { inheritFormerLimits } from './former-limits.server.ts';
import { applySuspension } from './suspensions.server.ts';
import { holdUserByIdentifier, identifierColumn, type UserRow } from './users.queries.server.ts';

/** Names from sign-up, and the version of the consent text. */
export type Draft = { firstName: string; lastName: string; consentVersion?: string };

/**
 * Finds or creates the account of a proven identifier; concurrent calls create one account.
 * A draft never renames an existing account; a suspended identifier gets a suspended account without the draft's names.
 */
export async function ensureUser(
  tx: Queryable,
  config: Pick<Config, 'authSecret'>,
  identifier: string,
  draft?: Draft | null,
): Promise<{ user: UserRow; isNew: boolean }> {
  const known = await holdUserByIdentifier(tx, identifier);
  if (known) return { user: known, isNew: false };
  const [made] = await tx
    .insert(users)
    .values({
      id: randomUUIDv7(),
      firstName: draft?.firstName ?? '',
      lastName: draft?.lastName ?? '',
      [channelOf(identifier) === 'sms' ? 'phone' : 'email']: identifier,
      memberNumber: randomInt(1_000, 10_000),
    })
    .onConflictDoNothing({ target: identifierColumn(identifier) })
    .returning();
  if (made) {
    await recordConsent(tx, {
      userId: made.id,
      kind: 'account',
      ...(draft?.consentVersion ? { version: draft.consentVersion } : {}),
    });
    await inheritFormerLimits(tx, config, identifier, made.id);
    return { user: await applySuspension(tx, config, made), isNew: true };
  }
  return ensureUser(tx, config, identifier, draft);
}
