import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { cappedCount, keptTotal, type Total } from '../../database/listing.server.ts';
import { comments, questions, replies, users } from '../../database/schema.ts';
import { notFound } from '../../platform/errors.ts';
import { cappedTotal, isPastTheEnd, offsetOf, type Position, positionOf, toListing } from '../../platform/paging.ts';
import type { Listing, SortOrder } from '../../platform/wire.ts';
import { perOwner } from '../../platform/in-batches.ts';
import type { Comment, Question, RecentQuery, Reply } from './communities.contract.ts';
import {
  cursorOf,
  hottestQuestions,
  newestQuestions,
  oldestComments,
  oldestQuestions,
  oldestReplies,
  type orderBy,
} from './post-order.server.ts';
import {
  commentColumns,
  presentComments,
  presentQuestions,
  presentReplies,
  questionColumns,
  replyColumns,
} from './present-posts.server.ts';

const isLiveQuestion = sql`${questions.isLive}`;
/** A tombstone is shown as long as it has replies. */
const isShownComment = sql`(${comments.isLive} or ${comments.replyCount} > 0)`;
const tombstones = sql<number>`(select count(*)::int from comments as gone where gone.question_id = ${questions.id} and not gone.is_live and gone.reply_count > 0)`;
/** @param viewerId whose reactions to include; null for none @throws AppError question_not_found */
export async function getQuestion(db: Queryable, id: number, viewerId: string | null): Promise<Question> {
  const { row } = await findShownQuestion(db, id);
  return (await presentQuestions(db, [row], viewerId))[0]!;
}

async function findShownQuestion(db: Queryable, id: number) {
  const [found] = await db
    .select({ row: questionColumns, tombstones })
    .from(questions)
    .leftJoin(users, eq(users.id, questions.authorId))
    .where(eq(questions.id, id));
  if (!found || (!found.row.isLive && found.row.commentCount + found.tombstones === 0)) throw notFound('question');
  return found;
}

export function questionFilter(query: Pick<RecentQuery, 'filter' | 'categoryIds' | 'tagIds'>): SQL[] {
  return [
    isLiveQuestion,
    ...(query.filter === 'UNANSWERED' ? [sql`not ${questions.isAnswered}`] : []),
    ...(query.categoryIds ? [sql`${questions.categoryIds} && ${sql.param(query.categoryIds)}::int[]`] : []),
    ...(query.tagIds ? [sql`${questions.tagIds} && ${sql.param(query.tagIds)}::int[]`] : []),
  ];
}

/** Questions, newest or most active first; a page past the end is empty. */
export async function listRecentQuestions(
  db: Queryable,
  query: RecentQuery & { sortOrder?: SortOrder | undefined },
  viewerId: string | null,
): Promise<Listing<Question>> {
  const filters = questionFilter(query);
  const order =
    query.filter === 'POPULAR' ? hottestQuestions : query.sortOrder === 'ASC' ? oldestQuestions : newestQuestions;
  const total = filters.length === 1 ? await keptTotal(db, 'questions') : await countFiltered(db, query, filters);
  return listQuestions(db, positionOf(query), isFew(query, total) ? bySorting(order) : order, filters, total, viewerId);
}

/** Filtered by an indexed category or tag, and below the count's cap: few enough rows to sort. */
const isFew = ({ categoryIds, tagIds }: RecentQuery, { isCapped }: Total) =>
  !isCapped && (categoryIds !== undefined || tagIds !== undefined);
const bySorting = (order: ReturnType<typeof orderBy>) => ({ ...order, by: order.bySorting });

// Filters whose count reached the cap of 1,000 stay above it for a minute at least, and counting is most of the query's
// cost. So this is kept.
const capped = perOwner((_db: object) => new Map<string, number>());
const keptFor = 60_000;

async function countFiltered(
  db: Queryable,
  { filter, categoryIds, tagIds }: RecentQuery,
  filters: SQL[],
): Promise<Total> {
  const known = capped(db);
  const key = JSON.stringify([filter === 'UNANSWERED', categoryIds, tagIds]);
  if ((known.get(key) ?? 0) > Date.now()) return { value: cappedTotal, isCapped: true };
  const total = await cappedCount(db, questions, filters);
  if (known.size > 1_000) known.clear();
  if (total.isCapped) known.set(key, Date.now() + keptFor);
  return total;
}

