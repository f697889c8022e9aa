import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../database/connect.server.ts';
import {
  answerChecks,
  answerRevisions,
  answerTrials,
  comments,
  notifications,
  questions,
  reactions,
  replies,
  reports,
} from '../../database/schema.ts';
import { batchOf, inKeyset } from '../../platform/process/json-pieces.ts';
import { listActsOnAuthor } from '../moderation/moderation-log.queries.server.ts';
import { unindexDocuments } from '../search-index/index-document.server.ts';
import { undoMerges } from './change-life.server.ts';
import { takeNamesOff } from './nameless-askers.server.ts';

type Column<Table extends PgTable> = keyof Table['_']['columns'] & string;

/** Some columns of a table's rows that are a person's, in the order of a number. */
function numbered<Table extends PgTable>(
  db: Queryable,
  size: number,
  table: Table,
  [isTheirs, number]: [SQL, PgColumn],
  names: Column<Table>[],
  show = (row: Record<string, unknown>) => row,
) {
  const all = getTableColumns(table as PgTable);
  const columns = Object.fromEntries(names.map((name) => [name, all[name]!]));
  return inKeyset(
    size,
    (after: Record<string, unknown> | undefined, most): Promise<Record<string, unknown>[]> =>
      db
        .select({ ...columns, number })
        .from(table as PgTable)
        .where(and(isTheirs, gt(number, after?.number ?? 0)))
        .orderBy(asc(number))
        .limit(most),
    (row) => {
      const { number: _, ...shown } = row;
      return show(shown);
    },
  );
}

/** Data export: everything one person wrote in the community, unchanged. */
export async function exportCommunityOf(db: Queryable, userId: string) {
  const acts = await listActsOnAuthor(db, userId);
  return {
    questions: numbered(
      db,
      batchOf.texts,
      questions,
      [eq(questions.authorId, userId), questions.id],
      [
        'id',
        'title',
        'body',
        'isAnonymous',
        'state',
        'district',
        'tookHint',
        'createdAt',
        'editedAt',
        'hiddenAt',
        'duplicateOf',
      ],
      (row) => ({ ...row, hiddenAt: row.duplicateOf === null ? row.hiddenAt : null }),
    ),
    comments: numbered(
      db,
      batchOf.texts,
      comments,
      [eq(comments.authorId, userId), comments.id],
      ['id', 'questionId', 'body', 'createdAt', 'editedAt', 'hiddenAt'],
    ),
    replies: numbered(
      db,
      batchOf.texts,
      replies,
      [eq(replies.authorId, userId), replies.id],
      ['id', 'commentId', 'body', 'createdAt', 'editedAt', 'hiddenAt'],
    ),
    reactions: inKeyset(
      batchOf.rows,
      (after: typeof reactions.$inferSelect | undefined, most) =>
        db
          .select()
          .from(reactions)
          .where(
            and(
              eq(reactions.userId, userId),
              after && sql`(${reactions.entityType}, ${reactions.entityId}) > (${after.entityType}, ${after.entityId})`,
            ),
          )
          .orderBy(asc(reactions.entityType), asc(reactions.entityId))
          .limit(most),
      ({ entityType, entityId, isLike, createdAt }) => ({ entityType, entityId, isLike, createdAt }),
    ),
    reports: numbered(
      db,
      batchOf.texts,
      reports,
      [eq(reports.reporterId, userId), reports.id],
      ['entityType', 'entityId', 'reason', 'note', 'duplicateOf', 'createdAt'],
    ),
    checks: numbered(
      db,
      batchOf.texts,
      answerChecks,
      [eq(answerChecks.checkedBy, userId), answerChecks.commentId],
      ['commentId', 'sourceTitle', 'sourceUrl', 'note', 'checkedAt'],
    ),
    revisions: numbered(
      db,
      batchOf.texts,
      answerRevisions,
      [eq(answerRevisions.authorId, userId), answerRevisions.id],
      ['commentId', 'body', 'reason', 'createdAt'],
    ),
    trials: numbered(
      db,
      batchOf.rows,
      answerTrials,
      [eq(answerTrials.userId, userId), answerTrials.commentId],
      ['commentId', 'worked', 'state', 'createdAt'],
    ),
    notifications: inKeyset(
      batchOf.rows,
      (after: typeof notifications.$inferSelect | undefined, most) =>
        db
          .select()
          .from(notifications)
          .where(and(eq(notifications.userId, userId), after && lt(notifications.id, after.id)))
          .orderBy(desc(notifications.id))
          .limit(most),
      ({ kind, reason, questionId, commentId, replyId, createdAt, readAt }) => ({
        kind,
        reason,
        questionId,
        commentId,
        replyId,
        createdAt,
        readAt,
      }),
      10_000,
    ),
    moderation: acts.map(({ act, entityType, entityId, reason, days, createdAt }) => ({
      act,
      entityType,
      entityId,
      reason,
      days,
      createdAt,
    })),
  };
}

