import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../database/connect.server.ts';
import {
  answerChecks,
  answerTrials,
  comments,
  notifications,
  questions,
  replies,
  users,
} from '../../database/schema.ts';
import type { PostType } from '../../database/tables/communities.ts';
import { AppError, invalidInput, notFound } from '../../platform/wire/errors.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { problems } from '../../messages/problems.ts';
import { noteAct } from '../moderation/moderation-log.queries.server.ts';
import { sealPost } from '../moderation/seal-removal.server.ts';
import { inBatches, perOwner } from '../../platform/process/in-batches.ts';
import { invalidateInBatches } from '../reactions/invalidate-in-batches.server.ts';
import { stopAskingWhetherItWorked } from './ask-whether-it-worked.server.ts';
import { indexQuestion } from './ask-question.server.ts';
import {
  findAuthored,
  hidePost,
  type LockedPost,
  holding,
  insistOnLive,
  noSummary,
  removePost,
} from './change-life.server.ts';
import type {
  Comment,
  EditCommentInput,
  EditQuestionInput,
  Question,
  Reply,
  SummaryInput,
} from './communities.contract.ts';
import {
  insist,
  insistOnActive,
  isAuthor,
  isOfNewsroom,
  mayAccept,
  mayClose,
  mayDelete,
  mayEdit,
} from './communities.policy.ts';
import { getQuestion } from './thread.queries.server.ts';
import { getComment, getReply } from './one-post.queries.server.ts';
import { editableFrom, goOnWithRevisions, keepRevision } from './answer-revisions.server.ts';
import { isTrustedMember } from '../users/trusted-member.server.ts';
import { problem } from '../../platform/wire/problem.ts';
import { insistOnPosting } from './community-state.server.ts';
import { findLook, maskAsked, noteLook, type Words } from './hold-post.server.ts';
import { renderInTime } from './render-in-time.server.ts';
import { isNamelessAsker } from './nameless-askers.server.ts';

/** By its author, or by a moderator, whose act is logged. @throws AppError 403, 404 */
export async function deletePost(
  { connection, config }: PageServices,
  viewer: Viewer,
  entityType: PostType,
  id: number,
): Promise<void> {
  const tags = await holding(connection, entityType, id, async (tx, locked) => {
    insist(mayDelete(viewer, locked.post));
    const reason = 'Deleted by a moderator where it stood.';
    // Only removals by moderators are retained under seal; what authors delete themselves is not kept.
    const isOwn = isAuthor(viewer, locked.post);
    if (!isOwn) await sealPost(config, tx, locked, reason);
    await removePost(tx, locked);
    if (!isOwn)
      await noteAct(tx, {
        act: 'DELETE',
        entityType,
        entityId: id,
        moderatorId: viewer.userId,
        authorId: locked.post.authorId,
        reason,
      });
    return locked.tags;
  });
  await invalidateInBatches(connection, tags);
}

/** Holds the row locks of a live post while `change` runs. @throws AppError 403, 404 */
export async function change(
  services: PageServices,
  viewer: Viewer,
  entityType: PostType,
  id: number,
  may: (locked: LockedPost) => boolean,
  work: (tx: Transaction, locked: LockedPost) => Promise<void>,
): Promise<void> {
  insistOnActive(viewer, services.clock());
  const tags = await holding(services.connection, entityType, id, async (tx, locked) => {
    insistOnLive(locked);
    insist(may(locked));
    await work(tx, locked);
    return locked.tags;
  });
  await invalidateInBatches(services.connection, tags);
}

/** Suspended people write nothing, and nobody does while the community is read-only. @throws AppError 403 */
async function insistOnWriting(services: PageServices, viewer: Viewer): Promise<void> {
  insistOnActive(viewer, services.clock());
  await insistOnPosting(services, viewer);
}

