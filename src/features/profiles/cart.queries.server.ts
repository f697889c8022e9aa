import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/connect.server.ts';
import { profiles, savedSchemes } from '../../database/schema.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { type AccountCart, type ChangeCartInput, maxSaved } from './cart.contract.ts';
import { findSelf } from './profiles.queries.server.ts';
import { problems } from '../../messages/problems.ts';

/** Active profiles only; one without saved schemes has no key. */
export async function readCart(db: Queryable, userId: string): Promise<AccountCart> {
  const rows = await db
    .select({ profileId: savedSchemes.profileId, schemeId: savedSchemes.schemeId })
    .from(savedSchemes)
    .innerJoin(profiles, eq(profiles.id, savedSchemes.profileId))
    .where(and(eq(profiles.userId, userId), eq(profiles.isActive, true)))
    .orderBy(asc(savedSchemes.position));
  const cart: AccountCart = {};
  for (const { profileId, schemeId } of rows) (cart[profileId] ??= { items: [] }).items.push({ schemeId });
  return cart;
}

/**
 * Adds and removes in one transaction.
 * @returns the whole cart @throws AppError profile_not_found, or conflict where the profile's list is full
 */
export async function changeCart(
  db: Database,
  userId: string,
  { profileId, save = [], remove = [] }: ChangeCartInput,
): Promise<AccountCart> {
  return db.transaction(async (tx) => {
    // Row lock: two concurrent callers must not exceed the limit together.
    const [held] = await tx
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(eq(profiles.id, profileId), eq(profiles.userId, userId), eq(profiles.isActive, true)))
      .for('update');
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
    }
    return readCart(tx, userId);
  });
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
export async function exportCartOf(db: Queryable, userId: string): Promise<object[]> {
  return db
    .select({
      profileId: savedSchemes.profileId,
      schemeId: savedSchemes.schemeId,
      savedAt: savedSchemes.savedAt,
    })
    .from(savedSchemes)
    .innerJoin(profiles, eq(profiles.id, savedSchemes.profileId))
    .where(eq(profiles.userId, userId))
    .orderBy(asc(savedSchemes.position));
}
