import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { cappedCount } from '../../database/listing.server.ts';
import { moderationActs, users } from '../../database/schema.ts';
import type { PostType } from '../../database/tables/communities.ts';
import { offsetOf, positionOf, toListing } from '../../platform/paging.ts';
import type { Listing } from '../../platform/wire.ts';
import { formerMember } from '../communities/communities.contract.ts';
import { listPublicUsers } from '../users/users.queries.server.ts';

export type ActRow = typeof moderationActs.$inferSelect;

/** The database refuses to change or, for 180 days, to delete what is written here. */
export async function noteAct(
  tx: Queryable,
  act: Omit<typeof moderationActs.$inferInsert, 'createdAt'>,
): Promise<ActRow> {
  const [row] = await tx.insert(moderationActs).values(act).returning();
  return row!;
}

export async function listActs(db: Queryable, entityType: PostType, entityId: number): Promise<ActRow[]> {
  return db
    .select()
    .from(moderationActs)
    .where(and(eq(moderationActs.entityType, entityType), eq(moderationActs.entityId, entityId)))
    .orderBy(desc(moderationActs.id))
    .limit(100);
}

export async function listActsOnAuthor(db: Queryable, authorId: string): Promise<ActRow[]> {
  return db
    .select()
    .from(moderationActs)
    .where(eq(moderationActs.authorId, authorId))
    .orderBy(desc(moderationActs.id))
    .limit(100);
}

export type LoggedAct = ActRow & { moderatorName: string | null };

/** The newest first: everyone's, or what was done to one author's posts. */
export async function listLog(
  db: Queryable,
  authorId: string | null,
  query: { page: number; pageSize: number },
): Promise<Listing<LoggedAct>> {
  const position = positionOf(query);
  const filters = authorId === null ? [] : [eq(moderationActs.authorId, authorId)];
  const total = await cappedCount(db, moderationActs, filters);
  const rows = await db
    .select()
    .from(moderationActs)
    .where(and(...filters))
    .orderBy(desc(moderationActs.id))
    .limit(position.pageSize + 1)
    .offset(offsetOf(position));
  const shown = rows.slice(0, position.pageSize);
  const people = await listPublicUsers(
    db,
    shown.flatMap(({ moderatorId }) => moderatorId ?? []),
  );
  const items = shown.map((row) => ({
    ...row,
    moderatorName: row.moderatorId === null ? null : (people.get(row.moderatorId) ?? formerMember).displayName,
  }));
  return toListing(rows, position, total, items, ({ id }) => ({ value: String(id), id }));
}

/** What was done to people who have since left is kept for 180 days, and no longer. */
export async function sweepActs(db: Queryable): Promise<void> {
  await db.execute(sql`delete from ${moderationActs} where ${moderationActs.createdAt} < now() - interval '180 days'
    and ${moderationActs.authorId} is not null and not exists (select 1 from ${users} where ${users.id} = ${moderationActs.authorId})`);
}
