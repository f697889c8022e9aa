import { createHash } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { notifications, pushedContacts, reports } from '../../database/schema.ts';
import type { PostType } from '../../database/tables/communities.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { queueForFollowers } from '../follows/notify-followers.server.ts';
import { noteAct } from '../moderation/moderation-log.queries.server.ts';
import { isNewMember } from './communities.policy.ts';
import { asksAbout, type Contact, findContacts, findPushed } from './find-pushed.ts';

/** How long it is remembered which new members have named a number or address. */
const rememberedDays = 30;
export const reasonOfHold = 'It shows a number, an address or a link. A moderator looks at it first.';

/**
 * Whether a moderator is to look first: a new member's post pushes a contact on its readers, or names one that another
 * new member has named. @param before the text that this one replaces
 */
export async function isToBeHeld(
  { connection: { db }, clock }: Pick<PageServices, 'connection' | 'clock'>,
  viewer: Viewer,
  text: string,
  before = '',
): Promise<boolean> {
  if (viewer.roles.length > 0 || !isNewMember(viewer, clock())) return false;
  const earlier = new Set(findContacts(before).map(({ key }) => key));
  const fresh = ({ key }: Contact) => !earlier.has(key);
  const named = findContacts(text).filter(({ kind, key }) => kind !== 'link' && !earlier.has(key));
  const isPushed = await isNamedByOthers(db, viewer.userId, named);
  return findPushed(text).some(fresh) || (isPushed && !asksAbout(text));
}

async function isNamedByOthers(db: Queryable, userId: string, contacts: Contact[]): Promise<boolean> {
  if (contacts.length === 0) return false;
  const hashes = [...new Set(contacts.map(({ key }) => createHash('md5').update(key).digest('hex')))].toSorted();
  const column = sql`${sql.param(hashes)}::uuid[]`;
  // First noted, then looked up: of two at once, the later at least sees the other.
  await db.execute(sql`insert into ${pushedContacts} (contact_hash, author_id) select hash, ${userId} from unnest(${column}) as hash
    on conflict (contact_hash, author_id) do update set named_at = now()`);
  const { rows } = await db.execute(sql`select from ${pushedContacts}
    where contact_hash = any(${column}) and author_id <> ${userId} and named_at > now() - make_interval(days => ${rememberedDays}) limit 1`);
  return rows.length > 0;
}

type Held = {
  entityType: PostType;
  id: number;
  questionId: number;
  commentId: number | null;
  authorId: string;
};

type Authored = { id: number; authorId: string | null };
type Released = {
  entityType: PostType;
  post: Authored & { isNameless?: boolean };
  question: Authored;
  comment: Authored | null;
};

/** Puts a hidden post before the moderators, and tells its author. */
export async function noteHold(
  tx: Queryable,
  { entityType, id, questionId, commentId, authorId }: Held,
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
}

/** Once a moderator has let a held post stand, as if it had just been written. */
export async function notifyOfRelease(tx: Queryable, { entityType, post, question, comment }: Released): Promise<void> {
  if (entityType !== 'REPLY') await queueForFollowers(tx, entityType, post.id);
  const to = entityType === 'COMMENT' ? question.authorId : entityType === 'REPLY' ? comment!.authorId : null;
  if (to === null || to === post.authorId || entityType === 'QUESTION') return;
  await tx.insert(notifications).values({
    userId: to,
    kind: entityType,
    actorId: post.isNameless ? null : post.authorId,
    questionId: question.id,
    commentId: comment!.id,
    replyId: entityType === 'REPLY' ? post.id : null,
  });
}

export async function sweepPushedContacts(db: Queryable): Promise<void> {
  await db
    .delete(pushedContacts)
    .where(lt(pushedContacts.namedAt, sql`now() - make_interval(days => ${rememberedDays})`));
}