/**
 * Erasure, within the account's deletion, which takes along what the person reported. A post that others have answered
 * or accepted stays, anonymous or as a tombstone; the rest goes, and counts follow. @returns cache tags of the pages
 * that showed any of it
 */
export async function forgetCommunityOf(
  tx: Queryable,
  userId: string,
  { keepText }: { keepText: boolean },
): Promise<string[]> {
  const tags = await pagesOf(tx, userId);
  await holdEntitiesOf(tx, userId);
  await takeReactionsBack(tx, userId);
  await tx.delete(notifications).where(or(eq(notifications.userId, userId), eq(notifications.actorId, userId)));

  // From the bottom up, so that a post whose only answers were the person's own is deleted, too.
  const isBuiltOn = keepText
    ? sql`exists (select 1 from replies later where later.comment_id = r.comment_id and later.id > r.id and later.author_id is distinct from r.author_id and later.is_live)`
    : sql`false`;
  await tx.execute(sql`with gone as (delete from replies r where r.author_id = ${userId} and not ${isBuiltOn} returning comment_id, is_live)
    update comments set reply_count = reply_count - counted.n from (select comment_id, count(*) filter (where is_live) as n from gone group by comment_id) counted where comments.id = counted.comment_id`);
  await tx.update(replies).set({ authorId: null }).where(eq(replies.authorId, userId));

  const isRetainedComment = sql`(c.reply_count > 0 or (${keepText} and exists (select 1 from questions q where q.accepted_comment_id = c.id and q.author_id is distinct from c.author_id)))`;
  await tx.execute(sql`with gone as (delete from comments c where (c.author_id = ${userId} and not ${isRetainedComment}) or (c.deleted_at is not null and c.reply_count = 0 and c.question_id = any(${sql.param(questionIdsIn(tags))}::int[])) returning id, question_id, is_live)
    update questions set comment_count = comment_count - counted.n, accepted_comment_id = case when accepted_comment_id = any(counted.ids) then null else accepted_comment_id end
    from (select question_id, count(*) filter (where is_live) as n, array_agg(id) as ids from gone group by question_id) counted where questions.id = counted.question_id`);
  if (!keepText) {
    // What they improved last goes back to the words of others.
    await tx.execute(sql`with last as (select distinct on (comment_id) comment_id, author_id from answer_revisions
        where comment_id in (select comment_id from answer_revisions where author_id = ${userId}) order by comment_id, id desc),
      former as (select distinct on (r.comment_id) r.comment_id, r.body, r.body_html from answer_revisions r join last on last.comment_id = r.comment_id and last.author_id = ${userId}
        where r.author_id is distinct from ${userId} order by r.comment_id, r.id desc)
      update comments set body = former.body, body_html = former.body_html from former where comments.id = former.comment_id`);
    await tx.execute(
      sql`delete from answer_revisions where author_id = ${userId} or comment_id in (select id from comments where author_id = ${userId})`,
    );
    await tx.execute(sql`with emptied as (update comments c set body = '', body_html = '', deleted_at = now() from comments old where old.id = c.id and c.author_id = ${userId} returning c.id, c.question_id, old.is_live as was_live)
      update questions set comment_count = comment_count - counted.n, accepted_comment_id = case when accepted_comment_id = any(counted.ids) then null else accepted_comment_id end
      from (select question_id, count(*) filter (where was_live) as n, array_agg(id) as ids from emptied group by question_id) counted where questions.id = counted.question_id`);
  }
  await tx.update(comments).set({ authorId: null }).where(eq(comments.authorId, userId));
  await forgetQuestions(tx, userId, keepText);
  return tags;
}

