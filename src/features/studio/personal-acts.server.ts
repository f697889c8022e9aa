import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connect.server.ts';
import {
  authors,
  pieceChecks,
  studioActs,
  studioInvitations,
  studioMedia,
  studioPieces,
  studioRevisions,
  studioUploads,
} from '../../database/schema.ts';

type Person = { userId: string; identifiers: string[] };

/** Acts of this person, and pieces that they began. The texts belong to the newsroom. */
export async function exportStudioOf(db: Queryable, { userId }: Person) {
  const acts = await db
    .select()
    .from(studioActs)
    .where(eq(studioActs.actor, userId))
    .orderBy(desc(studioActs.id))
    .limit(10_000);
  const pieces = await db
    .select({ kind: studioPieces.kind, id: studioPieces.id, title: studioPieces.title })
    .from(studioPieces)
    .where(eq(studioPieces.createdBy, userId))
    .limit(10_000);
  return { pieces, acts: acts.map(({ at, act, kind, pieceId, note }) => ({ at, act, kind, pieceId, note })) };
}

/** Pieces and acts keep a bare id; the number or address of an invitation goes, and so does the link to an author. */
export async function forgetStudioOf(tx: Transaction, { userId, identifiers }: Person): Promise<void> {
  if (identifiers.length > 0)
    await tx.delete(studioInvitations).where(inArray(studioInvitations.identifier, identifiers));
  // Its parts are erased with the next sweep.
  await tx
    .update(studioUploads)
    .set({ expiresAt: sql`now()`, words: {} })
    .where(eq(studioUploads.userId, userId));
  await tx.update(authors).set({ userId: null }).where(eq(authors.userId, userId));
}

/** One person stays one pair of eyes: what was written with either account counts for both. */
export async function moveStudio(tx: Transaction, from: Person, to: Person): Promise<void> {
  const id = { from: from.userId, to: to.userId };
  await tx.update(studioRevisions).set({ authorId: id.to }).where(eq(studioRevisions.authorId, id.from));
  for (const column of ['createdBy', 'updatedBy', 'scheduledBy'] as const)
    await tx
      .update(studioPieces)
      .set({ [column]: id.to })
      .where(eq(studioPieces[column], id.from));
  await tx.update(pieceChecks).set({ by: id.to }).where(eq(pieceChecks.by, id.from));
  await tx.update(studioMedia).set({ uploadedBy: id.to }).where(eq(studioMedia.uploadedBy, id.from));
  await tx.update(studioUploads).set({ userId: id.to }).where(eq(studioUploads.userId, id.from));
  await tx.update(authors).set({ userId: id.to }).where(eq(authors.userId, id.from));
  await tx.execute(sql`insert into studio_shares (kind, piece_id, user_id)
    select kind, piece_id, ${id.to}::uuid from studio_shares where user_id = ${id.from} on conflict do nothing`);
}
