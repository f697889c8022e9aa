import type { StudioKind } from '../../../database/schema.ts';
import { invalidInput } from '../../../platform/wire/errors.ts';
import { actOnPiece, conflict, goneForGood, type LockedPiece, type StudioServices } from './act-on-piece.server.ts';
import {
  aboutPiece,
  getRevision,
  noteAct,
  noteApproval,
  type Piece,
  updatePiece,
  writersSince,
} from './pieces.queries.server.ts';
import { presentCopy } from './present-piece.server.ts';
import { problemsOf, wordPieceProblem } from './problems-of-piece.server.ts';
import { type Actor, insist, mayReview, mayWrite } from '../studio.policy.ts';
import { endSchedule } from './withdraw-piece.server.ts';
import { type Standing, standingOf } from './write-piece.server.ts';
import { problem } from '../../../platform/wire/problem.ts';

type Named = { kind: StudioKind; id: number };
type ReviewRequest = { revision: number; note?: string | undefined };

/** @throws AppError 409 with what stands there now, where another revision is the newest */
export async function insistOnNewest({ tx, config, piece }: LockedPiece, revision: number): Promise<void> {
  if (piece.state === 'removed') throw goneForGood(piece.kind);
  if (revision === piece.revision) return;
  throw conflict(
    problem('studio.notNewest'),
    [{ path: 'revision', message: problem('piece.newest', piece.revision) }],
    await presentCopy(tx, config, piece, await getRevision(tx, piece, piece.revision)),
  );
}

const wrongState = (piece: Piece, refused: 'cannotSubmit' | 'cannotApprove' | 'cannotSendBack') =>
  conflict(problem(`studio.${refused}`), [{ path: 'state', message: { code: `piece.is_${piece.state}` } }]);

export const submitPiece = (services: StudioServices, viewer: Actor, named: Named, { revision, note }: ReviewRequest) =>
  actOnPiece<Standing>(services, viewer, named, async (locked) => {
    const { tx, piece, actor, isShared } = locked;
    insist(mayWrite(actor, piece, isShared));
    await insistOnNewest(locked, revision);
    if (piece.state === 'in_review') return { result: standingOf(piece) };
    if (!['draft', 'changes_requested', 'unpublished'].includes(piece.state)) throw wrongState(piece, 'cannotSubmit');
    await insistOnReady(locked);
    const after = await updatePiece(tx, piece, { state: 'in_review', approved: null });
    await noteAct(tx, actor, 'submit', { ...aboutPiece(piece), toRevision: revision, note });
    return { result: standingOf(after) };
  });

/** @throws AppError 400 with what is missing */
export async function insistOnReady({
  tx,
  config,
  piece,
}: Pick<LockedPiece, 'tx' | 'config' | 'piece'>): Promise<void> {
  const problems = await problemsOf(tx, config, piece, await getRevision(tx, piece, piece.revision));
  const details = problems
    .filter(({ isBlocking }) => isBlocking)
    .map((found) => ({ path: found.path, message: () => wordPieceProblem(found).message }));
  if (details.length > 0) throw invalidInput(details.slice(0, 20));
}

/** Four eyes: whoever wrote any part of it since the last live revision cannot approve it. */
export const approvePiece = (
  services: StudioServices,
  viewer: Actor,
  named: Named,
  { revision, note }: ReviewRequest,
) =>
  actOnPiece<Standing>(services, viewer, named, async (locked) => {
    const { tx, piece, actor } = locked;
    insist(mayReview(actor));
    await insistOnNewest(locked, revision);
    insist(actor.id !== null && !(await writersSince(tx, piece)).has(actor.id));
    if (!['in_review', 'approved', 'scheduled'].includes(piece.state)) throw wrongState(piece, 'cannotApprove');
    await insistOnReady(locked);
    const state = piece.state === 'in_review' ? ('approved' as const) : piece.state;
    const after = await updatePiece(tx, piece, { state, approved: revision });
    await noteApproval(tx, piece, actor.id!, note);
    await noteAct(tx, actor, 'approve', { ...aboutPiece(piece), toRevision: revision, note });
    return { result: standingOf(after) };
  });

export const requestChanges = (
  services: StudioServices,
  viewer: Actor,
  named: Named,
  { revision, note }: ReviewRequest & { note: string },
) =>
  actOnPiece<Standing>(services, viewer, named, async (locked) => {
    const { tx, piece, actor } = locked;
    insist(mayReview(actor));
    await insistOnNewest(locked, revision);
    if (!['in_review', 'approved', 'scheduled'].includes(piece.state)) throw wrongState(piece, 'cannotSendBack');
    const tags = await endSchedule(locked);
    const after = await updatePiece(tx, piece, { state: 'changes_requested', approved: null });
    await noteAct(tx, actor, 'request_changes', { ...aboutPiece(piece), toRevision: revision, note });
    return { result: standingOf(after), tags };
  });
