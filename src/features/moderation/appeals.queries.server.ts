import { and, asc, desc, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { cappedCount } from '../../database/listing.server.ts';
import { appeals, moderationActs, users } from '../../database/schema.ts';
import { batchOf, type Batches, inKeyset } from '../../platform/process/json-pieces.ts';
import { offsetOf, positionOf, toListing } from '../../platform/wire/paging.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { formerMember } from '../communities/communities.contract.ts';
import { listPublicUsers } from '../users/users.queries.server.ts';
import type { AppealLine } from './appeals.contract.ts';
import type { ActRow } from './moderation-log.queries.server.ts';
import { presentAct } from './present-act.ts';

export type Appeal = typeof appeals.$inferSelect;

export async function findAct(db: Queryable, id: number): Promise<ActRow | null> {
  const [row] = await db.select().from(moderationActs).where(eq(moderationActs.id, id));
  return row ?? null;
}

/** The act that an appeal is about: it never changes. */
export async function findActOfAppeal(db: Queryable, id: number): Promise<ActRow | null> {
  const [row] = await db
    .select({ act: moderationActs })
    .from(appeals)
    .innerJoin(moderationActs, eq(moderationActs.id, appeals.actId))
    .where(eq(appeals.id, id));
  return row?.act ?? null;
}

/** Whether a later act hid the same post: that one has an appeal of its own. */
export const isHiddenSince = (db: Queryable, { id, entityType, entityId }: ActRow): Promise<boolean> =>
  isThere(
    db,
    and(
      gt(moderationActs.id, id),
      eq(moderationActs.entityType, entityType),
      eq(moderationActs.entityId, entityId),
      inArray(moderationActs.act, ['HIDE', 'SUSPEND']),
      eq(moderationActs.keepsPost, false),
    ),
  );

/** Whether a later act suspended the same member. */
export const isSuspendedSince = (db: Queryable, { id }: ActRow, authorId: string): Promise<boolean> =>
  isThere(db, and(gt(moderationActs.id, id), eq(moderationActs.act, 'SUSPEND'), eq(moderationActs.authorId, authorId)));

async function isThere(db: Queryable, condition: SQL | undefined): Promise<boolean> {
  const rows = await db.select({ id: moderationActs.id }).from(moderationActs).where(condition).limit(1);
  return rows.length > 0;
}

/** @returns null where there is an appeal against this act already */
export async function insertAppeal(
  tx: Queryable,
  appeal: Pick<Appeal, 'actId' | 'userId' | 'text'>,
): Promise<Appeal | null> {
  const [row] = await tx.insert(appeals).values(appeal).onConflictDoNothing().returning();
  return row ?? null;
}

export async function lockAppeal(tx: Queryable, id: number): Promise<Appeal | null> {
  const [row] = await tx.select().from(appeals).where(eq(appeals.id, id)).for('update');
  return row ?? null;
}

export async function noteDecision(
  tx: Queryable,
  id: number,
  decision: { status: 'upheld' | 'overturned'; decidedBy: string; answer: string },
): Promise<void> {
  await tx
    .update(appeals)
    .set({ ...decision, decidedAt: sql`now()` })
    .where(eq(appeals.id, id));
}

/** Whether somebody else than this person could decide now. */
export async function hasOtherModerator(db: Queryable, userId: string): Promise<boolean> {
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        ne(users.id, userId),
        sql`${users.roles} && array['moderator', 'admin']::text[]`,
        sql`(${users.suspendedUntil} is null or ${users.suspendedUntil} <= now())`,
      ),
    )
    .limit(1);
  return other !== undefined;
}

/** Open ones with the longest waiting first, decided ones with the newest. */
export async function listAppeals(
  db: Queryable,
  viewerId: string,
  { status = 'open', ...paging }: { status?: 'open' | 'decided' | undefined; page?: number; pageSize?: number },
): Promise<Listing<AppealLine>> {
  const position = positionOf(paging);
  const filters = [status === 'open' ? eq(appeals.status, 'open') : ne(appeals.status, 'open')];
  const rows = await db
    .select({ appeal: appeals, act: moderationActs })
    .from(appeals)
    .leftJoin(moderationActs, eq(moderationActs.id, appeals.actId))
    .where(and(...filters))
    .orderBy(status === 'open' ? asc(appeals.id) : desc(appeals.id))
    .limit(position.pageSize + 1)
    .offset(offsetOf(position));
  const shown = rows.slice(0, position.pageSize);
  const people = await listPublicUsers(
    db,
    shown.flatMap(({ appeal, act }) => [appeal.userId, appeal.decidedBy ?? [], act?.moderatorId ?? []].flat()),
  );
  const nameOf = (id: string | null | undefined) => (id ? (people.get(id) ?? formerMember()).displayName : null);
  const hasOther = await hasOtherModerator(db, viewerId);
  const items = shown.map(({ appeal, act }) => ({
    id: appeal.id,
    status: appeal.status,
    text: appeal.text,
    answer: appeal.answer,
    at: appeal.createdAt.toISOString(),
    decidedAt: appeal.decidedAt?.toISOString() ?? null,
    decidedByName: nameOf(appeal.decidedBy),
    person: { id: appeal.userId, displayName: nameOf(appeal.userId)! },
    act: act && { ...presentAct(act), moderatorName: nameOf(act.moderatorId) },
    mayDecide: appeal.userId !== viewerId && !(act?.moderatorId === viewerId && hasOther),
  }));
  const total = await cappedCount(db, appeals, filters);
  return toListing(rows, position, total, items, () => null);
}

/** A member's appeals against these acts, by act. */
export async function mapAppeals(db: Queryable, userId: string, actIds: number[]): Promise<Map<number, Appeal>> {
  if (actIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(appeals)
    .where(and(eq(appeals.userId, userId), inArray(appeals.actId, actIds)));
  return new Map(rows.map((row) => [row.actId, row]));
}

export const exportAppealsOf = (db: Queryable, userId: string): Batches =>
  inKeyset(
    batchOf.texts,
    (after: Appeal | undefined, most) =>
      db
        .select()
        .from(appeals)
        .where(and(eq(appeals.userId, userId), gt(appeals.id, after?.id ?? 0)))
        .orderBy(asc(appeals.id))
        .limit(most),
    ({ actId, text, status, answer, createdAt }) => ({ actId, text, status, answer, createdAt }),
  );

export async function moveAppeals(tx: Queryable, from: string, to: string): Promise<void> {
  await tx.update(appeals).set({ userId: to }).where(eq(appeals.userId, from));
}
