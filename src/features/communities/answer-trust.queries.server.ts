import { sql } from 'drizzle-orm';
import { dayInIndia } from '../../platform/process/indian-time.ts';
import { personColumn, type StoredPerson, toPublicUser } from '../users/users.queries.server.ts';
import { type Comment, formerMember } from './communities.contract.ts';
import { maskPersonalNumbers } from './find-personal-numbers.ts';

type StoredImprovement = { by: StoredPerson | null; isNameless: boolean; at: string; reason: string };
type StoredCheck = { by: StoredPerson; at: string; source: { title: string; url: string } };

/**
 * Columns of a query over `comments`: no query more, however many answers a thread has. A check counts while its maker
 * is of the newsroom.
 */
export const trustColumns = {
  check: sql<StoredCheck | null>`(select json_build_object('at', a.checked_at,
      'source', json_build_object('title', a.source_title, 'url', a.source_url), 'by', ${personColumn})
    from answer_checks a join users on users.id = a.checked_by and cardinality(users.roles) > 0
    where a.comment_id = comments.id)`,
  workedCount: sql<number>`(select count(*)::int from answer_trials t where t.comment_id = comments.id and t.worked)`,
  improvement: sql<StoredImprovement | null>`(select json_build_object('at', r.created_at, 'reason', r.reason,
      'isNameless', r.is_nameless, 'by', ${personColumn})
    from (select * from answer_revisions where comment_id = comments.id order by id desc limit 1) r
    left join users on users.id = r.author_id where r.reason <> '')`,
};
export type TrustRow = { check: StoredCheck | null; workedCount: number; improvement: StoredImprovement | null };

export const presentTrust = ({
  check,
  workedCount,
  improvement,
}: TrustRow): Pick<Comment, 'checked' | 'workedCount' | 'improved'> => ({
  checked: check && {
    by: toPublicUser(check.by),
    on: dayInIndia(new Date(check.at)),
    source: check.source,
  },
  workedCount,
  improved: improvement && {
    by: improvement.isNameless ? null : improvement.by ? toPublicUser(improvement.by) : formerMember(),
    at: new Date(improvement.at).toISOString(),
    reason: maskPersonalNumbers(improvement.reason),
  },
});
