import { eq, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Connection, Queryable } from '../../database/connect.server.ts';
import { comments, questions } from '../../database/schema.ts';
import { AppError, isAppError, notFound } from '../../platform/wire/errors.ts';
import { inBatches, perOwner } from '../../platform/process/in-batches.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { notifySoon } from '../follows/notify-followers.server.ts';
import { invalidateInBatches } from '../reactions/invalidate-in-batches.server.ts';
import type { PublicUser } from '../users/users.contract.ts';
import { personColumn, type StoredPerson, toPublicUser } from '../users/users.queries.server.ts';
import type { Comment, Reply } from './communities.contract.ts';
import { asOnePost, duplicate, hashOfText, repeatAfter, sweepEvery, sweepRecentPosts } from './count-post.server.ts';
import { findLook, remembered } from './hold-post.server.ts';
import { renderInTime } from './render-in-time.server.ts';
import { problems } from '../../messages/problems.ts';
import { namelessAskersOf } from './nameless-askers.server.ts';

type Draft = {
  parentId: number;
  authorId: string;
  body: string;
  bodyHtml: string;
  textHash: string;
  isHeld: boolean;
  /** Why a moderator is to look at it; empty where not. */
  look: string;
  /** As what it is put before the moderators. */
  reportReason: string;
  /** Hashes, joined. */
  pushed: string;
};
type Written = {
  id: number;
  questionId: number;
  createdAt: Date;
  /** Null for the asker of an anonymous question. */
  createdBy: PublicUser | null;
};
type Row = {
  n: number;
  id: number;
  question_id: number;
  created_at: string;
  author: StoredPerson;
  is_nameless: boolean;
};

/**
 * Answers a question and notifies the asker.
 * @throws AppError 400, 403, 404, 409 where it is closed or a duplicate, 429
 */
export async function answerQuestion(
  services: PageServices,
  viewer: Viewer,
  { questionId, body }: { questionId: number; body: string },
): Promise<Comment> {
  const written = await asOnePost(services, viewer, () => write(services, viewer, 'comment', questionId, body));
  return {
    ...postOf(written, body),
    questionId,
    replyCount: 0,
    isAccepted: false,
    checked: null,
    workedCount: 0,
    improved: null,
  };
}

/** Replies to a comment and notifies its author. @throws as answerQuestion */
export async function replyToComment(
  services: PageServices,
  viewer: Viewer,
  { commentId, body }: { commentId: number; body: string },
): Promise<Reply> {
  const written = await asOnePost(services, viewer, () => write(services, viewer, 'reply', commentId, body));
  return { ...postOf(written, body), commentId };
}

const postOf = (
  { id, createdBy, createdAt, bodyHtml, isHeld }: Written & { bodyHtml: string; isHeld: boolean },
  body: string,
) => ({
  id,
  body,
  bodyHtml,
  createdBy,
  createdAt: createdAt.toISOString(),
  editedAt: null,
  likeCount: 0,
  dislikeCount: 0,
  liked: false,
  disliked: false,
  // As every hidden post.
  isDeleted: isHeld,
});

async function write(
  services: PageServices,
  viewer: Viewer,
  kind: Kind,
  parentId: number,
  body: string,
): Promise<Written & { bodyHtml: string; isHeld: boolean }> {
  const { connection } = services;
  const bodyHtml = await renderInTime(services, body);
  const entityType = kind === 'comment' ? 'COMMENT' : 'REPLY';
  const look = await findLook(connection.db, viewer, services.clock(), { entityType, post: { body, bodyHtml } });
  const isHeld = look?.isHeld === true;
  const written = await lineOf(connection)(kind, {
    parentId,
    authorId: viewer.userId,
    body,
    bodyHtml,
    textHash: hashOfText(`${kind}:${parentId}`, body),
    isHeld,
    look: look?.reason ?? '',
    reportReason: look?.reportReason ?? '',
    pushed: look?.pushed.join(' ') ?? '',
  });
  if (isAppError(written)) throw written;
  if (written.id % sweepEvery === 0) await sweepRecentPosts(connection.db);
  await invalidateInBatches(connection, [`question:${written.questionId}`, 'questions']);
  if (kind === 'comment') await notifySoon(connection.db);
  return { ...written, bodyHtml, isHeld };
}

