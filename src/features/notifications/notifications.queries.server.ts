import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { notifications, questions } from '../../database/schema.ts';
import { questionPath } from '../../platform/wire/ids.ts';
import { isPastTheEnd, offsetOf, positionOf, toListing } from '../../platform/wire/paging.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { formerMember } from '../communities/communities.contract.ts';
import { isPiece, wireIdOf } from '../follows/follows.contract.ts';
import { namesOf } from '../follows/list-follows.server.ts';
import { listPublicUsers } from '../users/users.queries.server.ts';
import { asMeant, isMailWanted } from './telling.queries.server.ts';
import type { Notification, NotificationsQuery, ReadInput } from './notifications.contract.ts';

const mostCounted = 100;

/** Capped at a hundred, shown as '99+': the count stays cheap. */
export async function countUnread(db: Queryable, userId: string): Promise<number> {
  const rows = await db
    .select({ one: sql`1` })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
    .limit(mostCounted);
  return rows.length;
}

/** The user's own notifications, newest first. */
export async function listNotifications(
  db: Queryable,
  userId: string,
  query: NotificationsQuery,
): Promise<Listing<Notification> & { unreadCount: number }> {
  const position = positionOf(query, Number.MAX_SAFE_INTEGER);
  const own = eq(notifications.userId, userId);
  const counted = await db
    .select({ one: sql`1` })
    .from(notifications)
    .where(own)
    .limit(1_001);
  const after = position.after
    ? sql`(${notifications.createdAt}, ${notifications.id}) < (timestamptz 'epoch' + ${position.after.value}::bigint * interval '1 microsecond', ${position.after.id}::bigint)`
    : undefined;
  const rows = isPastTheEnd(position)
    ? []
    : await newestFirst(db, and(own, after))
        .limit(position.pageSize + 1)
        .offset(offsetOf(position));
  const items = await present(db, rows.slice(0, position.pageSize));
  const listing = toListing(
    rows,
    position,
    { value: Math.min(counted.length, 1_000), isCapped: counted.length > 1_000 },
    items,
    ({ row, orderValue }) => ({ value: orderValue, id: row.id }),
  );
  return { ...listing, unreadCount: await countUnread(db, userId) };
}

/** Unread notifications in the interval (after, until] that a mail is wanted about, newest first. */
export async function listForMail(
  db: Queryable,
  userId: string,
  { after, until }: { after: string; until: SQL },
  most: number,
): Promise<Notification[]> {
  const isWithin = sql`${notifications.createdAt} > ${after}::timestamptz and ${notifications.createdAt} <= ${until}`;
  return present(
    db,
    await newestFirst(
      db,
      and(eq(notifications.userId, userId), isNull(notifications.readAt), isMailWanted, isWithin),
    ).limit(most),
  );
}

/** Only where it belongs to this user. */
export async function findNotification(db: Queryable, userId: string, id: number): Promise<Notification | null> {
  const rows = await newestFirst(db, and(eq(notifications.userId, userId), eq(notifications.id, id))).limit(1);
  return (await present(db, rows))[0] ?? null;
}

const newestFirst = (db: Queryable, where: SQL | undefined) =>
  db
    .select({
      row: notifications,
      title: questions.title,
      isLive: questions.isLive,
      isAnonymous: sql<boolean>`(${questions.isAnonymous} or exists (select from questions merged where merged.duplicate_of = ${questions.id} and merged.is_anonymous))`,
      orderValue: sql<string>`(extract(epoch from ${notifications.createdAt}) * 1000000)::bigint::text`,
    })
    .from(notifications)
    .leftJoin(questions, eq(questions.id, notifications.questionId))
    .where(where)
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .$dynamic();

async function present(db: Queryable, stored: Awaited<ReturnType<typeof newestFirst>>): Promise<Notification[]> {
  const rows = stored.map((one) => ({ ...one, row: asMeant(one.row) }));
  const people = await listPublicUsers(
    db,
    rows.flatMap(({ row }) => row.actorId ?? []),
  );
  const pieces = await namesOf(
    db,
    rows.flatMap(({ row }) => (pieceOf(row) ? [pieceOf(row)!] : [])),
  );
  return rows.map(({ row, title, isLive, isAnonymous }) => {
    const piece = pieceOf(row);
    const named = piece && pieces(piece.entityType, piece.entityId);
    const questionTitle = isLive ? title : null;
    return {
      id: row.id,
      kind: row.kind,
      createdBy:
        ['MODERATION', 'TRIED', 'ROUTED', 'HOUR'].includes(row.kind) || piece || (row.actorId === null && isAnonymous)
          ? null
          : ((row.actorId === null ? undefined : people.get(row.actorId)) ?? formerMember()),
      followed: followedOf(row),
      questionId: piece ? null : row.questionId,
      questionTitle,
      title: piece ? (named?.title ?? null) : questionTitle,
      commentId: row.commentId,
      replyId: row.replyId,
      act: row.act,
      canonicalUrl:
        row.kind === 'HOUR'
          ? `/community?filter=gathered&category=${row.followedId}`
          : piece
            ? (named?.canonicalUrl ?? '/')
            : questionPath(questionTitle ?? '', row.questionId) + anchorOf(row),
      createdAt: row.createdAt.toISOString(),
      isRead: row.readAt !== null,
    };
  });
}

/** As the calls name what is followed; null for a question. */
export const followedOf = ({
  followedType,
  followedId,
}: Pick<typeof notifications.$inferSelect, 'followedType' | 'followedId'>) =>
  followedType === null || followedId === null
    ? null
    : { entityType: followedType, entityId: wireIdOf(followedType, followedId) };

const pieceOf = ({ kind, followedType: entityType, followedId: entityId }: ReturnType<typeof asMeant>) =>
  (kind === 'HOUR' || isPiece(entityType)) && entityType !== null && entityId !== null
    ? { entityType, entityId }
    : null;

/** The element id of an answer on its question's page. */
const anchorOf = ({ commentId, replyId }: { commentId: number | null; replyId: number | null }) =>
  replyId !== null ? `#reply-${replyId}` : commentId !== null ? `#comment-${commentId}` : '';

/** @returns the remaining unread count */
export async function markRead(db: Queryable, userId: string, { ids }: ReadInput): Promise<number> {
  await db
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt), ids && inArray(notifications.id, ids)));
  return countUnread(db, userId);
}
