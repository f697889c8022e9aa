import { z } from 'zod';
import { listOf, oneOf, paging, pagingInQuery } from '../../platform/wire/wire.ts';
import { followedId, followedTypes } from '../follows/follows.contract.ts';
import { loggedActs } from '../moderation/moderation.contract.ts';
import { publicUser } from '../users/users.contract.ts';
import { refusal } from '../../platform/wire/problem.ts';

export const notificationKinds = [
  'COMMENT',
  'FOLLOWED',
  'REPLY',
  'ACCEPTED',
  'IMPROVED',
  'TRIED',
  'ROUTED',
  'HOUR',
  'MODERATION',
] as const;

export const notification = z.object({
  id: z.int(),
  kind: z.enum(notificationKinds),
  /** Who answered or asked; null for a moderator's act, for a piece, and where the site itself asks (TRIED, ROUTED, HOUR). */
  createdBy: publicUser.nullable(),
  /** What is followed, where that is no question; for HOUR the topic. */
  followed: z.object({ entityType: z.enum(followedTypes), entityId: followedId }).nullable(),
  /** Null for a piece that has changed. */
  questionId: z.int().nullable(),
  questionTitle: z.string().nullable(),
  /** Of the question or the piece; null for what was removed. */
  title: z.string().nullable(),
  commentId: z.int().nullable(),
  replyId: z.int().nullable(),
  act: z.enum(loggedActs).nullable(),
  /** Of the piece, or the answer's anchor on the question's page. */
  canonicalUrl: z.string(),
  createdAt: z.iso.datetime(),
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

export const notificationsQuery = z.strictObject({ ...pagingInQuery, cursor: paging.cursor });
export type NotificationsQuery = z.infer<typeof notificationsQuery>;
/** `unreadCount` is capped at a hundred. */
export const notificationList = listOf(notification).extend({ unreadCount: z.int() });

export const readInput = z
  .strictObject({
    ids: z.array(z.int().min(1)).min(1).max(100).optional(),
    all: z.literal(true).optional(),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    path: ['ids'],
    ...refusal('field.idsOrAll'),
  });
export type ReadInput = z.infer<typeof readInput>;
export const unread = oneOf(z.object({ unreadCount: z.int() }));
