import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { profiles } from '../../database/schema.ts';
import { batchOf, type Batches, inKeyset } from '../../platform/process/json-pieces.ts';
import { answers, type Profile } from './profiles.contract.ts';
import { findSelf, type ProfileRow, toProfile } from './profiles.queries.server.ts';

/**
 * Account merge. Both SELF profiles are the same person: the remaining one takes over only answers that it lacks,
 * the other becomes inactive.
 */
export async function moveProfiles(tx: Queryable, from: string, to: string): Promise<void> {
  const [staying, going] = [await findSelf(tx, to), await findSelf(tx, from)];
  if (staying && going) {
    const joined = answers.safeParse({ ...going.answers, ...staying.answers });
    await tx
      .update(profiles)
      .set({
        firstName: staying.firstName || going.firstName,
        lastName: staying.lastName || going.lastName,
        phone: staying.phone ?? going.phone,
        ...(joined.success ? { answers: joined.data } : {}),
        updatedAt: sql`now()`,
      })
      .where(eq(profiles.id, staying.id));
    await tx.update(profiles).set({ isActive: false }).where(eq(profiles.id, going.id));
  }
  await tx.update(profiles).set({ userId: to }).where(eq(profiles.userId, from));
}

/** Includes inactive ones: they are kept until the account is deleted. */
export const exportProfilesOf = (db: Queryable, userId: string): Batches<Profile> =>
  inKeyset(
    batchOf.texts,
    (after: ProfileRow | undefined, most) =>
      db
        .select()
        .from(profiles)
        .where(and(eq(profiles.userId, userId), gt(profiles.id, after?.id ?? 0)))
        .orderBy(asc(profiles.id))
        .limit(most),
    toProfile,
  );
