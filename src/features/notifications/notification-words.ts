import { community as c } from '../../messages/community.ts';
import type { Notification } from './notifications.contract.ts';

/** Deep link to the answer's own page, which works at any page of a long thread. */
export function placeOf({ canonicalUrl, commentId }: Pick<Notification, 'canonicalUrl' | 'commentId'>): string {
  const [path = '', anchor] = canonicalUrl.split('#');
  return `${path}${commentId === null ? '' : `?answer=${commentId}`}${anchor ? `#${anchor}` : ''}`;
}

/** The post's own page shows the moderator's act with its reason. */
export function hrefOf(item: Notification): string {
  if (item.kind !== 'MODERATION' || item.act === 'MERGE') return placeOf(item);
  return `/community/post/${item.replyId !== null ? `reply-${item.replyId}` : item.commentId !== null ? `comment-${item.commentId}` : `question-${item.questionId}`}`;
}

type Worded = Pick<Notification, 'kind' | 'act'> & {
  followed: Pick<NonNullable<Notification['followed']>, 'entityType'> | null;
};

export const wordsOf = (item: Notification): string =>
  describeFollowed(item) ??
  (item.kind === 'MODERATION'
    ? c.notifications.moderation[item.act ?? 'HIDE']
    : c.notifications.kinds[item.kind](item.createdBy?.displayName ?? c.theAsker));
/** For mails, which name nobody. */
export const namelessWordsOf = (item: Worded): string =>
  describeFollowed(item) ??
  (item.kind === 'MODERATION' ? c.notifications.moderation[item.act ?? 'HIDE'] : c.notificationMail.kinds[item.kind]);

const describeFollowed = ({ kind, followed }: Worded): string | null =>
  kind === 'HOUR' || followed === null || followed.entityType === 'QUESTION'
    ? null
    : c.notifications.followed[followed.entityType];
