import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Connection, Queryable, Transaction } from '../../database/connect.server.ts';
import {
  answerRevisions,
  comments,
  notifications,
  questions,
  reactions,
  recentPosts,
  replies,
  reports,
} from '../../database/schema.ts';
import type { PostType } from '../../database/tables/communities.ts';
import { AppError, type Kind, notFound } from '../../platform/wire/errors.ts';
import { inBatches, perOwner } from '../../platform/process/in-batches.ts';
import { questionPath } from '../../platform/wire/ids.ts';
import { queuePurges } from '../../platform/cache/purge-queue.server.ts';
import { problems } from '../../messages/problems.ts';
import { unindexDocument } from '../search-index/index-document.server.ts';
import { stopAskingWhetherItWorked } from './ask-whether-it-worked.server.ts';
import { countQuestions, indexQuestion } from './ask-question.server.ts';
import { hashOfQuestion, hashOfText } from './count-post.server.ts';

type QuestionRow = typeof questions.$inferSelect;
type CommentRow = typeof comments.$inferSelect;
type ReplyRow = typeof replies.$inferSelect;

/** A post with its parent question and comment, all row-locked until the transaction ends. */
export type LockedPost = {
  entityType: PostType;
  post: QuestionRow | CommentRow | ReplyRow;
  question: QuestionRow;
  comment: CommentRow | null;
  /** Cache tags of the pages that show it. */
  tags: string[];
};

export const kindOf: Record<PostType, Kind> = { QUESTION: 'question', COMMENT: 'comment', REPLY: 'reply' };

// PostgreSQL row locks are not fair: under contention late arrivals can overtake a waiter. So this queues per question:
// one transaction at a time in each instance.
const lineOf = perOwner((_connection: Connection) =>
  inBatches<() => Promise<unknown>, unknown>({ most: 1 }, async (_key, works) =>
    Promise.all(works.map((work) => work())),
  ),
);

/**
 * Runs `work` in a transaction that holds row locks on a post and its parents.
 * @throws AppError `<kind>_not_found` where the post does not exist or is a tombstone
 */
export async function holding<Result>(
  connection: Connection,
  entityType: PostType,
  id: number,
  work: (tx: Transaction, locked: LockedPost) => Promise<Result>,
): Promise<Result> {
  return holdingIfThere(connection, entityType, id, (tx, locked) => {
    if (!locked) throw notFound(kindOf[entityType]);
    return work(tx, locked);
  });
}

/** As `holding`, but `work` also runs, with null, where the post does not exist or is a tombstone. */
export async function holdingIfThere<Result>(
  connection: Connection,
  entityType: PostType,
  id: number,
  work: (tx: Transaction, locked: LockedPost | null) => Promise<Result>,
): Promise<Result> {
  const place = await placeOf(connection.db, entityType, id);
  if (!place) return connection.db.transaction((tx) => work(tx, null));
  return lineOf(connection)(String(place.questionId), () =>
    connection.db.transaction(async (tx) => work(tx, await holdPost(tx, entityType, id))),
  ) as Promise<Result>;
}

/** @throws AppError `<kind>_not_found` where the post is hidden or deleted */
export function insistOnLive({ entityType, post }: LockedPost): void {
  if (!post.isLive) throw notFound(kindOf[entityType]);
}

/** Author and age of a live post, read without a lock; null where there is none. */
export async function findAuthored(db: Queryable, entityType: PostType, id: number) {
  const table = ({ QUESTION: questions, COMMENT: comments, REPLY: replies } as const)[entityType] as typeof comments;
  const [post] = await db
    .select({ authorId: table.authorId, createdAt: table.createdAt, body: table.body })
    .from(table)
    .where(and(eq(table.id, id), sql`${table.isLive}`));
  return post ?? null;
}

async function placeOf(
  db: Queryable,
  entityType: PostType,
  id: number,
): Promise<{ questionId: number; commentId: number | null } | null> {
  const [place] =
    entityType === 'QUESTION'
      ? [{ questionId: id, commentId: null }]
      : entityType === 'COMMENT'
        ? await db
            .select({ questionId: comments.questionId, commentId: comments.id })
            .from(comments)
            .where(eq(comments.id, id))
        : await db
            .select({ questionId: comments.questionId, commentId: comments.id })
            .from(replies)
            .innerJoin(comments, eq(comments.id, replies.commentId))
            .where(eq(replies.id, id));
  return place ?? null;
}