type Kind = 'comment' | 'reply';

// Group commit: concurrent answers to any posts share one transaction. In milliseconds, the longest that one locked
// question can delay the others.
const patience = 1_000;

// Refusals are returned, not thrown: an error would make the whole batch run again.
const lineOf = perOwner((connection: Connection) =>
  inBatches<Draft, Written | AppError>({ most: 50, patience }, async (key, drafts) => {
    const kind = key as Kind;
    const rows = new Map((await insertAll(connection, kind, drafts)).map((row) => [row.n, row]));
    const results: (Written | AppError)[] = [];
    for (const [index, draft] of drafts.entries()) {
      const row = rows.get(index + 1);
      results.push(row ? presentRow(row) : await whyNot(connection.db, kind, draft.parentId));
    }
    return results;
  }),
);

const presentRow = (row: Row): Written => ({
  id: row.id,
  questionId: row.question_id,
  createdAt: new Date(row.created_at),
  createdBy: row.is_nameless ? null : toPublicUser(row.author),
});

async function insertAll({ pool }: Connection, kind: Kind, drafts: Draft[]): Promise<Row[]> {
  // Duplicates within one batch: only the first is inserted, the others get the answer of a duplicate.
  const seen = new Set<string>();
  const isFirst = drafts.map(({ authorId, textHash }) => seen.size < seen.add(authorId + textHash).size);
  const column = (name: keyof Draft) => drafts.map((draft) => draft[name]);
  const { rows } = await pool.query<Row>({
    ...statements[kind],
    values: [
      column('parentId'),
      column('authorId'),
      column('body'),
      column('bodyHtml'),
      column('textHash'),
      isFirst,
      column('isHeld'),
      column('look'),
      column('reportReason'),
      column('pushed'),
    ],
  });
  return rows;
}

/**
 * One round trip, so that post, count and notification are atomic. `held` locks the parents in id order and rereads
 * them: of concurrent close, delete and answer, each sees what the one before has committed.
 */
const writing = ({ entityType, posts, sequence, held, parent, insertInto, told, followed }: Parts) => sql`
  with given as materialized (
    select n::int as n, nextval(${sequence})::int as id, parent_id, author_id, body, body_html, text_hash, is_held, look, report_reason, pushed
    from unnest($1::int[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::boolean[], $7::boolean[], $8::text[], $9::text[], $10::text[]) with ordinality as t(parent_id, author_id, body, body_html, text_hash, is_first, is_held, look, report_reason, pushed, n) where is_first
  ), held as materialized (${held}), fresh as (
    insert into recent_posts as had (author_id, text_hash) select author_id, text_hash from given join held on held.id = given.parent_id order by 1, 2
    on conflict (author_id, text_hash) do update set posted_at = now() where had.posted_at < now() - ${repeatAfter}
    returning author_id, text_hash
  ), counted as (select parent_id, count(*) filter (where not is_held) as n from given join fresh using (author_id, text_hash) group by parent_id),
  parent as (${parent}), written as (${insertInto} from given join fresh using (author_id, text_hash) join parent on parent.id = given.parent_id order by given.n returning id, author_id, created_at, is_nameless),
  told as (insert into notifications (user_id, kind, actor_id, question_id, comment_id, reply_id) ${told} from written join given on given.id = written.id join parent on parent.id = given.parent_id where parent.told_id <> written.author_id and not given.is_held)${followed},
  put_before_moderators as (insert into reports (entity_type, entity_id, reason, note, is_of_standing) select ${entityType}, id, report_reason, case when is_held then '' else look end, false from given join written using (id) where look <> ''),
  held_back as (select written.id, written.author_id, parent.question_id, given.parent_id, given.look, given.pushed from written join given on given.id = written.id join parent on parent.id = given.parent_id where given.is_held),
  noted as (insert into moderation_acts (act, is_hold, entity_type, entity_id, author_id, reason) select 'HIDE', true, ${entityType}, id, author_id, look from held_back),
  pushed as (insert into pushed_contacts (contact_hash, author_id) select distinct hash::uuid, author_id from held_back cross join unnest(string_to_array(nullif(pushed, ''), ' ')) as hash order by 1, 2 ${remembered}),
  author_told as (insert into notifications (user_id, kind, act, reason, question_id, comment_id, reply_id) select author_id, 'MODERATION', 'HIDE', 'HOLD', question_id, ${posts} from held_back)
  select given.n, written.id, parent.question_id, written.created_at::text, ${personColumn} as author,
    written.is_nameless
  from written join given on given.id = written.id join parent on parent.id = given.parent_id join users on users.id = written.author_id`;