async function forgetQuestions(tx: Queryable, userId: string, keepText: boolean): Promise<void> {
  // The address of a merged question goes on leading to its answers.
  const isRetained = sql`(q.comment_count > 0 or (${keepText} and q.duplicate_of is not null) or exists (select 1 from comments gone where gone.question_id = q.id and not gone.is_live and gone.reply_count > 0))`;
  const { rows: deleted } = await tx.execute<{ id: number; is_live: boolean }>(
    sql`delete from questions q where q.author_id = ${userId} and not ${isRetained} returning id, is_live`,
  );
  const { rows: emptied } = keepText
    ? { rows: [] }
    : await tx.execute<{
        id: number;
        is_live: boolean;
      }>(sql`update questions q set title = '', body = '', body_html = '', category_ids = '{}', tag_ids = '{}', state = null, district = null, duplicate_of = null,
      summary = null, summary_html = null, summarised_at = null, deleted_at = now()
    from questions old where old.id = q.id and q.author_id = ${userId} returning q.id, old.is_live`);
  await tx.update(questions).set({ authorId: null }).where(eq(questions.authorId, userId));
  const gone = [...deleted, ...emptied];
  if (gone.length === 0) return;
  await unindexDocuments(
    tx,
    'QUESTION',
    gone.map(({ id }) => id),
  );
  const standing = await undoMerges(
    tx,
    inArray(
      questions.duplicateOf,
      deleted.map(({ id }) => id),
    ),
  );
  const fewer = gone.filter(({ is_live: isLive }) => isLive).length - standing;
  await tx.execute(sql`update totals set value = value - ${fewer} where name = 'questions'`);
}

async function pagesOf(tx: Queryable, userId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ tag: string }>(sql`
    select 'question:' || id as tag from questions where author_id = ${userId}
    union select 'question:' || question_id from comments where author_id = ${userId}
    union select 'question:' || c.question_id from replies r join comments c on c.id = r.comment_id where r.author_id = ${userId}
    union select 'question:' || c.question_id from answer_checks join comments c on c.id = comment_id where checked_by = ${userId}
    union select 'question:' || c.question_id from answer_revisions r join comments c on c.id = r.comment_id where r.author_id = ${userId}
    union select 'question:' || c.question_id from answer_trials join comments c on c.id = comment_id where user_id = ${userId}
    union select lower(entity_type) || ':' || entity_id from reactions where user_id = ${userId} and entity_type in ('QUESTION', 'ARTICLE', 'VIDEO')
    union select 'question:' || c.question_id from reactions join comments c on c.id = entity_id where user_id = ${userId} and entity_type = 'COMMENT'
    union select 'question:' || c.question_id from reactions join replies r on r.id = entity_id join comments c on c.id = r.comment_id where user_id = ${userId} and entity_type = 'REPLY'`);
  return rows.length === 0 ? [] : [...rows.map(({ tag }) => tag), 'questions', 'asked', 'search'];
}

const questionIdsIn = (tags: string[]) =>
  tags.flatMap((tag) => (tag.startsWith('question:') ? [Number(tag.slice('question:'.length))] : []));

// Locks are taken before counts change, by kind and then by id: one lock order for all writers, so no deadlock.
const kinds = [
  ['questions', 'QUESTION'],
  ['comments', 'COMMENT'],
  ['replies', 'REPLY'],
  ['articles', 'ARTICLE'],
  ['videos', 'VIDEO'],
] as const;

async function holdEntitiesOf(tx: Queryable, userId: string): Promise<void> {
  await tx.execute(sql`select id from questions where author_id = ${userId} or id in (select question_id from comments where author_id = ${userId}
    union select c.question_id from replies r join comments c on c.id = r.comment_id where r.author_id = ${userId} union select entity_id from reactions where user_id = ${userId} and entity_type = 'QUESTION') order by id for update`);
  await tx.execute(
    sql`select id from comments where author_id = ${userId} or id in (select comment_id from replies where author_id = ${userId} union select entity_id from reactions where user_id = ${userId} and entity_type = 'COMMENT') order by id for update`,
  );
  await tx.execute(
    sql`select id from replies where author_id = ${userId} or id in (select entity_id from reactions where user_id = ${userId} and entity_type = 'REPLY') order by id for update`,
  );
  for (const [table, type] of kinds.slice(3))
    await tx.execute(
      sql`select id from ${sql.identifier(table)} where id in (select entity_id from reactions where user_id = ${userId} and entity_type = ${type}) order by id for no key update`,
    );
}

