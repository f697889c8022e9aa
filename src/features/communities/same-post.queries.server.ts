import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { comments, questions, replies } from '../../database/schema.ts';

// A resubmitted form (double tap, reload, lost response) finds the post of the first submission.
const within = sql`now() - interval '24 hours'`;

async function newest(
  db: Queryable,
  table: typeof questions | typeof comments | typeof replies,
  userId: string,
  isSame: SQL | undefined,
): Promise<number | null> {
  const [row] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.authorId, userId), sql`${table.deletedAt} is null`, gt(table.createdAt, within), isSame))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(1);
  return row?.id ?? null;
}

export const findSameQuestion = (
  db: Queryable,
  userId: string,
  { title, body, isAnonymous = false }: { title: string; body: string; isAnonymous?: boolean | undefined },
): Promise<number | null> =>
  newest(
    db,
    questions,
    userId,
    and(eq(questions.title, title), eq(questions.body, body), eq(questions.isAnonymous, isAnonymous)),
  );
export const findSameComment = (
  db: Queryable,
  userId: string,
  questionId: number,
  body: string,
): Promise<number | null> =>
  newest(db, comments, userId, and(eq(comments.questionId, questionId), eq(comments.body, body)));
export const findSameReply = (db: Queryable, userId: string, commentId: number, body: string): Promise<number | null> =>
  newest(db, replies, userId, and(eq(replies.commentId, commentId), eq(replies.body, body)));
