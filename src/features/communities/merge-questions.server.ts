import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connect.server.ts';
import { comments, follows, notifications, questions, reactions, reports } from '../../database/schema.ts';
import { problems } from '../../messages/problems.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { AppError, notFound } from '../../platform/wire/errors.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { insertFollow } from '../follows/followers.queries.server.ts';
import { noteAct } from '../moderation/moderation-log.queries.server.ts';
import { invalidateInBatches } from '../reactions/invalidate-in-batches.server.ts';
import { unindexDocument } from '../search-index/index-document.server.ts';
import { isTrustedMember } from '../users/trusted-member.server.ts';
import { countQuestions } from './ask-question.server.ts';
import { holding, insistOnLive, noSummary, queueQuestion, undoMerges } from './change-life.server.ts';
import type { Question } from './communities.contract.ts';
import { insist, insistOnActive, isModerator } from './communities.policy.ts';
import { getQuestion } from './thread.queries.server.ts';
import { namelessAskersOf, takeNamesOff } from './nameless-askers.server.ts';

type Row = typeof questions.$inferSelect;

const conflict = (message: () => string) => new AppError(409, 'conflict', message);

/**
 * A moderator merges a question into the one that was asked before; a trusted member proposes it. Null undoes that.
 * @throws AppError 403; 404 where either question is not public; 409 for a circle, one that is merged into another, or
 * one that the member has reported already; 429
 */
export async function markDuplicate(
  services: PageServices,
  viewer: Viewer,
  id: number,
  duplicateOf: number | null,
): Promise<Question> {
  const { db } = services.connection;
  insistOnActive(viewer, services.clock());
  if (isModerator(viewer))
    await (duplicateOf === null ? separate(services, viewer, id) : merge(services, viewer, id, duplicateOf));
  else {
    // What is not there is said before who may.
    await getQuestion(db, id, viewer.userId);
    insist(await isTrustedMember(db, viewer.userId));
    await (duplicateOf === null ? takeBack(db, viewer, id) : propose(services, viewer, id, duplicateOf));
  }
  return getQuestion(db, id, viewer.userId);
}

const proposalsFor = (id: number) =>
  and(eq(reports.entityType, 'QUESTION'), eq(reports.entityId, id), eq(reports.reason, 'DUPLICATE'));

/** The newest proposal that waits for a moderator, by this member or by anybody. @returns where it would lead */
export async function findProposal(db: Queryable, id: number, userId: string | null): Promise<number | null> {
  const [row] = await db
    .select({ duplicateOf: reports.duplicateOf })
    .from(reports)
    .where(
      and(proposalsFor(id), isNull(reports.settledAt), userId === null ? undefined : eq(reports.reporterId, userId)),
    )
    .orderBy(desc(reports.id))
    .limit(1);
  return row?.duplicateOf ?? null;
}

/** Waits among the reports, and counts towards their limit. */
async function propose({ connection, limits }: PageServices, viewer: Viewer, id: number, target: number) {
  await limits.reports(viewer.userId);
  await holding(connection, 'QUESTION', id, async (tx, locked) => {
    insistOnLive(locked);
    const [found] = await tx
      .select({ end: sql<number>`coalesce(${questions.duplicateOf}, ${questions.id})` })
      .from(questions)
      .where(and(eq(questions.id, target), or(eq(questions.isLive, true), isNotNull(questions.duplicateOf))));
    if (!found) throw notFound('question');
    if (found.end === id) throw conflict(() => problems.mergesInCircle);
    const made = await tx
      .insert(reports)
      .values({
        entityType: 'QUESTION',
        entityId: id,
        reporterId: viewer.userId,
        reason: 'DUPLICATE',
        duplicateOf: found.end,
        isOfStanding: false,
      })
      .onConflictDoUpdate({
        target: [reports.entityType, reports.entityId, reports.reporterId],
        set: { duplicateOf: found.end },
        setWhere: and(eq(reports.reason, 'DUPLICATE'), isNull(reports.settledAt)),
      })
      .returning({ id: reports.id });
    if (made.length === 0) throw conflict(() => problems.reportedAlready);
  });
}

