import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { answerTrials, comments, questions, reactions, replies, users } from '../../database/schema.ts';
import type { PostType } from '../../database/tables/communities.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { questionPath } from '../../platform/wire/ids.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { isFollowing } from '../follows/followers.queries.server.ts';
import type { PublicUser } from '../users/users.contract.ts';
import { listPublicUsers } from '../users/users.queries.server.ts';
import { type Comment, formerMember, type MineInput, type Reply } from './communities.contract.ts';
import { listReplies } from './thread.queries.server.ts';
import { commentColumns, presentComments, presentReplies, replyColumns } from './present-posts.server.ts';

export type OnePost = {
  entityType: PostType;
  id: number;
  questionId: number;
  commentId: number | null;
  questionTitle: string;
  questionUrl: string;
  questionAuthorId: string | null;
  acceptedCommentId: number | null;
  isClosed: boolean;
  summary: string | null;
  summarisedAt: Date | null;
  /** The question that this one was merged into. */
  duplicateOf: number | null;
  body: string;
  bodyHtml: string;
  authorId: string | null;
  /** Null for the asker of an anonymous question. */
  createdBy: PublicUser | null;
  createdAt: Date;
  editedAt: Date | null;
  isLive: boolean;
};

const kinds = { QUESTION: 'question', COMMENT: 'comment', REPLY: 'reply' } as const;

/**
 * One post with its parents, hidden ones included: the caller must check the viewer's permission.
 * @throws AppError `<kind>_not_found`
 */
export async function readPost(db: Queryable, entityType: PostType, id: number): Promise<OnePost> {
  const ofQuestion = {
    questionId: questions.id,
    questionTitle: questions.title,
    isQuestionLive: questions.isLive,
    questionAuthorId: questions.authorId,
    acceptedCommentId: questions.acceptedCommentId,
    isClosed: questions.isClosed,
    summary: questions.summary,
    summarisedAt: questions.summarisedAt,
    duplicateOf: questions.duplicateOf,
  };
  const textColumns = (table: typeof questions | typeof comments | typeof replies) => ({
    id: table.id,
    body: table.body,
    bodyHtml: table.bodyHtml,
    authorId: table.authorId,
    createdAt: table.createdAt,
    editedAt: table.editedAt,
    isLive: table.isLive,
    deletedAt: table.deletedAt,
  });
  const [row] =
    entityType === 'QUESTION'
      ? await db
          .select({
            ...ofQuestion,
            commentId: sql<number | null>`null`,
            ...textColumns(questions),
            isNameless: questions.isAnonymous,
          })
          .from(questions)
          .where(eq(questions.id, id))
      : entityType === 'COMMENT'
        ? await db
            .select({
              ...ofQuestion,
              commentId: comments.id,
              ...textColumns(comments),
              isNameless: comments.isNameless,
            })
            .from(comments)
            .innerJoin(questions, eq(questions.id, comments.questionId))
            .where(eq(comments.id, id))
        : await db
            .select({ ...ofQuestion, commentId: comments.id, ...textColumns(replies), isNameless: replies.isNameless })
            .from(replies)
            .innerJoin(comments, eq(comments.id, replies.commentId))
            .innerJoin(questions, eq(questions.id, comments.questionId))
            .where(eq(replies.id, id));
  if (!row || row.deletedAt) throw notFound(kinds[entityType]);
  const { deletedAt: _, isQuestionLive, isNameless, ...post } = row;
  const people = await listPublicUsers(db, post.authorId === null ? [] : [post.authorId]);
  const createdBy = isNameless
    ? null
    : ((post.authorId === null ? undefined : people.get(post.authorId)) ?? formerMember());
  return {
    ...post,
    entityType,
    createdBy,
    questionTitle: isQuestionLive || entityType === 'QUESTION' ? post.questionTitle : '',
    questionUrl: questionPath(isQuestionLive ? post.questionTitle : '', post.questionId),
  };
}