/** @throws AppError 400, 403 for anyone but the author and after 24 hours, 404 */
export async function editQuestion(
  services: PageServices,
  viewer: Viewer,
  id: number,
  { title, body }: EditQuestionInput,
): Promise<Question> {
  await insistOnWriting(services, viewer);
  await services.limits.edits(viewer.userId);
  // Before rendering, so that nobody occupies the worker with posts of others.
  const post = await findAuthored(services.connection.db, 'QUESTION', id);
  if (!post) throw notFound('question');
  insist(mayEdit(viewer, post, services.clock()));
  const bodyHtml = body === undefined ? undefined : await renderInTime(services, body);
  await change(
    services,
    viewer,
    'QUESTION',
    id,
    ({ post }) => mayEdit(viewer, post, services.clock()),
    async (tx, locked) => {
      const { question } = locked;
      const typed = { title: title ?? question.title, body: body ?? question.body };
      const masked = maskAsked(viewer, services.clock(), typed) ?? typed;
      if (masked.title === question.title && masked.body === question.body) return;
      const isTyped = masked.body === typed.body;
      const changed = {
        ...masked,
        bodyHtml: isTyped ? (bodyHtml ?? question.bodyHtml) : await renderInTime(services, masked.body),
      };
      await tx
        .update(questions)
        .set({ ...changed, ...noSummary, editedAt: sql`now()`, updatedAt: sql`now()` })
        .where(eq(questions.id, id));
      // Answers were checked, and the thread summed up, for the question before.
      await tx.execute(
        sql`delete from ${answerChecks} using ${comments} where ${comments.id} = ${answerChecks.commentId} and ${comments.questionId} = ${id}`,
      );
      if (!(await holdEdited(services, tx, viewer, locked, changed, question)))
        await indexQuestion(tx, { ...question, ...changed });
    },
  );
  return getQuestion(services.connection.db, id, viewer.userId);
}

/**
 * By the author as `editQuestion`; for as long after a trusted member has improved it. By a trusted member with a
 * reason; the author is notified.
 * @throws as editQuestion; 409 where it is no longer as it was read
 */
export async function editComment(
  services: PageServices,
  viewer: Viewer,
  id: number,
  input: EditCommentInput,
): Promise<Comment> {
  const { db } = services.connection;
  const post = await findAuthored(db, 'COMMENT', id);
  if (!post) throw notFound('comment');
  if (isAuthor(viewer, post)) {
    const createdAt = await editableFrom(db, id, post.createdAt);
    await editAnswer(services, viewer, 'COMMENT', id, input, { ...post, createdAt });
  } else await improveAnswer(services, viewer, id, input);
  return getComment(db, id, viewer.userId);
}

async function improveAnswer(
  services: PageServices,
  viewer: Viewer,
  id: number,
  { body, reason, editedAt }: EditCommentInput,
): Promise<void> {
  await insistOnWriting(services, viewer);
  await services.limits.improvements(viewer.userId);
  insist(await isTrustedMember(services.connection.db, viewer.userId));
  if (reason === undefined) throw invalidInput([{ path: 'reason', message: problem('field.write') }]);
  const bodyHtml = await renderInTime(services, body);
  await change(
    services,
    viewer,
    'COMMENT',
    id,
    () => true,
    async (tx, { post, comment, question }) => {
      insistOnRead(post, editedAt);
      if (post.body === body) return;
      insist(!(await isStaff(tx, post.authorId)));
      const isNameless = await isNamelessAsker(tx, question.id, viewer.userId);
      await keepRevision(tx, comment!, { authorId: viewer.userId, isNameless, body, bodyHtml, reason });
      await changeWords(tx, comments, id, { body, bodyHtml });
      await tx.delete(answerChecks).where(eq(answerChecks.commentId, id));
      if (post.authorId && !(await isUnread(tx, post.authorId, id)))
        await tx.insert(notifications).values({
          userId: post.authorId,
          kind: 'IMPROVED',
          actorId: isNameless ? null : viewer.userId,
          questionId: question.id,
          commentId: id,
        });
    },
  );
}

/** @throws as editQuestion */
export async function editReply(services: PageServices, viewer: Viewer, id: number, body: string): Promise<Reply> {
  const post = await findAuthored(services.connection.db, 'REPLY', id);
  if (!post) throw notFound('reply');
  await editAnswer(services, viewer, 'REPLY', id, { body }, post);
  return getReply(services.connection.db, id, viewer.userId);
}

