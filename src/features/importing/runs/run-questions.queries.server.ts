import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import type { ImportKept } from '../../../database/schema.ts';
import type { ImportRun } from './import-runs.server.ts';

/** A question in whose thread a run of a dump put posts. */
export type RunQuestion = {
  id: number;
  /** Empty where it was deleted here. */
  title: string;
  /** Not even a tombstone is left of it. */
  isGone: boolean;
  /** The run brought the question itself, so the whole thread is judged; else only what came with the run. */
  isNew: boolean;
  /** That go with it. */
  posts: number;
  reason: ImportKept['reason'] | null;
  later: number | null;
};
type Row = Omit<RunQuestion, 'reason'> & { isAnswered: boolean; isReacted: boolean; isChanged: boolean };

/** The ids of a run's next questions. @param after the last id of the page before */
export async function listRunQuestionIds(
  db: Queryable,
  run: number,
  { after, most }: { after: number; most: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select question_id as id from imported_posts where run_id = ${run} and question_id > ${after}
    group by question_id order by question_id limit ${most}`);
  return rows.map(({ id }) => id);
}

/**
 * The questions of a run in the order of their ids, those that people here have touched with the reason to keep them.
 * @param after the last id of the page before
 */
export async function readRunQuestions(
  db: Queryable,
  { id: run, startedAt }: Pick<ImportRun, 'id' | 'startedAt'>,
  { after, most }: { after: number; most: number },
): Promise<RunQuestion[]> {
  const { rows } = await db.execute<Row>(sql`
    with page as materialized (
      select question_id as id, bool_or(entity_type = 'QUESTION') as is_new
      from imported_posts where run_id = ${run} and question_id > ${after} group by question_id order by question_id limit ${most}
    ), placed as materialized (
      select p.* from page join imported_posts p on p.question_id = page.id
    ), thread as (
      select 'QUESTION' as type, q.id, q.id as question_id, null::int as comment_id, q.edited_at, q.is_live, q.is_closed
      from page join questions q on q.id = page.id
      union all select 'COMMENT', c.id, c.question_id, null, c.edited_at, c.is_live, null
      from page join comments c on c.question_id = page.id
      union all select 'REPLY', r.id, c.question_id, c.id, r.edited_at, r.is_live, null
      from page join comments c on c.question_id = page.id join replies r on r.comment_id = c.id
    ), judged as (
      select t.question_id, t.type, t.id, p.run_id, p.source_id is null as is_local,
        not t.is_live or t.edited_at >= ${startedAt.toISOString()}::timestamptz or t.is_closed is distinct from p.was_closed
        or exists (select 1 from reports r where r.entity_type = t.type and r.entity_id = t.id)
        or exists (select 1 from moderation_acts m where m.entity_type = t.type and m.entity_id = t.id) as is_changed,
        exists (select 1 from reactions r where r.entity_type = t.type and r.entity_id = t.id) as is_reacted
      from thread t join page on page.id = t.question_id
      left join placed p on p.question_id = t.question_id and p.entity_type = t.type and p.entity_id = t.id
      left join placed above on above.entity_type = 'COMMENT' and above.entity_id = t.comment_id and above.run_id = ${run}
      where page.is_new or p.run_id = ${run} or above.run_id = ${run}
    ), missing as (
      select p.question_id from placed p join page on page.id = p.question_id
      where (page.is_new or p.run_id = ${run})
        and not exists (select 1 from thread t where t.question_id = p.question_id and t.type = p.entity_type and t.id = p.entity_id)
    ), summed as (
      select question_id, count(*)::int as posts, max(run_id) filter (where run_id > ${run}) as later,
        bool_or(is_local) as is_local, bool_or(is_reacted) as is_reacted, bool_or(is_changed and not is_local) as is_changed,
        array_agg(id) filter (where type = 'COMMENT') as comments
      from judged group by question_id
    )
    select page.id, coalesce(q.title, '') as title, q.id is null as "isGone", page.is_new as "isNew", coalesce(s.posts, 0) as posts, s.later,
      coalesce(s.is_local, false) as "isAnswered", coalesce(s.is_reacted, false) as "isReacted",
      coalesce(s.is_changed, false) or page.id in (select question_id from missing)
        or (u.id is not null and not u.is_imported and (page.is_new or q.accepted_comment_id = any(s.comments))) is true as "isChanged"
    from page left join questions q on q.id = page.id left join users u on u.id = q.author_id left join summed s on s.question_id = page.id
    order by page.id`);
  return rows.map(({ isAnswered, isReacted, isChanged, ...row }) => ({
    ...row,
    reason: isAnswered
      ? 'answered'
      : isReacted
        ? 'reacted'
        : isChanged
          ? 'moderated'
          : row.later === null
            ? null
            : 'imported_later',
  }));
}

/** How many questions hold posts of a run. */
export async function countRunQuestions(db: Queryable, run: number): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(distinct p.question_id)::int as n from imported_posts p join questions q on q.id = p.question_id where p.run_id = ${run}`);
  return rows[0]!.n;
}
