import { sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';

/**
 * Whether a member may act on what others wrote: 30 days old, reachable, ten answers of which others accepted three or
 * said that they worked, and nothing that a moderator hid, deleted or suspended them for in 90 days, unless taken back.
 */
export async function isTrustedMember(db: Queryable, userId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with answers as (select c.id, c.question_id from comments c where c.author_id = ${userId} and c.is_live)
    select 1 from users u where u.id = ${userId} and u.created_at <= now() - interval '30 days'
      and coalesce(u.email, u.phone) is not null
      and (select count(*) from answers) >= 10
      and (select count(*) from answers a where exists (select from questions q where q.id = a.question_id and q.accepted_comment_id = a.id
          and q.author_id is distinct from u.id)
        or exists (select from answer_trials t where t.comment_id = a.id and t.worked)) >= 3
      and not exists (select from moderation_acts m where m.author_id = u.id and m.act in ('HIDE', 'DELETE', 'SUSPEND')
        and m.moderator_id is not null and m.created_at > now() - interval '90 days'
        and not exists (select from moderation_acts later where later.entity_type = m.entity_type and later.entity_id = m.entity_id
          and later.id > m.id and later.act in ('RESTORE', 'LIFT')))`);
  return rows.length > 0;
}
