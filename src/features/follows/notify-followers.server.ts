import { eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../database/connect.server.ts';
import { isThere } from './follow.server.ts';
import { comments, followEvents, type FollowedType, questions } from '../../database/schema.ts';

type FollowEvent = typeof followEvents.$inferSelect;
type Happening = {
  /** What may be followed, the closest first: somebody who follows several is notified of the first. */
  followed: [FollowedType, string][];
  questionId: number;
  commentId: number | null;
  /** Null for who is not named. */
  actorId: string | null;
  /** Did it, or is notified of it anyway. */
  except: string[];
};

const batchSize = 2_000;
const mostSoon = 3;
const worthMs = 24 * 3_600_000;

/** In the transaction that makes it so. Afterwards `notifySoon`, where it is not to wait for the background work. */
export async function queueForFollowers(
  tx: Queryable,
  entityType: FollowEvent['entityType'],
  entityId: number,
): Promise<void> {
  await tx.insert(followEvents).values({ entityType, entityId });
}

/**
 * Notifies followers of all that is queued, a batch to a transaction: each once, whatever is killed. One instance does
 * it at a time: two events would both find somebody without an unread notification.
 */
export async function notifyAllFollowers(db: Database, signal?: AbortSignal): Promise<void> {
  do if (signal?.aborted) return;
  while ((await notifyFollowers(db)) !== 'nobody');
}

/** Few followers need not wait for the background work, which meets a failure again. */
export async function notifySoon(db: Database): Promise<void> {
  const notify = async () => {
    // Others' events may stand before one's own.
    for (let left = mostSoon; left > 0 && (await notifyFollowers(db)) === 'all'; left -= 1);
  };
  await notify().catch(() => undefined);
}

/** A batch of the oldest event. @returns who was notified of it; 'nobody': none is queued, or another works on it */
const notifyFollowers = (db: Database): Promise<'all' | 'some' | 'nobody'> =>
  db.transaction(async (tx) => {
    const [event] = await tx
      .select()
      .from(followEvents)
      .where(sql`${followEvents.id} = (select min(id) from ${followEvents})`)
      .for('update', { skipLocked: true });
    if (!event) return 'nobody';
    const isLate = Date.now() - event.createdAt.getTime() > worthMs;
    const happening = isLate ? null : await read(tx, event);
    const last = happening && (await notifySome(tx, event, happening));
    if (last) await tx.update(followEvents).set({ notifiedUpTo: last }).where(eq(followEvents.id, event.id));
    else await tx.delete(followEvents).where(eq(followEvents.id, event.id));
    return last ? 'some' : 'all';
  });

/** Null where readers no longer see it. */
async function read(tx: Transaction, { entityType, entityId }: FollowEvent): Promise<Happening | null> {
  if (entityType === 'ARTICLE' || entityType === 'VIDEO') {
    if (!(await isThere(tx, entityType, String(entityId)))) return null;
    return { followed: [[entityType, String(entityId)]], questionId: 0, commentId: null, actorId: null, except: [] };
  }
  if (entityType === 'QUESTION') {
    const [question] = await tx.select().from(questions).where(eq(questions.id, entityId)).for('share');
    if (!question?.isLive) return null;
    const { state, categoryIds, tagIds, authorId, isAnonymous } = question;
    return {
      followed: [
        ...tagIds.map((id): [FollowedType, string] => ['TAG', String(id)]),
        ...categoryIds.map((id): [FollowedType, string] => ['CATEGORY', String(id)]),
        ...(state === null ? [] : [['STATE', state] as [FollowedType, string]]),
      ],
      questionId: entityId,
      commentId: null,
      actorId: isAnonymous ? null : authorId,
      except: authorId === null ? [] : [authorId],
    };
  }
  const [row] = await tx
    .select({ comment: comments, askerId: questions.authorId })
    .from(comments)
    .innerJoin(questions, eq(questions.id, comments.questionId))
    .where(sql`${comments.id} = ${entityId} and ${comments.isLive} and ${questions.isLive}`)
    // A merge that makes its writer nameless waits, or is seen.
    .for('share', { of: comments });
  if (!row) return null;
  const { questionId, authorId, isNameless } = row.comment;
  const actorId = isNameless ? null : authorId;
  return {
    followed: [
      ['QUESTION', String(questionId)],
      ...(actorId === null ? [] : [['USER', actorId] as [FollowedType, string]]),
    ],
    questionId,
    commentId: entityId,
    actorId,
    except: [authorId, row.askerId].filter((id) => id !== null),
  };
}

/** One unread notification a person of each thing: in measure. @returns the last of a full batch */
async function notifySome(
  tx: Transaction,
  { notifiedUpTo }: FollowEvent,
  { followed, questionId, commentId, actorId, except }: Happening,
): Promise<string | null> {
  if (followed.length === 0) return null;
  const column = (at: 0 | 1): SQL => sql`${sql.param(followed.map((one) => one[at]))}::text[]`;
  const { rows } = await tx.execute<{ n: number; last: string }>(sql`
    with things as (select * from unnest(${column(0)}, ${column(1)}) with ordinality as thing(type, id, n)), chosen as (
      select f.user_id, min(things.n) as n
      from things join follows f on f.entity_type = things.type and f.entity_id = things.id
      where f.user_id > ${notifiedUpTo}::uuid and f.user_id <> all(${sql.param(except)}::uuid[])
      group by f.user_id order by f.user_id limit ${batchSize}
    ), named as (
      select user_id, nullif(type, 'QUESTION') as type, case when type <> 'QUESTION' then id end as id from chosen join things using (n)
    ), notified as (
      insert into notifications (user_id, kind, actor_id, question_id, comment_id, followed_type, followed_id)
      select user_id, 'FOLLOWED', ${actorId}::uuid, ${questionId}::int, ${commentId}::int, type, id from named
      where not exists (
        select from notifications had where had.user_id = named.user_id and had.kind = 'FOLLOWED' and had.reason is null and had.read_at is null
          and had.followed_type is not distinct from named.type and had.followed_id is not distinct from named.id
          and (named.type is not null or had.question_id = ${questionId}::int))
    )
    select count(*)::int as n, (array_agg(user_id order by user_id desc))[1] as last from chosen`);
  const { n, last } = rows[0]!;
  return n === batchSize ? last : null;
}
