import type { Notification } from '../../features/notifications/notifications.contract.ts';
import { community as c } from '../../messages/community.ts';
import { t } from '../../messages/messages.ts';
import type { Listing } from '../../platform/wire.ts';
import { formatDate, langOf } from '../../ui/format.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { addressWith, Pager } from '../../ui/pager.tsx';
import { Empty } from '../../ui/states.tsx';

/** On the answer's own page, however many came before it. */
export function placeOf({ canonicalUrl, commentId }: Pick<Notification, 'canonicalUrl' | 'commentId'>): string {
  const [path = '', anchor] = canonicalUrl.split('#');
  return `${addressWith(path, { answer: commentId })}${anchor ? `#${anchor}` : ''}`;
}

const wordsOf = ({ kind, act, createdBy }: Notification): string => (kind === 'MODERATION' ? c.notifications.moderation[act ?? 'HIDE'] : c.notifications.kinds[kind](createdBy?.displayName ?? ''));

/** What moderators did stands on the post's own page, with the reason. */
function hrefOf(item: Notification): string {
  if (item.kind !== 'MODERATION') return placeOf(item);
  return `/community/post/${item.replyId !== null ? `reply-${item.replyId}` : item.commentId !== null ? `comment-${item.commentId}` : `question-${item.questionId}`}`;
}

function Line({ item }: { item: Notification }) {
  return (
    <li>
      <span>
        <b><a href={hrefOf(item)}>{wordsOf(item)}</a></b>
        <small><span lang={langOf(item.questionTitle ?? '')}>{item.questionTitle ?? c.notifications.somewhere}</span> · <time dateTime={item.createdAt}>{formatDate(item.createdAt)}</time></small>
      </span>
      {!item.isRead && <span className="state note">{c.notifications.isNew}</span>}
    </li>
  );
}

export function NotificationsView(list: Listing<Notification> & { unreadCount: number }) {
  return (
    <div className="wrap">
      <PageHead title={t.site.titleOf(c.notifications.title)} description={c.notifications.describe} path="/notifications" isUnlisted />
      <div className="intro ask">
        <h1>{c.notifications.title}</h1>
        {list.data.length > 0 && <p className="soft">{c.notifications.unread(list.unreadCount)}</p>}
        {list.unreadCount > 0 && <form method="post" action="/notifications"><button className="btn ghost">{c.notifications.markAll}</button></form>}
      </div>
      {list.data.length > 0
        ? <ul className="ledger told">{list.data.map((item) => <Line key={item.id} item={item} />)}</ul>
        : <Empty icon="talk" title={c.notifications.empty} note={c.notifications.emptyNote}><a className="btn" href="/community">{c.allQuestions}</a></Empty>}
      <Pager page={list.page} pageSize={list.pageSize} total={list.total} hasMore={list.hasMore} hrefOf={(page) => addressWith('/notifications', { page })} />
    </div>
  );
}
