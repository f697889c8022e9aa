import { createHash } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { notifications, pushedContacts, reports } from '../../database/schema.ts';
import type { PostType } from '../../database/tables/communities.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { queueForFollowers } from '../follows/notify-followers.server.ts';
import { noteAct } from '../moderation/moderation-log.queries.server.ts';
import { isTrustedMember } from '../users/trusted-member.server.ts';
import { hasLivePost } from './communities.queries.server.ts';
import { isNewMember } from './communities.policy.ts';
import { readCommunityState } from './community-state.server.ts';
import { type Contact, judgePost, maskPhones } from './find-pushed.ts';
import { plainWordsOf } from './plain-words.ts';

/** How long it is remembered which new members have named a number or address. */
const rememberedDays = 30;
const reasonOfContact = 'It shows a number, an address or a link. A moderator looks at it first.';
const reasonOfAll = 'For now a moderator looks at every post first.';
const reasonOfFirst = 'It is the first post of a new member.';

/** Of how many contacts of one post it is remembered. */
const mostRemembered = 5;

export type Words = { title?: string; body: string; bodyHtml: string };
type Judged = { entityType: PostType; post: Words; before?: Words };
const judge = (entityType: PostType, { title = '', body, bodyHtml }: Words) =>
  judgePost(entityType, `${title}\n${body}`, `${title}\n${plainWordsOf(bodyHtml)}`);
/** Why a moderator is to look at a post: first (`isHeld`), or while it is shown. */
export type Look = {
  isHeld: boolean;
  /** In English, as it is stored. */
  reason: string;
  reportReason: 'SPAM' | 'OTHER';
  /** Hashes of what it pushes, to be remembered with it. */
  pushed: string[];
};
const hashesOf = (contacts: Contact[]) =>
  [...new Set(contacts.map(({ key }) => createHash('md5').update(key).digest('hex')))].toSorted();

/** @returns null where no moderator is to look at it, as of what the newsroom writes */
export async function findLook(db: Queryable, viewer: Viewer, now: Date, judged: Judged): Promise<Look | null> {
  if (viewer.roles.length > 0) return null;
  const pushed = await findPushed(db, viewer, now, judged);
  if (pushed) return { isHeld: true, reason: reasonOfContact, reportReason: 'SPAM', pushed };
  const { mode, firstPosts } = await readCommunityState(db, now);
  if (mode === 'looked_at_first' && !(await isTrustedMember(db, viewer.userId)))
    return { isHeld: true, reason: reasonOfAll, reportReason: 'OTHER', pushed: [] };
  if (firstPosts !== 'shown' && !(await hasLivePost(db, viewer.userId)))
    return { isHeld: firstPosts === 'before', reason: reasonOfFirst, reportReason: 'OTHER', pushed: [] };
  return null;
}

type Texts = { title: string; body: string };
const isPhone = ({ kind }: Contact) => kind === 'phone';

/**
 * A new member's question about a number is no advertisement, and may be one that pretends: it shows the last four
 * digits. @returns what is stored, or null where there is nothing to mask
 */
export function maskAsked(viewer: Viewer, now: Date, texts: Texts): Texts | null {
  if (viewer.roles.length > 0 || !isNewMember(viewer, now)) return null;
  const { isAsked, contacts } = judgePost('QUESTION', `${texts.title}\n${texts.body}`);
  if (!isAsked || !contacts.some(isPhone)) return null;
  const masked = { title: maskPhones(texts.title), body: maskPhones(texts.body) };
  return masked.title === texts.title && masked.body === texts.body ? null : masked;
}

/**
 * A new member's post pushes a contact on its readers that it did not `before`, or names one that another new member has
 * pushed.
 * @returns null where it does not, else the hashes of what it pushes
 */
async function findPushed(
  db: Queryable,
  viewer: Viewer,
  now: Date,
  { entityType, post, before }: Judged,
): Promise<string[] | null> {
  if (!isNewMember(viewer, now)) return null;
  const { contacts, isAsked, pushed } = judge(entityType, post);
  if (contacts.length === 0) return null;
  const was = judge(entityType, before ?? { body: '', bodyHtml: '' });
  const earlier = new Set([...was.pushed, ...(isAsked ? was.contacts.filter(isPhone) : [])].map(({ key }) => key));
  const isFresh = ({ key }: Contact) => !earlier.has(key);
  // Phones that the mask did not reach: markup parts them, or one half stands in the title. Who asks about a contact taints it not.
  if (isAsked) return [...pushed, ...contacts.filter(isPhone)].some(isFresh) ? [] : null;
  const isContact = ({ kind }: Contact) => kind !== 'link';
  if (pushed.some(isFresh)) return hashesOf(pushed.filter(isContact)).slice(0, mostRemembered);
  const named = hashesOf(contacts.filter((one) => isContact(one) && isFresh(one)));
  if (named.length === 0) return null;
  const { rows } =
    await db.execute(sql`select from ${pushedContacts} where contact_hash = any(${sql.param(named)}::uuid[])
    and author_id <> ${viewer.userId} and named_at > now() - make_interval(days => ${rememberedDays}) limit 1`);
  return rows.length > 0 ? [] : null;
}

type Looked = {
  entityType: PostType;
  id: number;
  questionId: number;
  commentId: number | null;
  authorId: string;
  look: Look;
};

type Authored = { id: number; authorId: string | null };
type Released = {
  entityType: PostType;
  post: Authored & { isNameless?: boolean; editedAt: Date | null };
  question: Authored;
  comment: Authored | null;
};

/** Puts a post before the moderators; of one that is hidden until then its author is notified. */
export async function noteLook(
  tx: Queryable,
  { entityType, id, questionId, commentId, authorId, look: { isHeld, reason, reportReason, pushed } }: Looked,
): Promise<void> {
  await tx.insert(reports).values({
    entityType,
    entityId: id,
    reporterId: null,
    reason: reportReason,
    note: isHeld ? '' : reason,
    isOfStanding: false,
  });
  if (!isHeld) return;
  await noteAct(tx, { act: 'HIDE', isHold: true, entityType, entityId: id, authorId, reason });
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

/** As `noteLook` has it, for one statement. */
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