async function takeBack(db: Queryable, { userId }: Viewer, id: number): Promise<void> {
  await db.delete(reports).where(and(proposalsFor(id), eq(reports.reporterId, userId), isNull(reports.settledAt)));
}

async function merge({ connection }: PageServices, viewer: Viewer, id: number, target: number): Promise<void> {
  // A target that is merged itself leads on. Each step holds both locks, so of two opposite merges the later one finds
  // the circle.
  for (let next: number | null = target; next !== null;) {
    const into: number = next;
    next = await connection.db.transaction((tx) => mergeInto(tx, viewer, id, into));
    if (next === null) await invalidateInBatches(connection, [...tagsOf(id), `question:${into}`]);
  }
}

const tagsOf = (id: number) => [`question:${id}`, 'questions', 'asked', 'search'];
const isPublic = (row: Row | undefined): row is Row => row !== undefined && (row.isLive || row.duplicateOf !== null);

/** @returns the question to merge into instead, where `into` is merged; null when it is done */
async function mergeInto(tx: Transaction, viewer: Viewer, id: number, into: number): Promise<number | null> {
  const locked = await tx
    .select()
    .from(questions)
    .where(or(inArray(questions.id, [id, into]), eq(questions.duplicateOf, id)))
    .orderBy(questions.id)
    .for('update');
  const [from, to] = [id, into].map((one) => locked.find((row) => row.id === one));
  if (!isPublic(from) || !isPublic(to)) throw notFound('question');
  if (to.id === from.id) throw conflict(() => problems.mergesInCircle);
  if (to.duplicateOf !== null) return to.duplicateOf;
  if (from.duplicateOf === to.id) return null;
  if (from.duplicateOf !== null) throw conflict(() => problems.mergedAlready);

  for (const row of [from, to]) await queueQuestion(tx, row);
  const votes = await moveVotes(tx, from, to);
  await moveFollowers(tx, from, to);
  await moveAnswers(tx, from, to);
  await tx
    .update(questions)
    .set({
      ...votes,
      shareCount: to.shareCount + from.shareCount,
      commentCount: sql`(select count(*) from comments c where c.question_id = ${to.id} and c.is_live)`,
      acceptedCommentId: to.acceptedCommentId ?? (await acceptedFor(tx, from, to)),
    })
    .where(eq(questions.id, to.id));
  await tx
    .update(questions)
    .set({
      ...noSummary,
      duplicateOf: to.id,
      hiddenAt: sql`now()`,
      commentCount: 0,
      likeCount: 0,
      dislikeCount: 0,
      shareCount: 0,
      acceptedCommentId: null,
    })
    .where(eq(questions.id, from.id));
  // So the end of every chain is one step away.
  await tx.update(questions).set({ duplicateOf: to.id }).where(eq(questions.duplicateOf, from.id));
  await unindexDocument(tx, 'QUESTION', from.id);
  await tx.delete(reports).where(proposalsFor(from.id));
  await tx
    .update(reports)
    .set({ settledAt: sql`now()` })
    .where(and(eq(reports.entityType, 'QUESTION'), eq(reports.entityId, from.id), isNull(reports.settledAt)));
  await note(tx, viewer, from, 'MERGE', to.id);
  if (from.authorId !== null) {
    await insertFollow(tx, from.authorId, 'QUESTION', String(to.id));
    if (from.authorId !== viewer.userId)
      await tx
        .insert(notifications)
        .values({ userId: from.authorId, kind: 'MODERATION', act: 'MERGE', questionId: to.id });
  }
  await countQuestions(tx, -1);
  return null;
}

const reasonOf = {
  MERGE: (to: number) => `The same was asked before: question ${to}.`,
  UNMERGE: (to: number) => `It does not ask the same as question ${to}.`,
};

const note = (tx: Transaction, viewer: Viewer, { id, authorId }: Row, act: 'MERGE' | 'UNMERGE', to: number) =>
  noteAct(tx, {
    act,
    entityType: 'QUESTION',
    entityId: id,
    moderatorId: viewer.userId,
    isByAdmin: viewer.roles.includes('admin'),
    authorId,
    reason: reasonOf[act](to),
  });

