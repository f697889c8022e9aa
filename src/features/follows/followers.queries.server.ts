import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { follows, questions } from '../../database/schema.ts';
import { batchOf, inKeyset } from '../../platform/process/json-pieces.ts';
import { type FollowedType, mostFollows } from './follows.contract.ts';

/** A column of questions: how many follow each. */
export const questionFollowers = sql<number>`(select count(*)::int from follows where follows.entity_type = 'QUESTION' and follows.entity_id = ${questions.id}::text)`;

/** Those of the questions that the viewer follows. */
export async function followedQuestions(
  db: Queryable,
  viewerId: string | null,
  questionIds: number[],
): Promise<Set<number>> {
  if (viewerId === null || questionIds.length === 0) return new Set();
  const rows = await db
    .select({ id: follows.entityId })
    .from(follows)
    .where(
      and(
        eq(follows.entityType, 'QUESTION'),
        inArray(follows.entityId, questionIds.map(String)),
        eq(follows.userId, viewerId),
      ),
    );
  return new Set(rows.map(({ id }) => Number(id)));
}

export async function countFollowers(db: Queryable, entityType: FollowedType, entityId: string): Promise<number> {
  const [row] = await db
    .select({ value: count() })
    .from(follows)
    .where(and(eq(follows.entityType, entityType), eq(follows.entityId, entityId)));
  return row!.value;
}

export async function isFollowing(
  db: Queryable,
  userId: string,
  entityType: FollowedType,
  entityId: string,
): Promise<boolean> {
  const rows = await db
    .select({ id: follows.id })
    .from(follows)
    .where(and(eq(follows.userId, userId), eq(follows.entityType, entityType), eq(follows.entityId, entityId)));
  return rows.length > 0;
}

/**
 * Within the account's bound; call it under the account's lock.
 * @returns whether there is room for it
 */
export async function insertFollow(
  tx: Queryable,
  userId: string,
  entityType: FollowedType,
  entityId: string,
): Promise<boolean> {
  const [own] = await tx.select({ value: count() }).from(follows).where(eq(follows.userId, userId));
  if (own!.value >= mostFollows) return false;
  await tx.insert(follows).values({ userId, entityType, entityId }).onConflictDoNothing();
  return true;
}

/** Data export: what one person follows. */
export const exportFollowsOf = (db: Queryable, userId: string) =>
  inKeyset(
    batchOf.rows,
    (after: typeof follows.$inferSelect | undefined, most) =>
      db
        .select()
        .from(follows)
        .where(and(eq(follows.userId, userId), gt(follows.id, after?.id ?? 0)))
        .orderBy(asc(follows.id))
        .limit(most),
    ({ entityType, entityId, createdAt }) => ({ entityType, entityId, createdAt }),
  );

/** Erasure, of what others follow of the person too. @returns cache tags of the pages that count followers */
export async function forgetFollowsOf(tx: Queryable, userId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ entity_type: FollowedType; entity_id: string }>(
    sql`delete from ${follows} where user_id = ${userId} or (entity_type = 'USER' and entity_id = ${userId}) returning entity_type, entity_id`,
  );
  return rows.flatMap((row) => (row.entity_type === 'QUESTION' ? [`question:${row.entity_id}`] : []));
}

/** What both accounts of one person follow is followed once, the newest first where there is no room for all. */
export async function moveFollows(tx: Queryable, from: string, to: string): Promise<void> {
  await tx.execute(sql`insert into ${follows} (user_id, entity_type, entity_id, created_at)
    select ${to}::uuid, entity_type, entity_id, created_at from ${follows} moved where user_id = ${from}
      and not exists (select 1 from ${follows} own where own.user_id = ${to} and own.entity_type = moved.entity_type and own.entity_id = moved.entity_id)
    order by created_at desc
    limit greatest(0, ${mostFollows} - (select count(*) from ${follows} own where own.user_id = ${to}))
    on conflict do nothing`);
  await tx.execute(
    sql`delete from ${follows} where user_id = ${from} or (entity_type = 'USER' and entity_id = ${from})`,
  );
}
