import { eq, sql } from 'drizzle-orm';
import { notifications, reports } from '../../database/schema.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { writerNow } from '../communities/answer-revisions.server.ts';
import { hidePost, holding, insistOnLive } from '../communities/change-life.server.ts';
import { insistOnActive, isAuthor } from '../communities/communities.policy.ts';
import { invalidateInBatches } from '../reactions/invalidate-in-batches.server.ts';
import { noteAct } from './moderation-log.queries.server.ts';
import type { ReportInput } from './moderation.contract.ts';
import { isHiddenByReports, isOfStanding, lockHiding } from './moderation.queries.server.ts';
import { sealPost } from './seal-removal.server.ts';

/**
 * Idempotent per person and post. Reports by three trusted members hide the post until a moderator decides.
 * @throws AppError 403, 404, 429
 */
export async function reportPost(
  services: PageServices,
  viewer: Viewer,
  { entityType, entityId, reason, note = '' }: ReportInput,
): Promise<void> {
  const { connection, config, limits, clock } = services;
  insistOnActive(viewer, clock());
  await limits.reports(viewer.userId);
  const standing = await isOfStanding(connection.db, viewer, clock());
  const tags = await holding(connection, entityType, entityId, async (tx, locked) => {
    insistOnLive(locked);
    const row = {
      entityType,
      entityId,
      reporterId: viewer.userId,
      reason,
      note,
      isOfStanding: standing && !isAuthor(viewer, locked.post),
    };
    await tx
      .insert(reports)
      .values(row)
      .onConflictDoUpdate({
        target: [reports.entityType, reports.entityId, reports.reporterId],
        // In place of one's proposal to merge it.
        set: { ...row, duplicateOf: null, settledAt: null, isDismissed: false, createdAt: sql`now()` },
        setWhere: eq(reports.reason, 'DUPLICATE'),
      });
    const hides = () => isHiddenByReports(tx, { entityType, entityId, editedAt: locked.post.editedAt });
    if (!(await hides())) return null;
    await lockHiding(tx);
    if (!(await hides())) return null;
    const reasonOfAct = 'Several members reported it. A moderator will look at it.';
    const authorId = await writerNow(tx, locked);
    await sealPost(config, tx, locked, reasonOfAct);
    await hidePost(tx, locked, true);
    await noteAct(tx, {
      act: 'HIDE',
      entityType,
      entityId,
      moderatorId: null,
      authorId,
      reason: reasonOfAct,
    });
    if (authorId)
      await tx.insert(notifications).values({
        userId: authorId,
        kind: 'MODERATION',
        questionId: locked.question.id,
        commentId: locked.comment?.id ?? null,
        replyId: entityType === 'REPLY' ? entityId : null,
        act: 'HIDE',
      });
    return locked.tags;
  });
  if (tags) await invalidateInBatches(connection, tags);
}