const isByWriter = (writer: string) =>
  or(
    ...([questions, comments, replies] as const).map(
      (table, index) =>
        sql`(reactions.entity_type = ${kinds[index]![1]} and exists (select 1 from ${table} post where post.id = reactions.entity_id and post.author_id = ${writer}))`,
    ),
  );

async function takeReactionsBack(tx: Queryable, userId: string, among: SQL | undefined = sql`true`): Promise<void> {
  for (const [table, type] of kinds) {
    await tx.execute(sql`with gone as (delete from reactions where user_id = ${userId} and entity_type = ${type} and ${among} returning entity_id, is_like)
      update ${sql.identifier(table)} as counted set like_count = like_count - gone.is_like::int, dislike_count = dislike_count - (not gone.is_like)::int from gone where counted.id = gone.entity_id`);
  }
}

/**
 * Merges two accounts of one person, before `from` is deleted: all it wrote becomes `to`'s; a reaction of both to one
 * post counts once.
 * @returns cache tags of the pages that show it
 */
export async function moveCommunityOf(tx: Queryable, from: string, to: string): Promise<string[]> {
  const tags = await pagesOf(tx, from);
  await holdEntitiesOf(tx, from);
  await takeReactionsBack(
    tx,
    from,
    sql`exists (select 1 from reactions theirs where theirs.user_id = ${to} and theirs.entity_type = reactions.entity_type and theirs.entity_id = reactions.entity_id)`,
  );
  // Once they are one person, these would be thumbs on own posts.
  for (const [voter, writer] of [
    [from, to],
    [to, from],
  ] as const)
    await takeReactionsBack(tx, voter, isByWriter(writer));
  // Nor checks and trials of own answers; what both tried counts once.
  await tx.execute(sql`delete from answer_checks a using comments c where c.id = a.comment_id
    and ((a.checked_by = ${from} and c.author_id = ${to}) or (a.checked_by = ${to} and c.author_id = ${from}))`);
  await tx.execute(sql`delete from answer_trials a using comments c where c.id = a.comment_id
    and ((a.user_id = ${to} and c.author_id = ${from}) or (a.user_id = ${from} and (c.author_id = ${to}
      or exists (select 1 from answer_trials theirs where theirs.user_id = ${to} and theirs.comment_id = a.comment_id))))`);
  await tx.update(answerChecks).set({ checkedBy: to }).where(eq(answerChecks.checkedBy, from));
  await tx.update(answerTrials).set({ userId: to }).where(eq(answerTrials.userId, from));
  await tx.update(reactions).set({ userId: to }).where(eq(reactions.userId, from));
  await tx.execute(
    sql`delete from reports where reporter_id = ${from} and exists (select 1 from reports theirs where theirs.reporter_id = ${to} and theirs.entity_type = reports.entity_type and theirs.entity_id = reports.entity_id)`,
  );
  await tx.update(reports).set({ reporterId: to }).where(eq(reports.reporterId, from));
  await tx
    .delete(notifications)
    .where(
      or(
        and(eq(notifications.userId, from), eq(notifications.actorId, to)),
        and(eq(notifications.userId, to), eq(notifications.actorId, from)),
      ),
    );
  await tx.update(notifications).set({ userId: to }).where(eq(notifications.userId, from));
  await tx.update(notifications).set({ actorId: to }).where(eq(notifications.actorId, from));
  await tx
    .update(notifications)
    .set({ followedId: to })
    .where(and(eq(notifications.followedType, 'USER'), eq(notifications.actorId, to)));
  for (const table of [questions, comments, replies, answerRevisions])
    await tx
      .update(table as typeof questions)
      .set({ authorId: to })
      .where(eq(table.authorId, from));
  // One person now: what either wrote in an anonymous thread of the other is the asker's.
  const threads = sql`select unnest(array[q.id, q.duplicate_of]) from questions q where q.is_anonymous and q.author_id = ${to}`;
  await takeNamesOff(tx, threads, sql`${to}`);
  return tags;
}