/** Locks question, then comment, then reply. Every writer uses this lock order, so no two can deadlock. */
async function holdPost(tx: Transaction, entityType: PostType, id: number): Promise<LockedPost | null> {
  const place = await placeOf(tx, entityType, id);
  if (!place) return null;
  const [question] = await tx.select().from(questions).where(eq(questions.id, place.questionId)).for('update');
  const [comment] =
    place.commentId === null
      ? [null]
      : await tx
          .select()
          .from(comments)
          .where(and(eq(comments.id, place.commentId), eq(comments.questionId, place.questionId)))
          .for('update');
  // Its question was merged into another while this waited for the lock.
  if (place.commentId !== null && !comment) return holdPost(tx, entityType, id);
  const [reply] =
    entityType === 'REPLY' ? await tx.select().from(replies).where(eq(replies.id, id)).for('update') : [null];
  const post = { QUESTION: question, COMMENT: comment, REPLY: reply }[entityType];
  if (!question || !post || post.deletedAt) return null;
  return {
    entityType,
    post,
    question,
    comment: comment ?? null,
    tags: [`question:${question.id}`, 'questions', 'search', ...(entityType === 'QUESTION' ? ['asked'] : [])],
  };
}

const hasTombstones = (questionId: number) =>
  sql`exists (select 1 from comments as gone where gone.question_id = ${questionId} and not gone.is_live and gone.reply_count > 0)`;
export const noSummary = { summary: null, summaryHtml: null, summarisedAt: null };
const emptied = { deletedAt: sql`now()`, body: '', bodyHtml: '', authorId: null, editedAt: null };

/** For the caches in front, before the title in the address is erased; with the versions of an answer. */
export const queueQuestion = (tx: Queryable, { id, title }: QuestionRow, comment: CommentRow | null = null) =>
  queuePurges(
    tx,
    [questionPath(title, id), '/community', ...(comment ? [`/community/answer/${comment.id}/history`] : [])],
    { isUrgent: true },
  );

/** Erases the text for good. A post with answers by others stays as a tombstone, so that their answers stay. */
export async function removePost(tx: Transaction, { entityType, post, question, comment }: LockedPost): Promise<void> {
  await queueQuestion(tx, question, comment);
  if (post.isLive) await countOne(tx, entityType, question, comment, -1);
  if (entityType === 'COMMENT') await tx.delete(answerRevisions).where(eq(answerRevisions.commentId, post.id));
  await tx.delete(reactions).where(and(eq(reactions.entityType, entityType), eq(reactions.entityId, post.id)));
  await tx
    .update(reports)
    .set({ settledAt: sql`now()` })
    .where(and(eq(reports.entityType, entityType), eq(reports.entityId, post.id), isNull(reports.settledAt)));
  if (post.authorId)
    await tx
      .delete(recentPosts)
      .where(and(eq(recentPosts.authorId, post.authorId), eq(recentPosts.textHash, hashOfPost(entityType, post))));
  if (entityType === 'QUESTION') await stopAskingWhetherItWorked(tx, eq(notifications.questionId, post.id));
  if (entityType === 'COMMENT') await stopAskingWhetherItWorked(tx, eq(notifications.commentId, post.id));
  if (entityType === 'REPLY') await tx.delete(replies).where(eq(replies.id, post.id));
  if (entityType === 'COMMENT') await tx.update(comments).set(emptied).where(eq(comments.id, post.id));
  if (entityType === 'QUESTION') {
    await tx
      .update(questions)
      .set({
        ...emptied,
        ...noSummary,
        title: '',
        categoryIds: [],
        tagIds: [],
        state: null,
        district: null,
        duplicateOf: null,
        updatedAt: sql`now()`,
      })
      .where(eq(questions.id, post.id));
    await unindexDocument(tx, 'QUESTION', post.id);
  }
  // Tombstones that have lost their last child, from the bottom up.
  if (comment)
    await tx
      .delete(comments)
      .where(and(eq(comments.id, comment.id), sql`${comments.deletedAt} is not null and ${comments.replyCount} = 0`));
  const gone = await tx
    .delete(questions)
    .where(
      and(
        eq(questions.id, question.id),
        sql`${questions.deletedAt} is not null and ${questions.commentCount} = 0 and not ${hasTombstones(question.id)}`,
      ),
    )
    .returning({ id: questions.id });
  const standing = gone.length > 0 ? await undoMerges(tx, eq(questions.duplicateOf, question.id)) : 0;
  await countQuestions(tx, standing - Number(entityType === 'QUESTION' && post.isLive));
}

