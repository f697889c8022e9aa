import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { users } from '../../database/schema.ts';
import { AppError, noPermission } from '../../platform/errors.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { checkCode } from '../otp/check-code.server.ts';
import { deleteOtherSessions, hasFreshProof, noteProof } from '../sessions/sessions.queries.server.ts';
import { unauthenticated } from '../sessions/viewer-hook.server.ts';
import { tellNumberChanged } from './tell-account-changed.server.ts';
import { findUserByIdentifier, identifiersOf, lockUser, type UserRow } from './users.queries.server.ts';

/** What helps is a code to the number or address that the account has. */
export const proofNeeded = () => new AppError(403, 'forbidden', noPermission);
const ofAnother = () =>
  new AppError(
    409,
    'conflict',
    'This number belongs to another account. If both are yours, you can join them into one.',
  );

/** Whether a code has proven the account's own number or address in this session, within ten minutes. */
export async function hasProvenOwn(
  db: Queryable,
  sessionId: string,
  user: Pick<UserRow, 'phone' | 'email'>,
): Promise<boolean> {
  for (const identifier of identifiersOf(user)) if (await hasFreshProof(db, sessionId, identifier)) return true;
  return false;
}

/**
 * The code for a number, then the number itself. The proof stays with the session, also where the number is another account's.
 * @throws AppError 400 code_invalid, 429, and what linkPhone throws
 */
export async function linkPhoneByCode(
  services: PageServices,
  viewer: Viewer,
  phone: string,
  code: string,
): Promise<{ user: UserRow }> {
  const { sessionId } = viewer;
  await checkCode(services, { identifier: phone, code, purposes: ['link', 'signin'], sessionId });
  await noteProof(services.connection.db, sessionId, phone);
  return linkPhone(services, viewer, phone);
}

/**
 * Makes a number, which a code has just proven, the caller's. Replacing another ends the other sessions and tells the old number.
 * @throws AppError 403 where a number is replaced without a fresh proof of the old one or the address, 409 where it is another account's
 */
export async function linkPhone(services: PageServices, viewer: Viewer, phone: string): Promise<{ user: UserRow }> {
  const linked = await services.connection.db
    .transaction(async (tx) => {
      const user = await lockUser(tx, viewer.userId);
      if (!user) throw unauthenticated();
      if (user.phone === phone) return { user };
      if (user.phone !== null && !(await hasProvenOwn(tx, viewer.sessionId, user))) throw proofNeeded();
      if (await findUserByIdentifier(tx, phone)) throw ofAnother();
      const changed = await setPhone(tx, user.id, phone);
      if (user.phone !== null) {
        await deleteOtherSessions(tx, user.id, viewer.sessionId);
        await tellNumberChanged(services, tx, user, phone);
      }
      return { user: changed };
    })
    .catch((error: unknown) => {
      // Another account took the number between the look and the update.
      if (isDuplicate(error)) throw ofAnother();
      throw error;
    });
  services.outbox.kick();
  return linked;
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
