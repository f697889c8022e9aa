import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { moderationActs, users } from '../../database/schema.ts';
import type { PostType } from '../../database/tables/communities.ts';

export type ActRow = typeof moderationActs.$inferSelect;

/** The database refuses to change or, for 180 days, to delete what is written here. */
export async function noteAct(tx: Queryable, act: Omit<typeof moderationActs.$inferInsert, 'createdAt'>): Promise<ActRow> {
  const [row] = await tx.insert(moderationActs).values(act).returning();
  return row!;
}

export async function listActs(db: Queryable, entityType: PostType, entityId: number): Promise<ActRow[]> {
  return db.select().from(moderationActs).where(and(eq(moderationActs.entityType, entityType), eq(moderationActs.entityId, entityId))).orderBy(desc(moderationActs.id)).limit(100);
}

export async function listActsOnAuthor(db: Queryable, authorId: string): Promise<ActRow[]> {
  return db.select().from(moderationActs).where(eq(moderationActs.authorId, authorId)).orderBy(desc(moderationActs.id)).limit(100);
}

/** What was done to people who have since left is kept for 180 days, and no longer. */
export async function sweepActs(db: Queryable): Promise<void> {
  await db.execute(sql`delete from ${moderationActs} where ${moderationActs.createdAt} < now() - interval '180 days'
    and ${moderationActs.authorId} is not null and not exists (select 1 from ${users} where ${users.id} = ${moderationActs.authorId})`);
}
