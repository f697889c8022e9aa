import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';

/** Whoever asked this question, or one that was merged into it, without a name has none in its thread. */
export const namelessAskersOf = (questionId: SQL): SQL =>
  sql`select asked.author_id from questions asked
    where (asked.id = ${questionId} or asked.duplicate_of = ${questionId}) and asked.is_anonymous`;

export async function isNamelessAsker(db: Queryable, questionId: number, userId: string): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(
    sql`select coalesce(${userId}::uuid in (${namelessAskersOf(sql`${questionId}::int`)}), false) as is`,
  );
  return rows[0]!.is;
}

/** Takes the names of `people` off what they wrote in `threads`, and off what notifications tell of it. */
export async function takeNamesOff(tx: Queryable, threads: SQL, people: SQL): Promise<void> {
  await tx.execute(
    sql`update comments c set is_nameless = true where c.question_id in (${threads}) and c.author_id in (${people})`,
  );
  for (const table of [sql`replies`, sql`answer_revisions`])
    await tx.execute(sql`update ${table} written set is_nameless = true from comments c
      where c.id = written.comment_id and c.question_id in (${threads}) and written.author_id in (${people})`);
  await tx.execute(sql`delete from notifications n
    where n.followed_type = 'USER' and n.question_id in (${threads}) and n.actor_id in (${people})`);
  await tx.execute(
    sql`update notifications n set actor_id = null where n.question_id in (${threads}) and n.actor_id in (${people})`,
  );
}