/** One vote a person, none for an own question. Imported votes have no rows, so the counts are added. */
async function moveVotes(tx: Transaction, from: Row, to: Row): Promise<Pick<Row, 'likeCount' | 'dislikeCount'>> {
  const { rows: dropped } = await tx.execute<{ is_like: boolean }>(sql`
    delete from reactions r where r.entity_type = 'QUESTION' and r.entity_id = ${from.id} and (r.user_id = ${to.authorId}
      or exists (select from reactions had where had.entity_type = 'QUESTION' and had.entity_id = ${to.id} and had.user_id = r.user_id))
    returning is_like`);
  await tx
    .update(reactions)
    .set({ entityId: to.id })
    .where(and(eq(reactions.entityType, 'QUESTION'), eq(reactions.entityId, from.id)));
  const likes = dropped.filter((row) => row.is_like).length;
  return {
    likeCount: to.likeCount + from.likeCount - likes,
    dislikeCount: to.dislikeCount + from.dislikeCount - (dropped.length - likes),
  };
}

async function moveFollowers(tx: Transaction, from: Row, to: Row): Promise<void> {
  await tx.execute(sql`delete from follows f where f.entity_type = 'QUESTION' and f.entity_id = ${String(from.id)}
    and exists (select from follows had where had.entity_type = 'QUESTION' and had.entity_id = ${String(to.id)} and had.user_id = f.user_id)`);
  await tx
    .update(follows)
    .set({ entityId: String(to.id) })
    .where(and(eq(follows.entityType, 'QUESTION'), eq(follows.entityId, String(from.id))));
}

/** With their notifications; what moderators did to the question before stays with it. */
async function moveAnswers(tx: Transaction, from: Row, to: Row): Promise<void> {
  // In the order in which everybody locks them.
  await tx
    .select({ id: comments.id })
    .from(comments)
    .where(inArray(comments.questionId, [from.id, to.id]))
    .orderBy(comments.id)
    .for('update');
  await tx.update(comments).set({ questionId: to.id }).where(eq(comments.questionId, from.id));
  // Whoever asked either of them without a name has none in the thread of both.
  const people = sql.join(
    [from, to].map(({ id }) => namelessAskersOf(sql`${id}::int`)),
    sql` union `,
  );
  await takeNamesOff(tx, sql`${from.id}, ${to.id}`, people);
  // One unread notification a person of answers to a question that they follow.
  await tx.execute(sql`delete from notifications n where n.question_id = ${from.id} and n.kind = 'FOLLOWED' and n.followed_type is null and n.read_at is null
    and exists (select from notifications had where had.user_id = n.user_id and had.question_id = ${to.id} and had.kind = 'FOLLOWED' and had.reason is null and had.followed_type is null and had.read_at is null)`);
  await tx
    .update(notifications)
    .set({ questionId: to.id })
    .where(and(eq(notifications.questionId, from.id), isNotNull(notifications.commentId)));
}

/** What helped the one who asked again, unless the other asker wrote it: nobody accepts an own answer. */
async function acceptedFor(tx: Transaction, from: Row, to: Row): Promise<number | null> {
  if (from.acceptedCommentId === null) return null;
  const [row] = await tx
    .select({ authorId: comments.authorId })
    .from(comments)
    .where(eq(comments.id, from.acceptedCommentId));
  return row && (row.authorId === null || row.authorId !== to.authorId) ? from.acceptedCommentId : null;
}

/**
 * A merged question stands at its own address again, as a new one would: its answers, votes and followers stay where
 * they are. Where it is not merged, the proposals are dismissed.
 */
async function separate({ connection }: PageServices, viewer: Viewer, id: number): Promise<void> {
  const tags = await holding(connection, 'QUESTION', id, async (tx, locked) => {
    const { duplicateOf } = locked.question;
    if (duplicateOf === null) {
      await tx
        .update(reports)
        .set({ settledAt: sql`now()`, isDismissed: true })
        .where(and(proposalsFor(id), isNull(reports.settledAt)));
      return [];
    }
    await note(tx, viewer, locked.question, 'UNMERGE', duplicateOf);
    await countQuestions(tx, await undoMerges(tx, eq(questions.id, id)));
    return [...locked.tags, `question:${duplicateOf}`];
  });
  if (tags.length > 0) await invalidateInBatches(connection, tags);
}
