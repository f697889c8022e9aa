import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { comments, moderationActs, questions, replies, reports, users } from '../../database/schema.ts';
import type { PostType, ReportReason } from '../../database/tables/communities.ts';
import { questionPath } from '../../platform/wire/ids.ts';
import { isPastTheEnd, offsetOf, positionOf, toListing } from '../../platform/wire/paging.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { formerMember } from '../communities/communities.contract.ts';
import { hasLivePost } from '../communities/communities.queries.server.ts';
import { isModerator } from '../communities/communities.policy.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { listPublicUsers } from '../users/users.queries.server.ts';
import { mapActsOnAuthors } from './moderation-log.queries.server.ts';
import { type QueueEntry, type QueueQuery, reportsThatHide } from './moderation.contract.ts';
import { presentAct } from './present-act.ts';

const week = 7 * 86_400_000;

/**
 * Whether reports of this viewer count towards hiding: trusted members (a week old, with a live post) and moderators.
 */
export async function isOfStanding(db: Queryable, viewer: Viewer, now: Date): Promise<boolean> {
  if (isModerator(viewer)) return true;
  if (now.getTime() - viewer.createdAt.getTime() <= week || !(await hasLivePost(db, viewer.userId))) return false;
  const { rows } = await db.execute<{ count: number }>(sql`select ${dismissedOf(sql`${viewer.userId}`)} as count`);
  return rows[0]!.count < dismissedThatCost;
}

/** So many reports dismissed by moderators within half a year, and a person's reports hide nothing. */
const dismissedThatCost = 2;
const dismissedOf = (reporterId: SQL) => sql`(select count(*)::int from ${reports} gone
  where gone.reporter_id = ${reporterId} and gone.is_dismissed and gone.reason <> 'DUPLICATE' and gone.settled_at > now() - interval '180 days')`;

/** One person's open reports hide so many posts at a time; what else they report waits for a moderator. */
const mostHiddenByOne = 3;
const hiddenBy = (reporterId: SQL) => sql`(select count(*)::int from ${reports} held
  where held.reporter_id = ${reporterId} and held.settled_at is null and held.is_of_standing and case held.entity_type
    when 'QUESTION' then exists (select from ${questions} p where p.id = held.entity_id and p.hidden_at is not null and p.deleted_at is null)
    when 'COMMENT' then exists (select from ${comments} p where p.id = held.entity_id and p.hidden_at is not null and p.deleted_at is null)
    else exists (select from ${replies} p where p.id = held.entity_id and p.hidden_at is not null and p.deleted_at is null) end)`;

/** Under this lock, posts that the same people report at once are hidden one after the other. */
export const lockHiding = (tx: Queryable) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('reports hide'))`);

/**
 * Whether open reports hide this post: enough people of standing, whose reports have not been dismissed since, and hide
 * no more than they may. Not again where a moderator has restored the post as it reads now.
 */
export async function isHiddenByReports(
  tx: Queryable,
  { entityType, entityId, editedAt }: { entityType: PostType; entityId: number; editedAt: Date | null },
): Promise<boolean> {
  const ofPost = sql`entity_type = ${entityType} and entity_id = ${entityId}`;
  const {
    rows: [row],
  } = await tx.execute<{ people: number; restored: boolean }>(sql`select
    (select count(*)::int from ${reports} r where ${ofPost} and settled_at is null and is_of_standing
      and ${dismissedOf(sql`r.reporter_id`)} < ${dismissedThatCost}
      and ${hiddenBy(sql`r.reporter_id`)} < ${mostHiddenByOne}) as people,
    exists (select from ${moderationActs} where ${ofPost} and act = 'RESTORE' and moderator_id is not null
      and created_at > coalesce(${editedAt?.toISOString() ?? null}::timestamptz, '-infinity')) as restored`);
  return row!.people >= reportsThatHide && !row!.restored;
}

type OpenRow = {
  entity_type: PostType;
  entity_id: number;
  count: number;
  /** Null where there is no report. */
  first: string | null;
  reports: {
    reason: ReportReason;
    note: string;
    createdAt: string;
    isOfStanding: boolean;
    duplicateOf: number | null;
  }[];
};

type WaitingRow = OpenRow & { micros: string; id: number };

/** Posts with open reports, the longest waiting first. */
export async function listQueue(db: Queryable, query: QueueQuery): Promise<Listing<QueueEntry>> {
  const position = positionOf(query);
  const open = sql`select entity_type, entity_id, count(*)::int as count, min(created_at) as first, min(id) as id from ${reports} where settled_at is null group by entity_type, entity_id`;
  const {
    rows: [counted],
  } = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${open} limit 1001) as waiting`);
  const { rows } = isPastTheEnd(position)
    ? { rows: [] }
    : await db.execute<WaitingRow>(sql`
    select waiting.entity_type, waiting.entity_id, waiting.count, waiting.id, waiting.first::text, (extract(epoch from waiting.first) * 1000000)::bigint::text as micros, ${reportsOn(sql`waiting.entity_type`, sql`waiting.entity_id`)} as reports
    from (${open}) as waiting
    ${position.after ? sql`where (waiting.first, waiting.id) > (timestamptz 'epoch' + ${position.after.value}::bigint * interval '1 microsecond', ${position.after.id}::int)` : sql``}
    order by waiting.first, waiting.id limit ${position.pageSize + 1} offset ${offsetOf(position)}`);
  const items = await describeAll(db, rows.slice(0, position.pageSize));
  const total = counted!.total;
  return toListing(
    rows,
    position,
    { value: Math.min(total, 1_000), isCapped: total > 1_000 },
    items,
    ({ micros, id }) => ({ value: micros, id }),
  );
}

