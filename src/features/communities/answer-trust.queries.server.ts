import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { answerChecks, answerTrials } from '../../database/schema.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';
import { listPublicUsers } from '../users/users.queries.server.ts';
import type { Comment } from './communities.contract.ts';

export type AnswerTrust = Pick<Comment, 'checked' | 'workedCount'>;

/** By the comment's id; without an entry: unchecked, and tried by nobody. */
export async function trustOf(db: Queryable, commentIds: number[]): Promise<Map<number, AnswerTrust>> {
  if (commentIds.length === 0) return new Map();
  const checks = await db.select().from(answerChecks).where(inArray(answerChecks.commentId, commentIds));
  const people = await listPublicUsers(
    db,
    checks.flatMap(({ checkedBy }) => checkedBy ?? []),
  );
  const { rows } = await db.execute<{ id: number; count: number }>(sql`
    select comment_id as id, count(*)::int as count from ${answerTrials}
    where comment_id = any(${sql.param(commentIds)}::int[]) and worked group by 1`);
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  const checkOf = new Map(
    checks.map(({ commentId, checkedBy, checkedAt, sourceTitle: title, sourceUrl: url }) => [
      commentId,
      { by: (checkedBy && people.get(checkedBy)) || null, on: dayInIndia(checkedAt), source: { title, url } },
    ]),
  );
  return new Map(commentIds.map((id) => [id, { checked: checkOf.get(id) ?? null, workedCount: counts.get(id) ?? 0 }]));
}

export async function hasWorkedFor(db: Queryable, commentId: number, userId: string): Promise<boolean> {
  const rows = await db
    .select({ worked: answerTrials.worked })
    .from(answerTrials)
    .where(and(eq(answerTrials.commentId, commentId), eq(answerTrials.userId, userId), eq(answerTrials.worked, true)));
  return rows.length > 0;
}