/**
 * Merged questions stand at their own addresses again; what was merged stays where it is. The caller counts them.
 * @returns how many
 */
export async function undoMerges(tx: Queryable, which: SQL): Promise<number> {
  const rows = await tx.update(questions).set({ duplicateOf: null, hiddenAt: null }).where(which).returning();
  for (const row of rows) {
    await queueQuestion(tx, row);
    await indexQuestion(tx, row);
  }
  return rows.length;
}

const hashOfPost = (entityType: PostType, post: LockedPost['post']) =>
  entityType === 'QUESTION'
    ? hashOfQuestion((post as QuestionRow).title)
    : entityType === 'COMMENT'
      ? hashOfText(`comment:${(post as CommentRow).questionId}`, post.body)
      : hashOfText(`reply:${(post as ReplyRow).commentId}`, post.body);

/**
 * Soft delete: hides a post from readers, or restores it.
 * @returns false where it already is in that state @throws AppError 409 for a merged question
 */
export async function hidePost(
  tx: Transaction,
  { entityType, post, question, comment }: LockedPost,
  isHidden: boolean,
): Promise<boolean> {
  if ('duplicateOf' in post && post.duplicateOf !== null)
    throw new AppError(409, 'conflict', () => problems.mergedAlready);
  if ((post.hiddenAt !== null) === isHidden) return false;
  await queueQuestion(tx, question, comment);
  const table = { QUESTION: questions, COMMENT: comments, REPLY: replies }[entityType] as typeof questions;
  await tx
    .update(table)
    .set({ hiddenAt: isHidden ? sql`now()` : null })
    .where(eq(table.id, post.id));
  if (entityType === 'COMMENT') await moveTick(tx, question, comment!, isHidden);
  await countOne(tx, entityType, question, comment, isHidden ? -1 : 1);
  if (entityType !== 'QUESTION') return true;
  if (isHidden) await unindexDocument(tx, 'QUESTION', post.id);
  else await indexQuestion(tx, post as QuestionRow);
  await countQuestions(tx, isHidden ? -1 : 1);
  return true;
}

/** An answer keeps its tick while it is hidden, unless the asker accepts another. Merged, it may be the asker's own. */
async function moveTick(tx: Transaction, question: QuestionRow, comment: CommentRow, isHidden: boolean): Promise<void> {
  const wasAccepted = isHidden && question.acceptedCommentId === comment.id;
  if (wasAccepted !== comment.wasAccepted)
    await tx.update(comments).set({ wasAccepted }).where(eq(comments.id, comment.id));
  const isOwn = comment.authorId !== null && comment.authorId === question.authorId;
  if (!isHidden && comment.wasAccepted && question.acceptedCommentId === null && !isOwn)
    await tx.update(questions).set({ acceptedCommentId: comment.id }).where(eq(questions.id, question.id));
}

/**
 * What was never shown begins when it is: in lists, in its thread, and for the time in which its author may edit it.
 * @returns the post as it is then
 */
export async function beginNow(tx: Transaction, locked: LockedPost): Promise<LockedPost> {
  const { entityType, post } = locked;
  const table = { QUESTION: questions, COMMENT: comments, REPLY: replies }[entityType] as typeof questions;
  const [begun] = await tx
    .update(table)
    .set({
      createdAt: sql`now()`,
      ...(entityType === 'QUESTION' ? { updatedAt: sql`now()`, bornOn: sql`default` } : {}),
    })
    .where(eq(table.id, post.id))
    .returning({ createdAt: table.createdAt });
  return { ...locked, post: { ...post, ...begun! } };
}

/** Adds `by` to the parent's count of live posts. A comment that is hidden cannot stay the accepted one. */
async function countOne(
  tx: Transaction,
  entityType: PostType,
  question: QuestionRow,
  comment: CommentRow | null,
  by: 1 | -1,
): Promise<void> {
  if (entityType === 'COMMENT') {
    const isAccepted = question.acceptedCommentId === comment!.id && by < 0;
    await tx
      .update(questions)
      .set({ commentCount: sql`${questions.commentCount} + ${by}`, ...(isAccepted ? { acceptedCommentId: null } : {}) })
      .where(eq(questions.id, question.id));
  }
  if (entityType === 'REPLY')
    await tx
      .update(comments)
      .set({ replyCount: sql`${comments.replyCount} + ${by}` })
      .where(eq(comments.id, comment!.id));
}