const reportsOn = (entityType: SQL, entityId: SQL) => sql`(
      select json_agg(json_build_object('reason', few.reason, 'note', few.note, 'createdAt', few.created_at, 'isOfStanding', few.is_of_standing, 'duplicateOf', few.duplicate_of) order by few.created_at, few.id)
      from (select * from ${reports} r where r.settled_at is null and r.entity_type = ${entityType} and r.entity_id = ${entityId} order by r.created_at, r.id limit 20) as few)`;

/** One post as moderators see it, reported or not. @returns null where it no longer exists */
export async function findEntry(db: Queryable, entityType: PostType, entityId: number): Promise<QueueEntry | null> {
  const {
    rows: [row],
  } =
    await db.execute<OpenRow>(sql`select ${entityType}::text as entity_type, ${entityId}::int as entity_id, count(*)::int as count, min(created_at)::text as first,
    coalesce(${reportsOn(sql`${entityType}::text`, sql`${entityId}::int`)}, '[]'::json) as reports
    from ${reports} where settled_at is null and entity_type = ${entityType} and entity_id = ${entityId}`);
  return (await describeAll(db, [row!]))[0] ?? null;
}

type Described = {
  questionId: number;
  title: string;
  body: string;
  bodyHtml: string;
  authorId: string | null;
  createdAt: Date;
  hiddenAt: Date | null;
  isClosed: boolean;
};

async function describeAll(db: Queryable, rows: OpenRow[]): Promise<QueueEntry[]> {
  const described = new Map<OpenRow, Described>();
  for (const row of rows) {
    const post = await findPost(db, row.entity_type, row.entity_id);
    if (post) described.set(row, post);
  }
  const authorIds = [...described.values()].flatMap(({ authorId }) => authorId ?? []);
  const [writers, acts, people] = [
    await listPublicUsers(db, authorIds),
    await mapActsOnAuthors(db, authorIds),
    await mapPeople(db, authorIds),
  ];
  return [...described].map(([row, post]) => ({
    entityType: row.entity_type,
    entityId: row.entity_id,
    questionId: post.questionId,
    canonicalUrl: questionPath(post.title, post.questionId),
    title: post.title,
    body: post.body,
    bodyHtml: post.bodyHtml,
    createdBy: (post.authorId === null ? undefined : writers.get(post.authorId)) ?? formerMember(),
    createdAt: post.createdAt.toISOString(),
    isHidden: post.hiddenAt !== null,
    isClosed: post.isClosed,
    reportCount: row.count,
    reports: row.reports.map((report) => ({ ...report, createdAt: new Date(report.createdAt).toISOString() })),
    firstReportedAt: row.first === null ? null : new Date(row.first).toISOString(),
    author: authorOf(post.authorId),
  }));

  function authorOf(id: string | null): QueueEntry['author'] {
    const person = id === null ? undefined : people.get(id);
    if (!person) return null;
    return {
      joinedAt: person.createdAt.toISOString(),
      suspendedUntil: person.suspendedUntil && new Date(person.suspendedUntil).toISOString(),
      acts: (acts.get(person.id) ?? []).map(presentAct),
    };
  }
}

async function mapPeople(db: Queryable, ids: string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({
            id: users.id,
            createdAt: users.createdAt,
            suspendedUntil: sql<
              string | null
            >`case when ${users.suspendedUntil} > now() then ${users.suspendedUntil}::text end`,
          })
          .from(users)
          .where(inArray(users.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}

async function findPost(db: Queryable, entityType: PostType, id: number): Promise<Described | null> {
  const ofQuestion = { questionId: questions.id, title: questions.title, isClosed: questions.isClosed };
  const textColumns = (table: typeof questions | typeof comments | typeof replies) => ({
    body: table.body,
    bodyHtml: table.bodyHtml,
    authorId: table.authorId,
    createdAt: table.createdAt,
    hiddenAt: table.hiddenAt,
    deletedAt: table.deletedAt,
  });
  const [post] =
    entityType === 'QUESTION'
      ? await db
          .select({ ...ofQuestion, ...textColumns(questions) })
          .from(questions)
          .where(eq(questions.id, id))
      : entityType === 'COMMENT'
        ? await db
            .select({ ...ofQuestion, ...textColumns(comments) })
            .from(comments)
            .innerJoin(questions, eq(questions.id, comments.questionId))
            .where(eq(comments.id, id))
        : await db
            .select({ ...ofQuestion, ...textColumns(replies) })
            .from(replies)
            .innerJoin(comments, eq(comments.id, replies.commentId))
            .innerJoin(questions, eq(questions.id, comments.questionId))
            .where(eq(replies.id, id));
  return post && !post.deletedAt ? post : null;
}

export async function hasReported(
  db: Queryable,
  userId: string,
  { entityType, id }: { entityType: PostType; id: number },
): Promise<boolean> {
  const found = await db
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.reporterId, userId), eq(reports.entityType, entityType), eq(reports.entityId, id)))
    .limit(1);
  return found.length > 0;
}

/**
 * Settles all reports made so far: a moderator has reviewed the post.
 * @param isDismissed whether the post stays, or is there again: its reports were wrong
 */
export async function settleReports(
  tx: Queryable,
  { entityType, entityId }: { entityType: PostType; entityId: number },
  isDismissed: boolean,
): Promise<void> {
  await tx
    .update(reports)
    .set({ settledAt: sql`now()`, isDismissed })
    .where(and(eq(reports.entityType, entityType), eq(reports.entityId, entityId), sql`${reports.settledAt} is null`));
}
