import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { users } from '../../database/schema.ts';
import { AppError, forbidden, unauthenticated } from '../../platform/wire/errors.ts';
import { invalidatePages, invalidatePagesOnCommit } from '../../platform/cache/page-cache.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import type { Browser } from '../otp/browser.server.ts';
import { checkCode } from '../otp/check-code.server.ts';
import { insistOnFactor } from '../sessions/insist-on-factor.server.ts';
import { deleteOtherSessions, hasFreshProof, noteProof } from '../sessions/sessions.queries.server.ts';
import { inheritFormerLimits } from './former-limits.server.ts';
import { applySuspension } from './suspensions.server.ts';
import { notifyNumberChanged } from './notify-account-changed.server.ts';
import { findUserByIdentifier, identifiersOf, lockUser, type UserRow } from './users.queries.server.ts';
import { problems } from '../../messages/problems.ts';

/** Step-up authentication required: a code sent to the account's own number or address. */
export const proofNeeded = forbidden;
const ofAnother = () => new AppError(409, 'conflict', () => problems.numberOfAnother);

/** Whether the account's own identifier was proven in this session within ten minutes. */
export async function hasProvenOwn(
  db: Queryable,
  sessionId: string,
  user: Pick<UserRow, 'phone' | 'email'>,
): Promise<boolean> {
  for (const identifier of identifiersOf(user)) if (await hasFreshProof(db, sessionId, identifier)) return true;
  return false;
}

/**
 * Verifies the code, then links the number. The proof stays in the session even where the number is another account's.
 * @throws AppError 400 code_invalid, 429, and what linkPhone throws
 */
export async function linkPhoneByCode(
  services: PageServices,
  viewer: Viewer,
  phone: string,
  code: string,
  browser: Browser,
): Promise<{ user: UserRow }> {
  const { sessionId } = viewer;
  await checkCode(services, { identifier: phone, code, purposes: ['link', 'signin'], browser, sessionId });
  await noteProof(services.connection.db, sessionId, phone);
  return linkPhone(services, viewer, phone);
}

/**
 * Links a proven number to the viewer. Replacing one ends other sessions and notifies the old number.
 * @throws AppError 403 without a fresh proof of the old number or address, 409 for another account's number, or without
 * the second factor of a role
 */
export async function linkPhone(services: PageServices, viewer: Viewer, phone: string): Promise<{ user: UserRow }> {
  const { user, tags } = await services.connection.db
    .transaction(async (tx) => {
      const user = await lockUser(tx, viewer.userId);
      if (!user) throw unauthenticated();
      if (user.phone === phone) return { user, tags: [] };
      if (user.phone !== null && !(await hasProvenOwn(tx, viewer.sessionId, user))) throw proofNeeded();
      if (user.phone !== null) await insistOnFactor(tx, services.config, viewer);
      if (await findUserByIdentifier(tx, phone)) throw ofAnother();
      const linkedUser = await setPhone(tx, user.id, phone);
      await inheritFormerLimits(tx, services.config, phone, user.id);
      const changed = await applySuspension(tx, services.config, linkedUser, {
        gained: [phone],
        former: identifiersOf(user),
      });
      if (user.phone !== null) {
        await deleteOtherSessions(tx, user.id, viewer.sessionId);
        await notifyNumberChanged(services, tx, user, phone);
      }
      // A suspension of the number takes the account's name (applySuspension), which stands on public pages.
      const isRenamed = changed.firstName !== user.firstName || changed.lastName !== user.lastName;
      const tags = isRenamed ? [`user:${user.id}`] : [];
      await invalidatePagesOnCommit(tx, tags);
      return { user: changed, tags };
    })
    .catch((error: unknown) => {
      // Unique violation: another account took the number between the check and the update.
      if (isDuplicate(error)) throw ofAnother();
      throw error;
    });
  // The number is linked, so a failure is no error: on PostgreSQL the commit told all instances, and this waits for them.
  await invalidatePages(services.connection, tags).catch(() => {});
  services.outbox.kick();
  return { user };
}

async function setPhone(tx: Queryable, id: string, phone: string): Promise<UserRow> {
  const [row] = await tx
    .update(users)
    .set({ phone, updatedAt: sql`now()` })
    .where(eq(users.id, id))
    .returning();
  return row!;
}

const isDuplicate = (error: unknown): boolean => {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === '23505' || (cause !== undefined && cause !== null && isDuplicate(cause));
};