const insistOnRead = (post: LockedPost['post'], editedAt: string | null | undefined): void => {
  if (editedAt !== undefined && editedAt !== (post.editedAt?.toISOString() ?? null))
    throw new AppError(409, 'conflict', () => problems.changedMeanwhile);
};

const isStaff = async (tx: Transaction, userId: string | null) =>
  userId !== null && (await tx.$count(users, and(eq(users.id, userId), sql`cardinality(${users.roles}) > 0`))) > 0;

const isUnread = async (tx: Transaction, userId: string, commentId: number) =>
  (await tx.$count(
    notifications,
    and(
      eq(notifications.userId, userId),
      eq(notifications.commentId, commentId),
      eq(notifications.kind, 'IMPROVED'),
      isNull(notifications.readAt),
    ),
  )) > 0;

async function changeWords(
  tx: Transaction,
  table: typeof comments | typeof replies,
  id: number,
  words: { body: string; bodyHtml: string },
): Promise<void> {
  await tx
    .update(table as typeof comments)
    .set({ ...words, editedAt: sql`now()` })
    .where(eq(table.id, id));
}

async function editAnswer(
  services: PageServices,
  viewer: Viewer,
  entityType: 'COMMENT' | 'REPLY',
  id: number,
  { body, editedAt }: Pick<EditCommentInput, 'body' | 'editedAt'>,
  authored: { authorId: string | null; createdAt: Date; body: string },
): Promise<void> {
  await insistOnWriting(services, viewer);
  await services.limits.edits(viewer.userId);
  const may = ({ authorId }: { authorId: string | null }) =>
    mayEdit(viewer, { ...authored, authorId }, services.clock());
  // Before rendering, so that nobody occupies the worker with posts of others.
  insist(may(authored));
  const bodyHtml = await renderInTime(services, body);
  await change(
    services,
    viewer,
    entityType,
    id,
    ({ post }) => may(post),
    async (tx, locked) => {
      const { post, comment } = locked;
      insistOnRead(post, editedAt);
      if (post.body === body) return;
      if (entityType === 'COMMENT') {
        const { isNameless } = comment!;
        await goOnWithRevisions(tx, comment!, { authorId: viewer.userId, isNameless, body, bodyHtml });
      }
      await changeWords(tx, entityType === 'COMMENT' ? comments : replies, id, { body, bodyHtml });
      // What was checked, and what worked, were the words before.
      if (entityType === 'COMMENT')
        for (const trust of [answerChecks, answerTrials]) await tx.delete(trust).where(eq(trust.commentId, id));
      await holdEdited(services, tx, viewer, locked, { body, bodyHtml }, post);
    },
  );
}

/** Where a moderator is to look at what an edit has put into it; under the lock, because two edits at once may do so together. */
async function holdEdited(
  { clock }: PageServices,
  tx: Transaction,
  viewer: Viewer,
  locked: LockedPost,
  words: Words,
  before: Words,
): Promise<boolean> {
  const { entityType, post, question, comment } = locked;
  const look = await findLook(tx, viewer, clock(), { entityType, post: words, before });
  if (!look?.isHeld) return false;
  await hidePost(tx, locked, true);
  await noteLook(tx, {
    entityType,
    id: post.id,
    questionId: question.id,
    commentId: comment?.id ?? null,
    authorId: post.authorId!,
    look,
  });
  return true;
}

/**
 * The asker accepts the comment that helped, or none (null); its author is notified.
 * @throws AppError 403, 404; 409 for the asker's own comment
 */
