import { and, count, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../database/connect.server.ts';
import { studioMedia, studioUploads, users } from '../../../database/schema.ts';

export type Upload = typeof studioUploads.$inferSelect;
export type UploadWords = Upload['words'];

/** What the bytes are for: each has addresses of its own. */
export type Purpose = 'media' | 'import';
const isFor = (purpose: Purpose) => sql`jsonb_exists(${studioUploads.words}, 'import') = ${purpose === 'import'}`;
/** Whose, and what for. */
export type Owner = { userId: string; purpose: Purpose };

const mine = (id: string, { userId, purpose }: Owner, now: Date) =>
  and(eq(studioUploads.id, id), eq(studioUploads.userId, userId), isFor(purpose), gt(studioUploads.expiresAt, now));

/** An upload of this person that has not expired. */
export async function findUpload(db: Queryable, id: string, owner: Owner, now: Date): Promise<Upload | null> {
  const [row] = await db
    .select()
    .from(studioUploads)
    .where(mine(id, owner, now));
  return row ?? null;
}

export async function findFinished(db: Queryable, path: string) {
  const [row] = await db
    .select({ path: studioMedia.path, width: studioMedia.width, height: studioMedia.height })
    .from(studioMedia)
    .where(eq(studioMedia.path, path));
  return row ?? null;
}

export const listOpen = (db: Queryable, { userId, purpose }: Owner, now: Date): Promise<Upload[]> =>
  db
    .select()
    .from(studioUploads)
    .where(
      and(
        eq(studioUploads.userId, userId),
        isFor(purpose),
        isNull(studioUploads.path),
        gt(studioUploads.expiresAt, now),
      ),
    )
    .orderBy(desc(studioUploads.changedAt));

/**
 * Unfinished ones of a person; the row of the person is locked, so that two at once are counted one after the other.
 */
export async function countOpen(tx: Transaction, userId: string, now: Date): Promise<number> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const [row] = await tx
    .select({ open: count() })
    .from(studioUploads)
    .where(and(eq(studioUploads.userId, userId), isNull(studioUploads.path), gt(studioUploads.expiresAt, now)));
  return row!.open;
}

/** Expires the user's least recently active upload, if it has been idle since `before`. */
export async function endIdle(tx: Transaction, userId: string, before: Date, now: Date): Promise<boolean> {
  const idle = tx
    .select({ id: studioUploads.id })
    .from(studioUploads)
    .where(
      and(
        eq(studioUploads.userId, userId),
        isNull(studioUploads.path),
        gt(studioUploads.expiresAt, now),
        lt(studioUploads.changedAt, before),
      ),
    )
    .orderBy(studioUploads.changedAt)
    .limit(1);
  const ended = await tx
    .update(studioUploads)
    .set({ expiresAt: now })
    .where(sql`${studioUploads.id} in ${idle}`)
    .returning({ id: studioUploads.id });
  return ended.length > 0;
}

/** A number for a part that is about to be stored; null once there are too many. */
export async function beginPart(db: Queryable, { id }: Pick<Upload, 'id'>, most: number): Promise<number | null> {
  const [row] = await db
    .update(studioUploads)
    .set({ partsBegun: sql`${studioUploads.partsBegun} + 1` })
    .where(and(eq(studioUploads.id, id), lt(studioUploads.partsBegun, most)))
    .returning({ next: studioUploads.partsBegun });
  return row ? row.next - 1 : null;
}

/** Counts a stored part. False where another request went on from the same offset first, or the upload has ended. */
export async function addPart(
  db: Queryable,
  { id, offset }: Pick<Upload, 'id' | 'offset'>,
  part: { number: number; bytes: number },
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(studioUploads)
    .set({
      offset: offset + part.bytes,
      parts: sql`${studioUploads.parts} || ${part.number}::int`,
      changedAt: now,
    })
    .where(and(eq(studioUploads.id, id), eq(studioUploads.offset, offset), gt(studioUploads.expiresAt, now)))
    .returning({ id: studioUploads.id });
  return rows.length > 0;
}

export async function finishUpload(db: Queryable, { id, length }: Pick<Upload, 'id' | 'length'>, path: string) {
  await db.update(studioUploads).set({ offset: length, path }).where(eq(studioUploads.id, id));
}

/** Expires the upload, so that no part is added any more. @returns null where there is none */
export async function endUpload(db: Queryable, id: string, owner: Owner, now: Date): Promise<Upload | null> {
  const [row] = await db
    .update(studioUploads)
    .set({ expiresAt: now })
    .where(mine(id, owner, now))
    .returning();
  return row ?? null;
}

export const listExpired = (db: Queryable, now: Date): Promise<Upload[]> =>
  db
    .select()
    .from(studioUploads)
    .where(lte(studioUploads.expiresAt, now))
    .orderBy(desc(studioUploads.expiresAt))
    .limit(100);

export const deleteUpload = (db: Queryable, id: string) => db.delete(studioUploads).where(eq(studioUploads.id, id));
