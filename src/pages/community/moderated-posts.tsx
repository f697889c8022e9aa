import { PostText } from '../../features/communities/post-parts.tsx';
import type { ModerationActView } from '../../features/moderation/moderation.contract.ts';
import type { ModeratedPost } from '../../features/moderation/person-and-context.queries.server.ts';
import { moderation as a } from '../../messages/moderation.ts';
import { community as c } from '../../messages/community.ts';
import { formatDate, langOf } from '../../ui/format.ts';

/** The same desk stands at two addresses. */
export type ModerationBase = '/moderation' | '/studio/moderation';
export const moderationPath = (key: string, base: ModerationBase = '/moderation') => `${base}?post=${key}`;
export const personPath = (id: string) => `/studio/moderation/people/${id}`;

/** Acts with their reasons. */
export function ActsOf({ acts: list }: { acts: ModerationActView[] }) {
  return (
    <>
      <ul className="ledger">
        {list.map((act) => (
          <li key={act.id}>
            <span>
              <b>
                {c.moderation.done[act.act]}
                {act.days !== null && ` ${c.moderation.forDays(act.days)}`}
                {act.keepsPost && `, ${c.moderation.postKept}`}
              </b>
              <small lang={langOf(act.reason)}>{c.moderation.given(act.reason)}</small>
            </span>
            <span className="soft small">{formatDate(act.createdAt)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Posts as moderators see them, each with a way to act on it. */
export function ModeratedPosts({ posts }: { posts: ModeratedPost[] }) {
  return (
    <ul className="ledger">
      {posts.map(({ entityType, id, title, body, bodyHtml, createdAt, isHidden }) => (
        <li key={`${entityType}-${id}`}>
          <div className="stack">
            <b>
              {c.one.kinds[entityType]}: <span lang={langOf(title)}>{title}</span>
            </b>
            <PostText post={{ body, bodyHtml }} />
            <a
              className="link"
              href={moderationPath(`${entityType}-${id}`, '/studio/moderation')}
              aria-label={a.desk.judgeOf(`${c.one.kinds[entityType]} ${id}`)}
            >
              {a.desk.judge}
            </a>
          </div>
          <span className="soft small">
            {isHidden && `${a.desk.hidden} · `}
            {formatDate(createdAt)}
          </span>
        </li>
      ))}
    </ul>
  );
}
