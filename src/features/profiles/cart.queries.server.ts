import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/connect.server.ts';
import { profiles, savedSchemes } from '../../database/schema.ts';
import { AppError, notFound, unauthenticated } from '../../platform/wire/errors.ts';
import { batchOf, type Batches, inKeyset } from '../../platform/process/json-pieces.ts';
import { lockUser } from '../users/users.queries.server.ts';
import { type AccountCart, type ChangeCartInput, maxSaved, maxSavedOfAccount } from './cart.contract.ts';
import { findSelf } from './profiles.queries.server.ts';
import { problems } from '../../messages/problems.ts';

/** Active profiles only; one without saved schemes has no key. */
export async function readCart(db: Queryable, userId: string): Promise<AccountCart> {
  const rows = await db
    .select({ profileId: savedSchemes.profileId, schemeId: savedSchemes.schemeId })
    .from(savedSchemes)
    .innerJoin(profiles, eq(profiles.id, savedSchemes.profileId))
    .where(and(eq(profiles.userId, userId), eq(profiles.isActive, true)))
    .orderBy(asc(savedSchemes.position))
    .limit(maxSavedOfAccount);
  const cart: AccountCart = {};
  for (const { profileId, schemeId } of rows) (cart[profileId] ??= { items: [] }).items.push({ schemeId });
  return cart;
}

/**
 * Adds and removes in one transaction.
 * @returns the whole cart @throws AppError profile_not_found, or conflict where the list of the profile or of the account is full
 */
export async function changeCart(
  db: Database,
  userId: string,
  { profileId, save = [], remove = [] }: ChangeCartInput,
): Promise<AccountCart> {
  return db.transaction(async (tx) => {
    // The account's lock: two concurrent callers must not exceed a bound together.
    if (!(await lockUser(tx, userId))) throw unauthenticated();
    const [held] = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(eq(profiles.id, profileId), eq(profiles.userId, userId), eq(profiles.isActive, true)));
    if (!held) throw notFound('profile');
    if (remove.length > 0)
      await tx
        .delete(savedSchemes)
        .where(and(eq(savedSchemes.profileId, profileId), inArray(savedSchemes.schemeId, remove)));
    if (save.length > 0) {
      await tx
        .insert(savedSchemes)
        .values(save.map((schemeId) => ({ profileId, schemeId })))
        .onConflictDoNothing();
      const [kept] = await tx
        .select({ value: count() })
        .from(savedSchemes)
        .where(eq(savedSchemes.profileId, profileId));
      if (kept!.value > maxSaved) throw new AppError(409, 'conflict', () => problems.listFull(maxSaved));
      if (!(await hasRoomForSaved(tx, userId)))
        throw new AppError(409, 'conflict', () => problems.listsFull(maxSavedOfAccount));
    }
    return readCart(tx, userId);
  });
}

/** Whether the account is within its bound; where it is not, the lists of removed profiles, which nobody sees, go. */
export async function hasRoomForSaved(tx: Queryable, userId: string): Promise<boolean> {
  if ((await countSaved(tx, userId)) <= maxSavedOfAccount) return true;
  await tx.execute(
    sql`delete from saved_schemes s using profiles p where p.id = s.profile_id and p.user_id = ${userId} and not p.is_active`,
  );
  return (await countSaved(tx, userId)) <= maxSavedOfAccount;
}

/** Saved schemes of all profiles of the account. */
export async function countSaved(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ value: count() })
    .from(savedSchemes)
    .innerJoin(profiles, eq(profiles.id, savedSchemes.profileId))
    .where(eq(profiles.userId, userId));
  return row!.value;
}

export async function emptyCart(tx: Queryable, profileId: number): Promise<void> {
  await tx.delete(savedSchemes).where(eq(savedSchemes.profileId, profileId));
}

/** Account merge: the ending account's SELF profile passes its list to the remaining one. */
export async function moveCart(tx: Queryable, from: string, to: string): Promise<void> {
  const [going, staying] = [await findSelf(tx, from), await findSelf(tx, to)];
  if (!going || !staying) return;
  await tx.execute(
    sql`insert into saved_schemes (profile_id, scheme_id, saved_at)
      select ${staying.id}, scheme_id, saved_at from saved_schemes where profile_id = ${going.id} order by position
      on conflict do nothing`,
  );
  await emptyCart(tx, going.id);
}

/** Includes inactive profiles: they are kept until the account is deleted. */
export const exportCartOf = (db: Queryable, userId: string): Batches =>
  inKeyset(
    batchOf.rows,
    (after: SavedRow | undefined, most) =>
      db
        .select({ saved: savedSchemes })
        .from(savedSchemes)
        .innerJoin(profiles, eq(profiles.id, savedSchemes.profileId))
        .where(and(eq(profiles.userId, userId), gt(savedSchemes.position, after?.saved.position ?? 0)))
        .orderBy(asc(savedSchemes.position))
        .limit(most),
    ({ saved: { profileId, schemeId, savedAt } }) => ({ profileId, schemeId, savedAt }),
  );

type SavedRow = { saved: typeof savedSchemes.$inferSelect };
