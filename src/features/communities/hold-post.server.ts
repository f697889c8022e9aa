import { createHash } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { notifications, pushedContacts, reports } from '../../database/schema.ts';
import type { PostType } from '../../database/tables/communities.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { queueForFollowers } from '../follows/notify-followers.server.ts';
import { noteAct } from '../moderation/moderation-log.queries.server.ts';
import { isNewMember } from './communities.policy.ts';
import { type Contact, judgePost } from './find-pushed.ts';

/** How long it is remembered which new members have named a number or address. */
const rememberedDays = 30;
export const reasonOfHold = 'It shows a number, an address or a link. A moderator looks at it first.';

/** Of how many contacts of one post it is remembered. */
const mostRemembered = 5;

type Judged = { entityType: PostType; text: string; before?: string };
const hashesOf = (contacts: Contact[]) =>
  [...new Set(contacts.map(({ key }) => createHash('md5').update(key).digest('hex')))].toSorted();

/**
 * Whether a moderator is to look first: a new member's post pushes a contact on its readers that it did not `before`, or
 * names one that another new member has pushed.
 * @returns null where it is shown, else the hashes of what it pushes, to be remembered with it
 */
export async function findHold(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  { entityType, text, before = '' }: Judged,
): Promise<string[] | null> {
  if (viewer.roles.length > 0 || !isNewMember(viewer, now)) return null;
  const { contacts, isAsked, pushed } = judgePost(entityType, text);
  if (isAsked || contacts.length === 0) return null;
  const earlier = new Set(judgePost(entityType, before).pushed.map(({ key }) => key));
  const isFresh = ({ key }: Contact) => !earlier.has(key);
  const isContact = ({ kind }: Contact) => kind !== 'link';
  if (pushed.some(isFresh)) return hashesOf(pushed.filter(isContact)).slice(0, mostRemembered);
  const named = hashesOf(contacts.filter((one) => isContact(one) && isFresh(one)));
  if (named.length === 0) return null;
  const { rows } =
    await db.execute(sql`select from ${pushedContacts} where contact_hash = any(${sql.param(named)}::uuid[])
    and author_id <> ${viewer.userId} and named_at > now() - make_interval(days => ${rememberedDays}) limit 1`);
  return rows.length > 0 ? [] : null;
}

type Held = {
  entityType: PostType;
  id: number;
  questionId: number;
  commentId: number | null;
  authorId: string;
  pushed: string[];
};

type Authored = { id: number; authorId: string | null };
type Released = {
  entityType: PostType;
  post: Authored & { isNameless?: boolean; editedAt: Date | null };
  question: Authored;
  comment: Authored | null;
};

/** Puts a hidden post before the moderators, and tells its author. */
export async function noteHold(
  tx: Queryable,
  { entityType, id, questionId, commentId, authorId, pushed }: Held,
): Promise<void> {
  await tx.insert(reports).values({ entityType, entityId: id, reporterId: null, reason: 'SPAM', isOfStanding: false });
  await noteAct(tx, { act: 'HIDE', isHold: true, entityType, entityId: id, authorId, reason: reasonOfHold });
  await tx.insert(notifications).values({
    userId: authorId,
    kind: 'MODERATION',
    act: 'HIDE',
    reason: 'HOLD',
    questionId,
    commentId,
    replyId: entityType === 'REPLY' ? id : null,
  });
  await tx.execute(sql`insert into ${pushedContacts} (contact_hash, author_id)
    select hash, ${authorId}::uuid from unnest(${sql.param(pushed)}::uuid[]) as hash ${remembered}`);
}

export const remembered = sql`on conflict (contact_hash, author_id) do update set named_at = now()`;

/** Once a moderator has let a held post stand: notifies those who would have been when it was written, once. */
export async function notifyOfRelease(tx: Queryable, { entityType, post, question, comment }: Released): Promise<void> {
  // What its author has pushed is a signal no more.
  if (post.authorId !== null) await tx.delete(pushedContacts).where(eq(pushedContacts.authorId, post.authorId));
  // An edit put in what it was held for: it had been shown before.
  if (entityType !== 'REPLY' && post.editedAt === null) await queueForFollowers(tx, entityType, post.id);
  const to = entityType === 'COMMENT' ? question.authorId : entityType === 'REPLY' ? comment!.authorId : null;
  if (to === null || to === post.authorId || entityType === 'QUESTION') return;
  const own = {
    userId: to,
    kind: entityType,
    commentId: comment!.id,
    replyId: entityType === 'REPLY' ? post.id : null,
  };
  const isThere = sql`user_id = ${own.userId} and kind = ${own.kind} and comment_id = ${own.commentId} and reply_id is not distinct from ${own.replyId}::int`;
  if ((await tx.$count(notifications, isThere)) > 0) return;
  await tx
    .insert(notifications)
    .values({ ...own, actorId: post.isNameless ? null : post.authorId, questionId: question.id });
}

export async function sweepPushedContacts(db: Queryable): Promise<void> {
  await db
    .delete(pushedContacts)
    .where(lt(pushedContacts.namedAt, sql`now() - make_interval(days => ${rememberedDays})`));
}
