import type { Transaction } from '../../database/connect.server.ts';
import { problems } from '../../messages/problems.ts';
import { AppError, notFound } from '../../platform/wire/errors.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { forbidden } from '../../platform/wire/errors.ts';
import { type LockedPost, holdingIfThere } from '../communities/change-life.server.ts';
import { invalidateInBatches } from '../reactions/invalidate-in-batches.server.ts';
import { appealable } from './appeals.contract.ts';
import {
  type Appeal,
  findAct,
  findActOfAppeal,
  hasOtherModerator,
  insertAppeal,
  isHiddenSince,
  isSuspendedSince,
  lockAppeal,
  noteDecision,
} from './appeals.queries.server.ts';
import { moderateWithin } from './moderate.server.ts';
import { type ActRow, noteAct } from './moderation-log.queries.server.ts';
import { liftSuspension } from './suspend.server.ts';
import { lockUser } from '../users/users.queries.server.ts';

const conflict = (message: () => string) => new AppError(409, 'conflict', message);
export const mayAppeal = ({ act, isHold }: Pick<ActRow, 'act' | 'isHold'>): boolean =>
  !isHold && (appealable as readonly string[]).includes(act);

/**
 * An appeal against an act on one's own post or account; also while suspended.
 * @throws AppError 404 for acts on others, 409 for a second appeal or an act that took nothing
 */
export async function openAppeal(
  { connection: { db } }: Pick<PageServices, 'connection'>,
  viewer: Viewer,
  { actId, text }: { actId: number; text: string },
): Promise<Pick<Appeal, 'id' | 'actId' | 'status'>> {
  const act = await findAct(db, actId);
  // The same answer for acts on others: nobody learns from it which acts there are.
  if (act?.authorId !== viewer.userId) throw notFound('decision');
  if (!mayAppeal(act)) throw conflict(() => problems.notAppealable);
  const row = await insertAppeal(db, { actId, userId: viewer.userId, text: text.trim() });
  if (!row) throw conflict(() => problems.appealedAlready);
  return { id: row.id, actId, status: row.status };
}

type Decision = { decision: 'uphold' | 'overturn'; answer: string };

/**
 * Decides an appeal. With `overturn` the post stands again and a suspension ends, as acts of their own in the log, all
 * in the decision's transaction.
 * @throws AppError 403 for the moderator who acted, where somebody else could decide; 409 where it was decided, or would
 * take back an admin's suspension
 */
export async function decideAppeal(
  services: PageServices,
  viewer: Viewer,
  id: number,
  { decision, answer }: Decision,
): Promise<Pick<Appeal, 'id' | 'actId' | 'status'>> {
  const { connection } = services;
  const act = await findActOfAppeal(connection.db, id);
  const status = decision === 'uphold' ? ('upheld' as const) : ('overturned' as const);
  const reason = answer.trim().slice(0, 500);
  const decide = async (tx: Transaction, locked: LockedPost | null) => {
    const appeal = await lockAppeal(tx, id);
    if (!appeal) throw notFound('appeal');
    if (appeal.status !== 'open') throw conflict(() => problems.appealDecided);
    const isOwn = act?.moderatorId === viewer.userId && (await hasOtherModerator(tx, viewer.userId));
    if (isOwn || appeal.userId === viewer.userId) throw forbidden();
    await noteDecision(tx, id, { status, decidedBy: viewer.userId, answer: answer.trim() });
    if (act?.act === 'SUSPEND' && status === 'overturned') await lift(services, tx, viewer, act, reason);
    const isMerged = locked?.entityType === 'QUESTION' && locked.question.duplicateOf !== null;
    const isHidden = locked !== null && locked.post.hiddenAt !== null && !isMerged;
    const isShown = isHidden && !(await isHiddenSince(tx, act!));
    if (isShown) await moderateWithin(services, tx, locked, viewer, { ...placeOf(act!), act: 'RESTORE', reason });
    return { actId: appeal.actId, tags: isShown ? locked.tags : [] };
  };
  // The post's locks come before the appeal's, as in every act on a post.
  const { actId, tags } =
    act && status === 'overturned' && takesPost(act)
      ? await holdingIfThere(connection, act.entityType, act.entityId, decide)
      : await connection.db.transaction((tx) => decide(tx, null));
  if (tags.length > 0) await invalidateInBatches(connection, tags);
  return { id, actId, status };
}

/** Whether it hid the post: what a deletion erased cannot come back. */
const takesPost = ({ act, keepsPost }: ActRow) => act !== 'DELETE' && !keepsPost;
const placeOf = ({ entityType, entityId }: ActRow) => ({ entityType, entityId });

/** Ends the suspension in the decision's transaction; the post may be gone. A later act's suspension stands. */
async function lift(
  { config }: PageServices,
  tx: Transaction,
  viewer: Viewer,
  suspended: ActRow,
  reason: string,
): Promise<void> {
  const { entityType, entityId, authorId } = suspended;
  if (authorId === null) return;
  // Locked before it is asked: a suspension that comes at the same moment waits, and stands.
  if (!(await lockUser(tx, authorId)) || (await isSuspendedSince(tx, suspended, authorId))) return;
  if (!(await liftSuspension(tx, config, viewer, authorId))) return;
  await noteAct(tx, { act: 'LIFT', entityType, entityId, moderatorId: viewer.userId, authorId, reason });
}