export async function acceptComment(
  services: PageServices,
  viewer: Viewer,
  questionId: number,
  commentId: number | null,
): Promise<Question> {
  await change(
    services,
    viewer,
    'QUESTION',
    questionId,
    ({ post }) => mayAccept(viewer, post),
    async (tx, { question }) => {
      if (question.acceptedCommentId === commentId) return;
      if (commentId !== null) {
        const [comment] = await tx
          .select({ authorId: comments.authorId })
          .from(comments)
          .where(and(eq(comments.id, commentId), eq(comments.questionId, questionId), sql`${comments.isLive}`));
        if (!comment) throw notFound('comment');
        if (isAuthor(viewer, comment)) throw new AppError(409, 'conflict', () => problems.ownAnswer);
        if (comment.authorId)
          await tx.insert(notifications).values({
            userId: comment.authorId,
            kind: 'ACCEPTED',
            actorId: question.isAnonymous ? null : viewer.userId,
            questionId,
            commentId,
          });
      }
      await tx.update(questions).set({ acceptedCommentId: commentId }).where(eq(questions.id, questionId));
      // The asker has chosen since: what comes back does so without a tick.
      await tx
        .update(comments)
        .set({ wasAccepted: false })
        .where(and(eq(comments.questionId, questionId), eq(comments.wasAccepted, true)));
      if (commentId !== null) await stopAskingWhetherItWorked(tx, eq(notifications.questionId, questionId));
    },
  );
  return getQuestion(services.connection.db, questionId, viewer.userId);
}

/** By the asker, or by a moderator, whose act is logged. @throws AppError 403, 404 */
export async function closeQuestion(
  services: PageServices,
  viewer: Viewer,
  questionId: number,
  isClosed: boolean,
): Promise<Question> {
  await change(
    services,
    viewer,
    'QUESTION',
    questionId,
    ({ post }) => mayClose(viewer, post),
    async (tx, { question }) => {
      if (question.isClosed === isClosed) return;
      await tx.update(questions).set({ isClosed }).where(eq(questions.id, questionId));
      if (isClosed && !isAuthor(viewer, question))
        await noteAct(tx, {
          act: 'CLOSE',
          entityType: 'QUESTION',
          entityId: questionId,
          moderatorId: viewer.userId,
          authorId: question.authorId,
          reason: 'Closed by a moderator where it stood.',
        });
    },
  );
  return getQuestion(services.connection.db, questionId, viewer.userId);
}

/**
 * By somebody of the newsroom, for a thread in which they have not asked.
 * @throws AppError 400, 403, 404; 409 where the summary is no longer as it was read
 */
export async function summariseQuestion(
  services: PageServices,
  viewer: Viewer,
  id: number,
  { summary, summarisedAt }: SummaryInput,
): Promise<Question> {
  if (!(await findAuthored(services.connection.db, 'QUESTION', id))) throw notFound('question');
  insist(isOfNewsroom(viewer));
  await services.limits.edits(viewer.userId);
  const summaryHtml = summary === null ? null : await renderInTime(services, summary);
  await change(
    services,
    viewer,
    'QUESTION',
    id,
    () => true,
    async (tx, { question }) => {
      insist(!isAuthor(viewer, question));
      if (summarisedAt !== undefined && summarisedAt !== (question.summarisedAt?.toISOString() ?? null))
        throw new AppError(409, 'conflict', () => problems.changedMeanwhile);
      await tx
        .update(questions)
        .set(summary === null ? noSummary : { summary, summaryHtml, summarisedAt: services.clock() })
        .where(eq(questions.id, id));
    },
  );
  return getQuestion(services.connection.db, id, viewer.userId);
}

const shareLines = perOwner((connection: Connection) =>
  inBatches<null, number | null>({ most: 500 }, async (id, shares) => {
    const [row] = await connection.db
      .update(questions)
      .set({ shareCount: sql`${questions.shareCount} + ${shares.length}` })
      .where(and(eq(questions.id, Number(id)), sql`${questions.isLive}`))
      .returning({ shareCount: questions.shareCount });
    if (row) await invalidateInBatches(connection, [`question:${id}`]);
    return shares.map((_, index) => (row ? row.shareCount - shares.length + index + 1 : null));
  }),
);

/** @throws AppError 403, 404, 429 */
export async function shareQuestion(
  { connection, limits, clock }: PageServices,
  viewer: Viewer,
  id: number,
): Promise<{ shareCount: number }> {
  insistOnActive(viewer, clock());
  await limits.shares(`${viewer.userId}:${id}`);
  const shareCount = await shareLines(connection)(String(id), null);
  if (shareCount === null) throw notFound('question');
  return { shareCount };
}