/** @throws AppError comment_not_found */
export async function getComment(db: Queryable, id: number, viewerId: string | null): Promise<Comment> {
  const [found] = await db
    .select({ row: commentColumns, acceptedId: questions.acceptedCommentId })
    .from(comments)
    .innerJoin(questions, eq(questions.id, comments.questionId))
    .leftJoin(users, eq(users.id, comments.authorId))
    .where(eq(comments.id, id));
  if (!found) throw notFound('comment');
  return (await presentComments(db, [found.row], found.acceptedId, viewerId))[0]!;
}

/** @throws AppError reply_not_found */
export async function getReply(db: Queryable, id: number, viewerId: string | null): Promise<Reply> {
  const [found] = await db
    .select({ row: replyColumns })
    .from(replies)
    .leftJoin(users, eq(users.id, replies.authorId))
    .where(eq(replies.id, id));
  if (!found) throw notFound('reply');
  return (await presentReplies(db, [found.row], viewerId))[0]!;
}

/** Which posts of a question's page are the viewer's own, and the viewer's reactions to the others. */
export async function readMine(
  db: Queryable,
  userId: string,
  questionId: number,
  { commentIds, replyIds }: MineInput,
): Promise<{ liked: string[]; disliked: string[]; own: string[]; worked: string[]; following: boolean }> {
  const thought = await db
    .select({ entityType: reactions.entityType, entityId: reactions.entityId, isLike: reactions.isLike })
    .from(reactions)
    .where(
      and(
        eq(reactions.userId, userId),
        sql`(${reactions.entityType}, ${reactions.entityId}) in (select 'QUESTION', ${questionId}::int union all select 'COMMENT', unnest(${sql.param(commentIds)}::int[]) union all select 'REPLY', unnest(${sql.param(replyIds)}::int[]))`,
      ),
    );
  const own = [
    ...(
      await db
        .select({ id: questions.id })
        .from(questions)
        .where(and(eq(questions.id, questionId), eq(questions.authorId, userId)))
    ).map(({ id }) => `QUESTION-${id}`),
    ...(commentIds.length === 0
      ? []
      : await db
          .select({ id: comments.id })
          .from(comments)
          .where(and(inArray(comments.id, commentIds), eq(comments.authorId, userId)))
    ).map(({ id }) => `COMMENT-${id}`),
    ...(replyIds.length === 0
      ? []
      : await db
          .select({ id: replies.id })
          .from(replies)
          .where(and(inArray(replies.id, replyIds), eq(replies.authorId, userId)))
    ).map(({ id }) => `REPLY-${id}`),
  ];
  const of = (wanted: boolean) =>
    thought.filter(({ isLike }) => isLike === wanted).map(({ entityType, entityId }) => `${entityType}-${entityId}`);
  const following = await isFollowing(db, userId, 'QUESTION', String(questionId));
  const worked = await db
    .select({ id: answerTrials.commentId })
    .from(answerTrials)
    .where(
      and(eq(answerTrials.userId, userId), inArray(answerTrials.commentId, commentIds), eq(answerTrials.worked, true)),
    );
  return { liked: of(true), disliked: of(false), own, worked: worked.map(({ id }) => `COMMENT-${id}`), following };
}

/** One comment of a question and a page of its replies, without reactions. @throws AppError comment_not_found */
export async function readAnswer(
  db: Queryable,
  questionId: number,
  commentId: number,
  at: { page: number; size: number },
): Promise<{ comment: Comment; replies: Listing<Reply> }> {
  const [found] = await db
    .select({ row: commentColumns, acceptedId: questions.acceptedCommentId })
    .from(comments)
    .innerJoin(questions, eq(questions.id, comments.questionId))
    .leftJoin(users, eq(users.id, comments.authorId))
    .where(and(eq(comments.id, commentId), eq(comments.questionId, questionId)));
  if (!found) throw notFound('comment');
  const replies = await listReplies(db, commentId, at, null);
  return { comment: (await presentComments(db, [found.row], found.acceptedId, null))[0]!, replies };
}
