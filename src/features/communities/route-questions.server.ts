import { sql } from 'drizzle-orm';
import type { Database } from '../../database/connect.server.ts';
import { comments, notificationMails, notifications, questions, siteState, users } from '../../database/schema.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';
import { defaultLanguage } from '../../platform/settings/site-languages.ts';

/** In India: a day's questions are routed from this hour on. */
const hour = 9;
const mostADay = 5;
/** Open questions that are looked at, the newest ones, and for how long each may wait. */
const mostOpen = 500;
const mostDays = 60;
/** Whoever looks through the list has been there first. */
const leastHours = 2;
const mostPeople = 50;

/**
 * Once a day, notifies those whose answers helped on a topic (and in its State, where it has one) of questions there
 * that nobody has answered: in a language that they read, each person of a question once and of one of each asker. Devices show the first.
 * Claiming the day and the notifications are one statement; another instance passes by. @returns how many were sent
 */
export async function routeQuestions(db: Database, now: Date): Promise<number> {
  const day = dayInIndia(new Date(now.getTime() - hour * 3_600_000));
  const { rowCount } = await db.execute(sql`
    with claimed as (
      insert into ${siteState} as had (name, value) select 'routed', ${day}::text where pg_try_advisory_xact_lock(hashtext('route questions'))
      on conflict (name) do update set value = excluded.value, at = now() where had.value < excluded.value returning name
    ), newest as materialized (
      select id, author_id, created_at, state, category_ids from ${questions}
      where is_live and not is_answered and not is_closed and created_at between now() - make_interval(days => ${mostDays}) and now() - make_interval(hours => ${leastHours})
      order by created_at desc, id desc limit ${mostOpen}
    ), open as materialized (
      select newest.*, d.lang, topic.id as topic from newest join search_documents d on d.kind = 'QUESTION' and d.entity_id = newest.id
      cross join lateral unnest(newest.category_ids) as topic(id)
    ), useful as materialized (
      select distinct c.author_id as user_id, topic.id as topic, q.state from ${comments} c join ${questions} q on q.id = c.question_id and q.is_live
      cross join lateral unnest(q.category_ids) as topic(id)
      where c.is_live and c.author_id is distinct from q.author_id and (c.like_count > 0 or q.accepted_comment_id = c.id)
        and topic.id in (select topic from open)
    ), fitting as (
      select distinct u.id as user_id, open.id, open.author_id, open.created_at from open
      join useful on useful.topic = open.topic and (open.state is null or useful.state = open.state)
      join ${users} u on u.id = useful.user_id and not u.is_imported and not u.is_sample and (u.suspended_until is null or u.suspended_until <= now())
      left join ${notificationMails} settings on settings.user_id = u.id
      where u.id is distinct from open.author_id and coalesce(settings.routed, true) and open.lang in ('en', coalesce(u.lang, ${defaultLanguage()}))
        and not exists (select from ${notifications} had where had.user_id = u.id and had.question_id = open.id)
    )
    insert into ${notifications} (user_id, kind, reason, question_id, awaits_push)
    select user_id, 'FOLLOWED', 'ROUTED', id, place = 1 from (
      select *, row_number() over (partition by user_id order by created_at desc, id desc) as place from (
        select *, row_number() over (partition by id order by hashtext(user_id::text || id)) as person from (
          select *, row_number() over (partition by user_id, author_id order by created_at desc, id desc) as of_author from fitting
        ) once where of_author = 1
      ) spread where person <= ${mostPeople}
    ) placed where place <= ${mostADay} and exists (select from claimed) order by user_id, place`);
  return rowCount ?? 0;
}
