import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { cappedCount, storedTotal, type Total } from '../../database/listing.server.ts';
import { comments, questions, replies, users } from '../../database/schema.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import {
  cappedTotal,
  isPastTheEnd,
  offsetOf,
  type Position,
  positionOf,
  toListing,
} from '../../platform/wire/paging.ts';
import type { Listing, SortOrder } from '../../platform/wire/wire.ts';
import { perOwner } from '../../platform/process/in-batches.ts';
import type { Question, RecentQuery } from './communities.contract.ts';
import {
  cursorOf,
  hottestQuestions,
  mostWanted,
  newestQuestions,
  oldestQuestions,
  type orderBy,
} from './post-order.server.ts';
import { isGathered } from './office-hours.queries.server.ts';
import { presentQuestions, questionColumns } from './present-posts.server.ts';

const isLiveQuestion = sql`${questions.isLive}`;

function questionFilter(query: Pick<RecentQuery, 'filter' | 'categoryIds' | 'tagIds'>): SQL[] {
  return [
    isLiveQuestion,
    ...(query.filter === 'GATHERED' ? [isGathered] : []),
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
    query.filter === 'GATHERED'
      ? mostWanted
      : query.filter === 'POPULAR'
        ? hottestQuestions
        : query.sortOrder === 'ASC'
          ? oldestQuestions
          : newestQuestions;
  const total = filters.length === 1 ? await storedTotal(db, 'questions') : await countFiltered(db, query, filters);
  return listQuestions(db, positionOf(query), isFew(query, total) ? bySorting(order) : order, filters, total, viewerId);
}

const noQuestions: Listing<Question> = {
  data: [],
  page: 1,
  pageSize: 10,
  total: 0,
  totalIsCapped: false,
  hasMore: false,
  nextCursor: null,
};

/** An empty list where the questions cannot be read: a page with other contents does not fail with them. */
export async function recentQuestionsIfAny(
  db: Queryable,
  query: RecentQuery,
  viewerId: string | null = null,
): Promise<{ questions: Listing<Question>; failure: unknown }> {
  try {
    return { questions: await listRecentQuestions(db, query, viewerId), failure: null };
  } catch (failure) {
    // A bad cursor is the caller's mistake, not a failed read.
    if (isAppError(failure) && failure.status < 500) throw failure;
    return {
      questions: { ...noQuestions, page: query.page ?? 1, pageSize: query.pageSize ?? noQuestions.pageSize },
      failure,
    };
  }
}

/** Filtered by an indexed category or tag, and below the count's cap: few enough rows to sort. */
const isFew = ({ categoryIds, tagIds }: RecentQuery, { isCapped }: Total) =>
  !isCapped && (categoryIds !== undefined || tagIds !== undefined);
const bySorting = (order: ReturnType<typeof orderBy>) => ({ ...order, by: order.bySorting });

// Filters whose count reached the cap of 1,000 stay above it for a minute at least, and counting is most of the query's
// cost. So this is kept.
const capped = perOwner((_db: object) => new Map<string, number>());
const cachedMs = 60_000;

async function countFiltered(
  db: Queryable,
  { filter, categoryIds, tagIds }: RecentQuery,
  filters: SQL[],
): Promise<Total> {
  const known = capped(db);
  const key = JSON.stringify([filter === 'POPULAR' ? 'RECENT' : filter, categoryIds, tagIds]);
  if ((known.get(key) ?? 0) > Date.now()) return { value: cappedTotal, isCapped: true };
  const total = await cappedCount(db, questions, filters);
  if (known.size > 1_000) known.clear();
  if (total.isCapped) known.set(key, Date.now() + cachedMs);
  return total;
}

/** Unanswered questions that anybody may answer, asked in this time; the longest waiting first. */
export async function listOpenQuestions(
  db: Queryable,
  { after, until, ...query }: { after: Date; until: Date; page?: number; pageSize?: number; cursor?: string },
): Promise<Listing<Question>> {
  const filters = [
    isLiveQuestion,
    sql`not ${questions.isAnswered} and not ${questions.isClosed}`,
    sql`${questions.createdAt} > ${after.toISOString()}::timestamptz and ${questions.createdAt} <= ${until.toISOString()}::timestamptz`,
  ];
  return listQuestions(
    db,
    positionOf(query),
    oldestQuestions,
    filters,
    await cappedCount(db, questions, filters),
    null,
  );
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
