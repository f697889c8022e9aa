import { eq, sql } from 'drizzle-orm';
import { answerChecks, answerTrials, notifications } from '../../database/schema.ts';
import { problems } from '../../messages/problems.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { AppError } from '../../platform/wire/errors.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { stopAskingWhetherItWorked } from './ask-whether-it-worked.server.ts';
import { change } from './change-post.server.ts';
import type { CheckInput, Comment, WorkedInput, WorkedTally } from './communities.contract.ts';
import { isAuthor, isOfNewsroom } from './communities.policy.ts';
import { getComment } from './one-post.queries.server.ts';

/** @throws AppError 403 without a role, or its second factor; 404; 409 for an own answer or question, and where the
 * answer is no longer as it was read */
export async function checkAnswer(
  services: PageServices,
  viewer: Viewer,
  commentId: number,
  { source, note = '', editedAt }: CheckInput,
): Promise<Comment> {
  await services.limits.edits(viewer.userId);
  await change(
    services,
    viewer,
    'COMMENT',
    commentId,
    () => isOfNewsroom(viewer),
    async (tx, { post, question }) => {
      if (isAuthor(viewer, post) || isAuthor(viewer, question))
        throw new AppError(409, 'conflict', () => problems.checksOwn);
      if (editedAt !== undefined && editedAt !== (post.editedAt?.toISOString() ?? null))
        throw new AppError(409, 'conflict', () => problems.changedMeanwhile);
      await tx.delete(answerChecks).where(eq(answerChecks.commentId, commentId));
      if (source)
        await tx.insert(answerChecks).values({
          commentId,
          checkedBy: viewer.userId,
          checkedAt: services.clock(),
          sourceTitle: source.title,
          sourceUrl: source.url,
          note,
        });
    },
  );
  return getComment(services.connection.db, commentId, viewer.userId);
}

/** Says once for each person whether an answer worked. @throws AppError 403, 404; 409 for the own answer */
export async function tryAnswer(
  services: PageServices,
  viewer: Viewer,
  commentId: number,
  { worked, state = null }: Omit<WorkedInput, 'state'> & { state?: string | null | undefined },
): Promise<WorkedTally> {
  await services.limits.reactions(viewer.userId);
  await change(
    services,
    viewer,
    'COMMENT',
    commentId,
    () => true,
    async (tx, { post, question }) => {
      if (isAuthor(viewer, post)) throw new AppError(409, 'conflict', () => problems.triesOwn);
      await tx
        .insert(answerTrials)
        .values({ commentId, userId: viewer.userId, worked, state })
        .onConflictDoUpdate({
          target: [answerTrials.commentId, answerTrials.userId],
          set: { worked, state: sql`coalesce(excluded.state, ${answerTrials.state})` },
        });
      await stopAskingWhetherItWorked(
        tx,
        eq(notifications.userId, viewer.userId),
        eq(notifications.questionId, question.id),
      );
    },
  );
  const { rows } = await services.connection.db.execute<{ state: string | null; count: number }>(sql`
    select state, count(*)::int as count from ${answerTrials}
    where ${answerTrials.commentId} = ${commentId} and ${answerTrials.worked} group by state order by state`);
  return {
    workedCount: rows.reduce((sum, { count }) => sum + count, 0),
    byState: Object.fromEntries(rows.flatMap((row) => (row.state === null ? [] : [[row.state, row.count] as const]))),
  };
}
