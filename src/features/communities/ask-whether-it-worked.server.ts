import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/connect.server.ts';
import { notifications, questions } from '../../database/schema.ts';

/** After the answer. */
const waitDays = 7;
/** Of the question: nobody is asked about what was long ago. */
const mostDays = 60;
const batchSize = 2_000;

/**
 * Asks those who asked, once for each question, whether its best answer worked: not where they have said so, or
 * accepted one. The mark on the question and the notification are one statement. @returns how many were asked
 */
export async function askWhetherItWorked(db: Database): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with due as materialized (
      select q.id, q.author_id, best.id as comment_id from ${questions} q
      join users u on u.id = q.author_id and not u.is_imported and not u.is_sample
      cross join lateral (
        select c.id from comments c where c.question_id = q.id and c.is_live and c.author_id is distinct from q.author_id
          and c.created_at <= now() - make_interval(days => ${waitDays}) order by c.like_count desc, c.id limit 1
      ) best
      where q.is_live and q.is_answered and not q.is_tried_asked and q.accepted_comment_id is null
        and q.created_at > now() - make_interval(days => ${mostDays}) and q.created_at <= now() - make_interval(days => ${waitDays})
        and not exists (select from answer_trials t join comments c on c.id = t.comment_id where c.question_id = q.id and t.user_id = q.author_id)
      order by q.created_at limit ${batchSize} for no key update of q skip locked
    ), marked as (
      update ${questions} set is_tried_asked = true from due where ${questions.id} = due.id returning due.*
    )
    insert into ${notifications} (user_id, kind, question_id, comment_id) select author_id, 'TRIED', id, comment_id from marked`);
  return rowCount ?? 0;
}

/** Answered, or no longer there. */
export async function stopAskingWhetherItWorked(tx: Queryable, ...conditions: SQL[]): Promise<void> {
  await tx.delete(notifications).where(and(eq(notifications.kind, 'TRIED'), ...conditions));
}
