import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { profiles } from '../../database/schema.ts';
import { notFound } from '../../platform/wire/errors.ts';
import {
  type Answers,
  maxProfiles,
  maxProfilesEver,
  type Profile,
  type UpdateProfileInput,
} from './profiles.contract.ts';

export type ProfileRow = typeof profiles.$inferSelect;

export const toProfile = (row: ProfileRow): Profile => ({
  id: row.id,
  isActive: row.isActive,
  relation: row.relation,
  firstName: row.firstName,
  lastName: row.lastName,
  phoneNo: row.phone,
  answers: row.answers as Answers,
});

const ownActive = (userId: string, id: number) =>
  and(eq(profiles.id, id), eq(profiles.userId, userId), eq(profiles.isActive, true));

/** Active profiles, oldest first. */
export async function listProfiles(db: Queryable, userId: string): Promise<Profile[]> {
  return (
    await db
      .select()
      .from(profiles)
      .where(and(eq(profiles.userId, userId), eq(profiles.isActive, true)))
      .orderBy(asc(profiles.id))
      .limit(maxProfiles)
  ).map(toProfile);
}

/** @throws AppError profile_not_found, also for another user's profile */
export async function getProfile(db: Queryable, userId: string, id: number): Promise<ProfileRow> {
  const [row] = await db.select().from(profiles).where(ownActive(userId, id));
  if (!row) throw notFound('profile');
  return row;
}

export async function findSelf(db: Queryable, userId: string): Promise<ProfileRow | null> {
  const [row] = await db
    .select()
    .from(profiles)
    .where(and(eq(profiles.userId, userId), eq(profiles.relation, 'SELF'), eq(profiles.isActive, true)));
  return row ?? null;
}

/** Whether the account may hold so many more; the caller holds its lock. */
export async function hasRoomForProfile(db: Queryable, userId: string, more: number): Promise<boolean> {
  const [row] = await db
    .select({ ever: count(), inUse: sql<number>`count(*) filter (where ${profiles.isActive})::int` })
    .from(profiles)
    .where(eq(profiles.userId, userId));
  return row!.ever + more <= maxProfilesEver && row!.inUse + more <= maxProfiles;
}

/** @throws AppError profile_not_found */
export async function updateProfile(
  db: Queryable,
  userId: string,
  id: number,
  { phoneNo, ...input }: UpdateProfileInput,
): Promise<Profile> {
  const [row] = await db
    .update(profiles)
    .set({ ...input, ...(phoneNo === undefined ? {} : { phone: phoneNo }), updatedAt: sql`now()` })
    .where(ownActive(userId, id))
    .returning();
  if (!row) throw notFound('profile');
  return toProfile(row);
}
