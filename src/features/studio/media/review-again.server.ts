import type { Transaction } from '../../../database/connect.server.ts';
import { aboutPiece, lockPiece, noteAct, type Piece, updatePiece } from '../pieces/pieces.queries.server.ts';
import type { Actor } from '../studio.policy.ts';
import { endSchedule } from '../pieces/withdraw-piece.server.ts';
import { listPiecesWith } from './media-uses.queries.server.ts';

/**
 * The pieces whose working copy names a file, locked. Lock them before the file's row, as a removal does.
 * @param path '/media/studio/…'
 */
export async function lockPiecesWith(tx: Transaction, path: string): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const piece of await listPiecesWith(tx, path)) pieces.push((await lockPiece(tx, piece))!);
  return pieces;
}

/**
 * What readers get of a file is no part of a revision, so a change of it ends reviews, approvals and schedules as a new
 * revision does. An unpublished piece would go live again on the approval of before.
 * @param pieces locked
 * @returns cache tags to invalidate
 */
export async function reviewAgain(tx: Transaction, actor: Actor, pieces: Piece[], path: string): Promise<string[]> {
  const tags: string[] = [];
  for (const piece of pieces) {
    tags.push(...(await endSchedule({ tx, piece, actor })));
    const isUnderReview = ['in_review', 'approved', 'scheduled'].includes(piece.state);
    await updatePiece(tx, piece, { approved: null, ...(isUnderReview ? { state: 'draft' as const } : {}) });
    await noteAct(tx, actor, 'change_media', { ...aboutPiece(piece), toRevision: piece.revision, note: path });
  }
  return tags;
}
