import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import { idempotencyKeys, users } from '../../database/schema.ts';
import { AppError, unauthenticated } from '../../platform/wire/errors.ts';
import { invalidatePages } from '../../platform/cache/page-cache.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { patiently } from '../../platform/http/request-context.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { maxSavedOfAccount } from '../profiles/cart.contract.ts';
import { hasRoomForSaved } from '../profiles/cart.queries.server.ts';
import { maxProfiles } from '../profiles/profiles.contract.ts';
import { hasRoomForProfile } from '../profiles/profiles.queries.server.ts';
import { insistOnFactor } from '../sessions/insist-on-factor.server.ts';
import { deleteOtherSessions, hasFreshProof } from '../sessions/sessions.queries.server.ts';
import { hasProvenOwn, proofNeeded } from '../users/link-phone.server.ts';
import { applySuspension } from '../users/suspensions.server.ts';
import { notifyAccountsJoined } from '../users/notify-account-changed.server.ts';
import { findUserByIdentifier, identifiersOf, lockUser, type UserRow } from '../users/users.queries.server.ts';
import { personOf } from './person-of.server.ts';
import { problems } from '../../messages/problems.ts';

/**
 * Merges the account of a number or address into the caller's and ends it. @throws AppError 403 until codes for both
 * are confirmed within ten minutes, registered or not; 409 where no other account has it, it has a role, the caller's
 * own role lacks its second factor, or both together would exceed the bounds of one account
 */
export async function mergeAccounts(
  services: PageServices,
  viewer: Viewer,
  identifier: string,
): Promise<{ user: UserRow }> {
  const { user, tags } = await patiently(() =>
    services.connection.db.transaction(async (tx) => {
      const found = await findUserByIdentifier(tx, identifier);
      // Lock order by id: two concurrent merges of the same accounts must not deadlock.
      const ids = [viewer.userId, ...(found ? [found.id] : [])].sort();
      const locked = new Map<string, UserRow>();
      for (const id of new Set(ids)) {
        // The stronger lock blocks inserts that refer to the ending account: those rows would be lost.
        const row = await lockUser(tx, id, id === viewer.userId ? 'no key update' : 'update');
        if (row) locked.set(id, row);
      }
      const own = locked.get(viewer.userId);
      if (!own) throw unauthenticated();
      if (!(await hasFreshProof(tx, viewer.sessionId, identifier)) || !(await hasProvenOwn(tx, viewer.sessionId, own)))
        throw proofNeeded();
      const other = found && locked.get(found.id);
      if (own.phone === identifier || own.email === identifier) return { user: own, tags: [] };
      if (!other || (other.phone !== identifier && other.email !== identifier))
        throw new AppError(409, 'conflict', () => problems.noOtherAccount);
      // Codes prove a phone, which may be stolen: they must not carry roles past the second factor that guards them.
      if (other.roles.length > 0) throw new AppError(409, 'conflict', () => problems.accountHasRole);
      await insistOnFactor(tx, services.config, viewer);
      return join(services, tx, { own, other, identifier, sessionId: viewer.sessionId });
    }),
  );
  await patiently(() => invalidatePages(services.connection, tags));
  services.outbox.kick();
  return { user };
}

const isNamed = ({ firstName, lastName }: UserRow) => firstName !== '' || lastName !== '';

/**
 * Whose name and member number stay: a suspended account's, whose posts must not get another one; of two, the longer
 * suspended one's.
 */
function namedAfter(own: UserRow, other: UserRow): UserRow {
  const now = Date.now();
  const left = ({ suspendedUntil }: UserRow) => Math.max(0, (suspendedUntil?.getTime() ?? 0) - now);
  if (left(own) !== left(other)) return left(own) > left(other) ? own : other;
  // Suspended until the same moment: one of them by the other's number.
  if (isNamed(own) || isNamed(other)) return isNamed(own) ? own : other;
  // Either may have posts, which show its member number: of suspended ones the older keeps it, whichever of them asks.
  return left(own) > 0 && other.createdAt < own.createdAt ? other : own;
}

type Joining = { own: UserRow; other: UserRow; identifier: string; sessionId: string };

async function join(
  services: PageServices,
  tx: Transaction,
  { own, other, identifier, sessionId }: Joining,
): Promise<{ user: UserRow; tags: string[] }> {
  const tags = [`user:${own.id}`, `user:${other.id}`];
  for (const { move } of services.personalData)
    tags.push(...((await move?.(tx, personOf(other), personOf(own))) ?? []));
  if (!(await hasRoomForProfile(tx, own.id, 0)) || !(await hasRoomForSaved(tx, own.id)))
    throw new AppError(409, 'conflict', () => problems.joinedTooLarge(maxProfiles, maxSavedOfAccount));
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.caller, `user:${other.id}`));
  await tx.delete(users).where(eq(users.id, other.id));

  const { firstName, lastName, memberNumber } = namedAfter(own, other);
  const [user] = await tx
    .update(users)
    .set({
      phone: other.phone === identifier ? identifier : (own.phone ?? other.phone),
      email: other.email === identifier ? identifier : (own.email ?? other.email),
      firstName,
      lastName,
      memberNumber,
      // Merging must not lift a suspension, nor make an established member a newcomer.
      suspendedUntil:
        own.suspendedUntil && other.suspendedUntil
          ? new Date(Math.max(own.suspendedUntil.getTime(), other.suspendedUntil.getTime()))
          : (own.suspendedUntil ?? other.suspendedUntil),
      createdAt: own.createdAt < other.createdAt ? own.createdAt : other.createdAt,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, own.id))
    .returning();
  if (own.phone !== null && own.phone !== user!.phone) await deleteOtherSessions(tx, own.id, sessionId);
  const joined = await applySuspension(tx, services.config, user!, {
    gained: identifiersOf(other),
    former: identifiersOf(own),
  });
  await notifyAccountsJoined(services, tx, [own, other]);
  return { user: joined, tags };
}