type Parts = {
  entityType: SQL;
  posts: SQL;
  sequence: SQL;
  held: SQL;
  parent: SQL;
  insertInto: SQL;
  told: SQL;
  followed: SQL;
};

const isNameless = sql`coalesce(given.author_id = any(parent.nameless_ids), false)`;
const hiddenAt = sql`case when given.is_held then now() end`;
const actor = sql`case when not written.is_nameless then written.author_id end`;

const parts: Record<Kind, Parts> = {
  comment: {
    entityType: sql`'COMMENT'`,
    posts: sql`id, null::int`,
    sequence: sql`'comments_id_seq'`,
    held: sql`select id from questions where id in (select parent_id from given) and is_live and not is_closed order by id for no key update`,
    parent: sql`update questions set comment_count = comment_count + counted.n from counted where questions.id = counted.parent_id returning questions.id, questions.id as question_id, questions.author_id as told_id, array(${namelessAskersOf(sql`questions.id`)}) as nameless_ids`,
    insertInto: sql`insert into comments (id, question_id, author_id, body, body_html, hidden_at, is_nameless) select given.id, given.parent_id, given.author_id, given.body, given.body_html, ${hiddenAt}, ${isNameless}`,
    told: sql`select parent.told_id, 'COMMENT', ${actor}, parent.question_id, written.id, null::int`,
    followed: sql`, followed as (insert into follow_events (entity_type, entity_id) select 'COMMENT', written.id from written join given on given.id = written.id where not given.is_held)`,
  },
  reply: {
    entityType: sql`'REPLY'`,
    posts: sql`parent_id, id`,
    sequence: sql`'replies_id_seq'`,
    held: sql`select comments.id from comments join questions on questions.id = comments.question_id
      where comments.id in (select parent_id from given) and comments.is_live and questions.is_live and not questions.is_closed order by comments.id for no key update of comments`,
    parent: sql`update comments set reply_count = reply_count + counted.n from counted where comments.id = counted.parent_id returning comments.id, comments.question_id, comments.author_id as told_id,
      array(${namelessAskersOf(sql`comments.question_id`)}) as nameless_ids`,
    insertInto: sql`insert into replies (id, comment_id, author_id, body, body_html, hidden_at, is_nameless) select given.id, given.parent_id, given.author_id, given.body, given.body_html, ${hiddenAt}, ${isNameless}`,
    told: sql`select parent.told_id, 'REPLY', ${actor}, parent.question_id, parent.id, written.id`,
    followed: sql``,
  },
};

// Named prepared statements: PostgreSQL parses and plans them once per connection.
const named = (kind: Kind) => ({ name: `write_${kind}`, text: new PgDialect().sqlToQuery(writing(parts[kind])).sql });
const statements: Record<Kind, ReturnType<typeof named>> = { comment: named('comment'), reply: named('reply') };

async function whyNot(db: Queryable, kind: Kind, parentId: number): Promise<AppError> {
  const [found] =
    kind === 'comment'
      ? await db
          .select({ isParentLive: questions.isLive, isClosed: questions.isClosed, isLive: questions.isLive })
          .from(questions)
          .where(eq(questions.id, parentId))
      : await db
          .select({ isParentLive: comments.isLive, isClosed: questions.isClosed, isLive: questions.isLive })
          .from(comments)
          .innerJoin(questions, eq(questions.id, comments.questionId))
          .where(eq(comments.id, parentId));
  if (!found?.isParentLive) return notFound(kind === 'comment' ? 'question' : 'comment');
  if (found.isClosed || !found.isLive) return new AppError(409, 'conflict', () => problems.questionClosed);
  return duplicate();
}
