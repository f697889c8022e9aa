import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/connect.server.ts';
import { notifications, questions, users } from '../../database/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { type Held, hidePost, holding, removePost } from '../communities/change-life.server.ts';
import { tellPages } from '../reactions/tell-pages.server.ts';
import { type ActRow, noteAct, sweepActs } from './moderation-log.queries.server.ts';
import type { ActInput, ModerationActView } from './moderation.contract.ts';
import { settleReports } from './moderation.queries.server.ts';

const conflict = (message: string) => new AppError(409, 'conflict', message);

/** What a moderator does to a post or its author; noted for good, and told to the author. @throws AppError 404, 409 where it is so already */
export async function moderate(
  { connection }: PageServices,
  viewer: Viewer,
  { entityType, entityId, act, reason, days }: ActInput,
): Promise<ModerationActView> {
  const { row, tags } = await holding(connection, entityType, entityId, async (tx, held) => {
    const { authorId } = held.post;
    await perform(tx, held, act, days);
    if (act !== 'DELETE') await settleReports(tx, entityType, entityId);
    const noted = await noteAct(tx, {
      act,
      entityType,
      entityId,
      moderatorId: viewer.userId,
      authorId,
      reason,
      days: days ?? null,
    });
    if (authorId && authorId !== viewer.userId) await tellAuthor(tx, held, authorId, act);
    await sweepActs(tx);
    return { row: noted, tags: held.tags };
  });
  await tellPages(connection, tags);
  return presentAct(row);
}

async function perform(tx: Transaction, held: Held, act: ActInput['act'], days: number | undefined): Promise<void> {
  if (act === 'DELETE') await removePost(tx, held);
  // Three reports may have hidden it already: then it stays so.
  if (act === 'HIDE') await hidePost(tx, held, true);
  // Looked at and found right: it stays, and what was reported is settled.
  if (act === 'RESTORE') await hidePost(tx, held, false);
  if (act === 'CLOSE') await tx.update(questions).set({ isClosed: true }).where(eq(questions.id, held.question.id));
  if (act === 'SUSPEND') await suspend(tx, held.post.authorId, days!);
}

async function suspend(tx: Transaction, authorId: string | null, days: number): Promise<void> {
  const [author] =
    authorId === null ? [] : await tx.select({ roles: users.roles }).from(users).where(eq(users.id, authorId));
  if (!author) throw conflict('Whoever wrote this has left.');
  if (author.roles.includes('moderator')) throw conflict('A moderator cannot be suspended. Take the role away first.');
  await tx
    .update(users)
    .set({ suspendedUntil: sql`now() + make_interval(days => ${days})` })
    .where(eq(users.id, authorId!));
}

/** What is deleted takes notifications about itself along, so this one points to what still stands. */
async function tellAuthor(
  tx: Transaction,
  { entityType, post, question, comment }: Held,
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

export const presentAct = (row: ActRow): ModerationActView => ({
  id: row.id,
  act: row.act,
  entityType: row.entityType,
  entityId: row.entityId,
  reason: row.reason,
  days: row.days,
  createdAt: row.createdAt.toISOString(),
  isByReports: row.moderatorId === null,
});
