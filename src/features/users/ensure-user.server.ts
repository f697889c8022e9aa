import { randomInt, randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../../database/connect.server.ts';
import { users } from '../../database/schema.ts';
import { channelOf } from '../otp/identifiers.ts';
import { recordConsent } from './consents.queries.server.ts';
import { holdUserByIdentifier, identifierColumn, type UserRow } from './users.queries.server.ts';

/** Names given at sign-up, and the wording that was agreed to. */
export type Draft = { firstName: string; lastName: string; consentVersion?: string };

/**
 * The account of a number or address that a code has just proven; made where there is none. Of many at once, one makes it.
 * A draft names a new account only: whoever knows a number must not rename its owner.
 */
export async function ensureUser(
  tx: Queryable,
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
    return { user: made, isNew: true };
  }
  return ensureUser(tx, identifier, draft);
}
