import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import { notifications, questions } from '../../database/schema.ts';
import { AppError } from '../../platform/wire/errors.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { writerNow } from '../communities/answer-revisions.server.ts';
import { beginNow, type LockedPost, hidePost, holding, removePost } from '../communities/change-life.server.ts';
import { notifyOfRelease } from '../communities/hold-post.server.ts';
import { invalidateInBatches } from '../reactions/invalidate-in-batches.server.ts';
import { type ActRow, findNewestAct, listActs, noteAct } from './moderation-log.queries.server.ts';
import type { ActInput, ModerationActView } from './moderation.contract.ts';
import { settleReports } from './moderation.queries.server.ts';
import { presentAct } from './present-act.ts';
import { breakSeal, sealPost } from './seal-removal.server.ts';
import { liftSuspension, suspendAuthor } from './suspend.server.ts';
import { problems } from '../../messages/problems.ts';

/** Of a post's text, so that what is judged is what the moderator has read. */
export const hashOfSeen = ({ title, body }: { title: string; body: string }): string =>
  createHash('sha256')
    .update(JSON.stringify([title, body]))
    .digest('hex');

/**
 * A moderator's act on a post, reported or not, or on its author: logged permanently and notified to the author.
 * @param textHash `hashOfSeen` of what the moderator has read, where that is known
 * @throws AppError 404, 409 where it does not apply, the text is another one, or another act came after `afterAct`
 *   (optimistic lock)
 */
export async function moderate(
  services: PageServices,
  viewer: Viewer,
  input: ActInput,
  textHash?: string,
): Promise<ModerationActView> {
  const { connection } = services;
  const { row, tags } = await holding(connection, input.entityType, input.entityId, async (tx, locked) => ({
    row: await moderateWithin(services, tx, locked, viewer, input, textHash),
    tags: locked.tags,
  }));
  await invalidateInBatches(connection, tags);
  return presentAct(row);
}

/** As `moderate`, in the caller's transaction; the caller tells the pages with `held.tags` after it. */
export async function moderateWithin(
  services: Pick<PageServices, 'config'>,
  tx: Transaction,
  locked: LockedPost,
  viewer: Viewer,
  input: ActInput,
  textHash?: string,
): Promise<ActRow> {
  const { entityType, entityId, act, reason, days, keepsPost = false, keepsNothing = false, afterAct } = input;
  const authorId = await writerNow(tx, locked);
  if (afterAct !== undefined && (await findNewestAct(tx, { entityType, entityId, authorId })) > afterAct)
    throw new AppError(409, 'conflict', () => problems.moderatedAlready);
  const { title } = locked.question;
  if (textHash !== undefined && hashOfSeen({ title, body: locked.post.body }) !== textHash)
    throw new AppError(409, 'conflict', () => problems.editedMeanwhile);
  await perform(services, tx, locked, authorId, viewer, input);
  if (act !== 'DELETE') await settleReports(tx, input, act === 'RESTORE');
  const noted = await noteAct(tx, {
    act,
    entityType,
    entityId,
    moderatorId: viewer.userId,
    isByAdmin: viewer.roles.includes('admin'),
    authorId,
    reason,
    days: days ?? null,
    keepsPost,
    keepsNothing,
  });
  if (authorId && authorId !== viewer.userId) await notifyAuthor(tx, locked, authorId, act);
  return noted;
}

async function perform(
  { config }: Pick<PageServices, 'config'>,
  tx: Transaction,
  locked: LockedPost,
  authorId: string | null,
  viewer: Viewer,
  { act, entityType, entityId, reason, days, keepsPost, keepsNothing }: ActInput,
): Promise<void> {
  // Three reports have hidden and sealed it already; a hold has hidden it only.
  const hide = async () => {
    const [newest] = await listActs(tx, entityType, entityId);
    if (locked.post.isLive || newest?.isHold) await sealPost(config, tx, locked, reason);
    await hidePost(tx, locked, true);
  };
  if (act === 'HIDE') await hide();
  // The reports are dismissed: the post is live (again) and leaves the queue.
  if (act === 'RESTORE') {
    const acts = await listActs(tx, entityType, entityId);
    const isRelease = acts.some(({ isHold }) => isHold) && !acts.some((one) => one.act === 'RESTORE');
    // An edit put in what it was held for: it had been shown before.
    const isNew = isRelease && locked.post.hiddenAt !== null && locked.post.editedAt === null;
    const shown = isNew ? await beginNow(tx, locked) : locked;
    if ((await hidePost(tx, shown, false)) && isRelease) await notifyOfRelease(tx, shown);
    await breakSeal(tx, entityType, String(entityId));
  }
  if (act === 'DELETE') {
    if (keepsNothing) await breakSeal(tx, entityType, String(entityId));
    else await sealPost(config, tx, locked, reason);
    await removePost(tx, locked);
  }
  if (act === 'CLOSE') await tx.update(questions).set({ isClosed: true }).where(eq(questions.id, locked.question.id));
  if (act === 'SUSPEND') {
    await suspendAuthor(tx, config, viewer, authorId, days!);
    if (!keepsPost) await hide();
  }
  if (act === 'LIFT' && !(await liftSuspension(tx, config, viewer, authorId)))
    throw new AppError(409, 'conflict', () => problems.notSuspended);
}

/** Deleting a post cascades to notifications about it, so this one refers to the nearest post that remains. */
async function notifyAuthor(
  tx: Transaction,
  { entityType, post, question, comment }: LockedPost,
  userId: string,
  act: ActInput['act'],
): Promise<void> {
  const isGone = act === 'DELETE';
  const [standing] = await tx.select({ id: questions.id }).from(questions).where(eq(questions.id, question.id));
  if (!standing) return;
  await tx.insert(notifications).values({
    userId,
    kind: 'MODERATION',
    questionId: question.id,
    act,
    commentId: isGone || !comment ? null : comment.id,
    replyId: isGone || entityType !== 'REPLY' ? null : post.id,
  });
}