/** One author's questions, newest first; those hidden by moderators are included as tombstones. */
export async function listQuestionsOfAuthor(
  db: Queryable,
  authorId: string,
  query: { page?: number; pageSize?: number; cursor?: string },
  viewerId: string | null,
): Promise<Listing<Question>> {
  const filters = [eq(questions.authorId, authorId)];
  return listQuestions(
    db,
    positionOf(query),
    newestQuestions,
    filters,
    await cappedCount(db, questions, filters),
    viewerId,
  );
}

/** For 'questions about this': the most active with one of the tags, else with one of the categories. */
export async function listQuestionsAbout(
  db: Queryable,
  about: { tagIds: number[]; categoryIds: number[] },
  limit: number,
): Promise<Question[]> {
  const found: Question[] = [];
  for (const filter of [
    about.tagIds.length > 0 ? { tagIds: about.tagIds } : null,
    about.categoryIds.length > 0 ? { categoryIds: about.categoryIds } : null,
  ]) {
    if (!filter || found.length >= limit) continue;
    const filters = questionFilter(filter);
    const total = await countFiltered(db, filter, filters);
    const { data } = await listQuestions(
      db,
      positionOf({ pageSize: limit }),
      isFew(filter, total) ? bySorting(hottestQuestions) : hottestQuestions,
      filters,
      total,
      null,
    );
    found.push(...data.filter(({ id }) => found.every((other) => other.id !== id)));
  }
  return found.slice(0, limit);
}

async function listQuestions(
  db: Queryable,
  position: Position,
  order: ReturnType<typeof orderBy>,
  filters: SQL[],
  total: { value: number; isCapped: boolean },
  viewerId: string | null,
): Promise<Listing<Question>> {
  const rows = isPastTheEnd(position)
    ? []
    : await db
        .select({ row: questionColumns, orderValue: order.value })
        .from(questions)
        .leftJoin(users, eq(users.id, questions.authorId))
        .where(and(...filters, position.after ? order.behind(position.after) : undefined))
        .orderBy(...order.by)
        .limit(position.pageSize + 1)
        .offset(offsetOf(position));
  const items = await presentQuestions(
    db,
    rows.slice(0, position.pageSize).map(({ row }) => row),
    viewerId,
  );
  return toListing(rows, position, total, items, cursorOf);
}

/** Live questions among `ids`, in the order of `ids`. */
export async function listQuestionsByIds(
  db: Queryable,
  ids: number[],
  viewerId: string | null = null,
): Promise<Question[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ row: questionColumns })
    .from(questions)
    .leftJoin(users, eq(users.id, questions.authorId))
    .where(and(inArray(questions.id, ids), isLiveQuestion));
  const byId = new Map(
    (
      await presentQuestions(
        db,
        rows.map(({ row }) => row),
        viewerId,
      )
    ).map((question) => [question.id, question]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
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

/** Parent question of a post, and for answers the comment's id. Null where it does not exist. */
export async function findPlace(
  db: Queryable,
  post: { entityType: 'QUESTION' | 'COMMENT' | 'REPLY'; entityId: number },
): Promise<{ questionId: number; title: string; commentId: number | null } | null> {
  const [place] =
    post.entityType === 'QUESTION'
      ? await db
          .select({ questionId: questions.id, title: questions.title, commentId: sql<number | null>`null` })
          .from(questions)
          .where(eq(questions.id, post.entityId))
      : post.entityType === 'COMMENT'
        ? await db
            .select({ questionId: questions.id, title: questions.title, commentId: comments.id })
            .from(comments)
            .innerJoin(questions, eq(questions.id, comments.questionId))
            .where(eq(comments.id, post.entityId))
        : await db
            .select({ questionId: questions.id, title: questions.title, commentId: comments.id })
            .from(replies)
            .innerJoin(comments, eq(comments.id, replies.commentId))
            .innerJoin(questions, eq(questions.id, comments.questionId))
            .where(eq(replies.id, post.entityId));
  return place ?? null;
}

/** Whether the user has a post that is neither hidden nor deleted. */
export async function hasLivePost(db: Queryable, userId: string): Promise<boolean> {
  const { rows } =
    await db.execute(sql`select 1 where exists (select 1 from questions where author_id = ${userId} and is_live)
    or exists (select 1 from comments where author_id = ${userId} and is_live) or exists (select 1 from replies where author_id = ${userId} and is_live)`);
  return rows.length > 0;
}
