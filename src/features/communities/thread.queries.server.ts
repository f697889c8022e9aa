import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { comments, questions, replies, users } from '../../database/schema.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { isPastTheEnd, offsetOf, type Position, positionOf, toListing } from '../../platform/wire/paging.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import type { Comment, Question, Reply } from './communities.contract.ts';
import { cursorOf, oldestComments, oldestReplies } from './post-order.server.ts';
import {
  commentColumns,
  presentComments,
  presentQuestions,
  presentReplies,
  questionColumns,
  replyColumns,
} from './present-posts.server.ts';

/** A tombstone is shown as long as it has replies. */
const isShownComment = sql`(${comments.isLive} or ${comments.replyCount} > 0)`;

const tombstones = sql<number>`(select count(*)::int from comments as gone where gone.question_id = ${questions.id} and not gone.is_live and gone.reply_count > 0)`;

/** @param viewerId whose reactions to include; null for none @throws AppError question_not_found */
export async function getQuestion(db: Queryable, id: number, viewerId: string | null): Promise<Question> {
  const { row } = await findShownQuestion(db, id, viewerId);
  return (await presentQuestions(db, [row], viewerId))[0]!;
}

/** A hidden question without answers is there for its writer alone. */
async function findShownQuestion(db: Queryable, id: number, viewerId: string | null = null) {
  const [found] = await db
    .select({ row: questionColumns, tombstones })
    .from(questions)
    .leftJoin(users, eq(users.id, questions.authorId))
    .where(eq(questions.id, id));
  const isOwn = viewerId !== null && found?.row.authorId === viewerId;
  if (!found || (!found.row.isLive && !isOwn && found.row.commentCount + found.tombstones === 0))
    throw notFound('question');
  return found;
}

type ThreadPosition = { page?: number | undefined; size?: number | undefined; cursor?: string | undefined };

const positionIn = ({ page, size, cursor }: ThreadPosition) => positionOf({ page, pageSize: size, cursor });

/** A question's comments: the accepted one first, the others oldest first. @throws AppError question_not_found */
export async function listComments(
  db: Queryable,
  questionId: number,
  at: ThreadPosition,
  viewerId: string | null,
): Promise<Listing<Comment>> {
  const found = await findShownQuestion(db, questionId);
  return commentsOf(db, found, positionIn(at), viewerId);
}

async function commentsOf(
  db: Queryable,
  { row: question, tombstones: gone }: Awaited<ReturnType<typeof findShownQuestion>>,
  position: Position,
  viewerId: string | null,
): Promise<Listing<Comment>> {
  const acceptedId = question.acceptedCommentId;
  const isAhead = acceptedId !== null && position.page === 1 && !position.after;
  const select = () =>
    db
      .select({ row: commentColumns, orderValue: oldestComments.value })
      .from(comments)
      .leftJoin(users, eq(users.id, comments.authorId));
  const ofQuestion = eq(comments.questionId, question.id);
  const [accepted] = isAhead
    ? await select().where(and(eq(comments.id, acceptedId), ofQuestion, sql`${comments.isLive}`))
    : [];
  // The accepted comment takes one place on the first page, so later offsets are one lower.
  const room = position.pageSize - (accepted ? 1 : 0);
  const offset = Math.max(0, offsetOf(position) - (acceptedId !== null && position.page > 1 ? 1 : 0));
  const others = isPastTheEnd(position)
    ? []
    : await select()
        .where(
          and(
            ofQuestion,
            isShownComment,
            acceptedId === null ? undefined : ne(comments.id, acceptedId),
            position.after ? oldestComments.behind(position.after) : undefined,
          ),
        )
        .orderBy(...oldestComments.by)
        .limit(room + 1)
        .offset(offset);
  const items = await presentComments(
    db,
    [...(accepted ? [accepted] : []), ...others.slice(0, room)].map(({ row }) => row),
    acceptedId,
    viewerId,
  );
  const listing = toListing(
    others,
    { ...position, pageSize: room },
    { value: question.commentCount + gone, isCapped: false },
    items,
    cursorOf,
  );
  // The accepted comment fills a page of size one, so the next page starts at the first of the others.
  if (room === 0 && others.length > 0)
    return { ...listing, pageSize: position.pageSize, hasMore: true, nextCursor: startCursor };
  return { ...listing, pageSize: position.pageSize };
}

/** A cursor that sorts before every post. */
const startCursor = btoa('0,0').replaceAll('=', '');

/** A comment's replies, oldest first. @throws AppError comment_not_found */
export async function listReplies(
  db: Queryable,
  commentId: number,
  at: ThreadPosition,
  viewerId: string | null,
): Promise<Listing<Reply>> {
  const position = positionIn(at);
  const [comment] = await db
    .select({ replyCount: comments.replyCount })
    .from(comments)
    .where(and(eq(comments.id, commentId), isShownComment));
  if (!comment) throw notFound('comment');
  const rows = isPastTheEnd(position)
    ? []
    : await db
        .select({ row: replyColumns, orderValue: oldestReplies.value })
        .from(replies)
        .leftJoin(users, eq(users.id, replies.authorId))
        .where(
          and(
            eq(replies.commentId, commentId),
            sql`${replies.isLive}`,
            position.after ? oldestReplies.behind(position.after) : undefined,
          ),
        )
        .orderBy(...oldestReplies.by)
        .limit(position.pageSize + 1)
        .offset(offsetOf(position));
  const items = await presentReplies(
    db,
    rows.slice(0, position.pageSize).map(({ row }) => row),
    viewerId,
  );
  return toListing(rows, position, { value: comment.replyCount, isCapped: false }, items, cursorOf);
}

export type Thread = {
  question: Question;
  comments: Listing<Comment>;
  /** The first replies of each shown comment, by comment id. */
  replies: Map<number, Reply[]>;
};

/**
 * A question's page in at most six queries, however long the thread. Without the viewer's reactions,
 * so that one cached page serves everyone. @throws AppError question_not_found
 */
export async function readThread(
  db: Queryable,
  id: number,
  at: ThreadPosition & { repliesShown?: number },
): Promise<Thread> {
  const found = await findShownQuestion(db, id);
  const [question] = await presentQuestions(db, [found.row], null);
  const listing = await commentsOf(db, found, positionIn(at), null);
  const answered = listing.data.filter(({ replyCount }) => replyCount > 0).map((comment) => comment.id);
  return { question: question!, comments: listing, replies: await firstReplies(db, answered, at.repliesShown ?? 3) };
}

async function firstReplies(db: Queryable, commentIds: number[], most: number): Promise<Map<number, Reply[]>> {
  if (commentIds.length === 0) return new Map();
  const rows = await db
    .select({ row: replyColumns })
    .from(replies)
    .leftJoin(users, eq(users.id, replies.authorId))
    .where(
      inArray(
        replies.id,
        sql`(select first.id from unnest(${sql.param(commentIds)}::int[]) as answered(id),
      lateral (select r.id from replies r where r.comment_id = answered.id and r.is_live order by r.created_at, r.id limit ${most}) as first)`,
      ),
    )
    .orderBy(...oldestReplies.by);
  return Map.groupBy(
    await presentReplies(
      db,
      rows.map(({ row }) => row),
      null,
    ),
    (reply) => reply.commentId,
  );
}
