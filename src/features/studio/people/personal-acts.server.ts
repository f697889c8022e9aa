import type { Person } from '../../../platform/feature.ts';
import { and, asc, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../database/connect.server.ts';
import {
  authors,
  pieceChecks,
  studioActs,
  studioInvitations,
  studioMedia,
  studioPieces,
  studioRevisions,
  studioUploads,
} from '../../../database/schema.ts';

import { batchOf, type Batches, inKeyset } from '../../../platform/process/json-pieces.ts';
import type { Piece } from '../pieces/pieces.queries.server.ts';

/** Acts of this person, and pieces that they began. The texts belong to the newsroom. */
export const exportStudioOf = (db: Queryable, { userId }: Person): Record<string, Batches> => ({
  pieces: inKeyset(
    batchOf.rows,
    (after: Pick<Piece, 'kind' | 'id' | 'title'> | undefined, most) =>
      db
        .select({ kind: studioPieces.kind, id: studioPieces.id, title: studioPieces.title })
        .from(studioPieces)
        .where(
          and(
            eq(studioPieces.createdBy, userId),
            after && sql`(${studioPieces.kind}, ${studioPieces.id}) > (${after.kind}, ${after.id})`,
          ),
        )
        .orderBy(asc(studioPieces.kind), asc(studioPieces.id))
        .limit(most),
    (piece) => piece,
    10_000,
  ),
  acts: inKeyset(
    batchOf.rows,
    (after: typeof studioActs.$inferSelect | undefined, most) =>
      db
        .select()
        .from(studioActs)
        .where(and(eq(studioActs.actor, userId), after && lt(studioActs.id, after.id)))
        .orderBy(desc(studioActs.id))
        .limit(most),
    ({ at, act, kind, pieceId, note, data }) => ({ at, act, kind, pieceId, note, ...(data && { data }) }),
    10_000,
  ),
});

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
  await forgetNamesInActs(tx, userId);
}

const forgetNamesInActs = (tx: Transaction, userId: string) =>
  tx
    .update(studioActs)
    .set({ actorName: null })
    .where(and(eq(studioActs.actor, userId), isNotNull(studioActs.actorName)));

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
  // No later deletion would find the acts of an account that is gone.
  await forgetNamesInActs(tx, id.from);
  await tx.execute(sql`insert into studio_shares (kind, piece_id, user_id)
    select kind, piece_id, ${id.to}::uuid from studio_shares where user_id = ${id.from} on conflict do nothing`);
}
