import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { cappedCount } from '../../database/listing.server.ts';
import { moderationActs, users } from '../../database/schema.ts';
import type { PostType } from '../../database/tables/communities.ts';
import { offsetOf, positionOf, toListing } from '../../platform/wire/paging.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { formerMember } from '../communities/communities.contract.ts';
import { newsroomNames } from '../users/newsroom-names.server.ts';

type Post = { entityType: PostType; entityId: number };
export type ActRow = typeof moderationActs.$inferSelect;

/** Append-only: triggers refuse every update but `moveActs`, and every delete for 180 days. */
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

/** The latest act on a post or on another post by its author. @returns its id, 0 for none */
export async function findNewestAct(
  db: Queryable,
  { entityType, entityId, authorId }: { entityType: PostType; entityId: number; authorId: string | null },
): Promise<number> {
  const onPost = and(eq(moderationActs.entityType, entityType), eq(moderationActs.entityId, entityId));
  const [row] = await db
    .select({ id: sql<number>`coalesce(max(${moderationActs.id}), 0)::int` })
    .from(moderationActs)
    .where(authorId === null ? onPost : or(onPost, eq(moderationActs.authorId, authorId)));
  return row!.id;
}

/** The latest act on each of these posts, by `keyOf`; none for those that have none. */
export async function mapNewestActs(db: Queryable, posts: Post[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ key: string; id: number }>(sql`
    select entity_type || '-' || entity_id as key, max(id)::int as id from ${moderationActs}
    join unnest(${sql.param(posts.map(({ entityType }) => entityType))}::text[], ${sql.param(posts.map(({ entityId }) => entityId))}::int[]) as post(entity_type, entity_id) using (entity_type, entity_id)
    group by entity_type, entity_id`);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Whether somebody who was an admin suspended this member, for a time that is neither over nor lifted. */
export async function isSuspendedByAdmin(db: Queryable, authorId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${moderationActs} a left join ${users} u on u.id = a.moderator_id
    where coalesce(a.is_by_admin, 'admin' = any(u.roles)) and a.author_id = ${authorId} and a.act = 'SUSPEND' and a.created_at + make_interval(days => a.days) > now()
      and not exists (select from ${moderationActs} later where later.author_id = ${authorId} and later.act = 'LIFT' and later.id > a.id) limit 1`);
  return rows.length > 0;
}

const earlierActs = 5;

/** The latest few acts on posts of each author. */
export async function mapActsOnAuthors(db: Queryable, authorIds: string[]): Promise<Map<string, ActRow[]>> {
  const byAuthor = new Map<string, ActRow[]>();
  if (authorIds.length === 0) return byAuthor;
  const rows = await db
    .select()
    .from(moderationActs)
    .where(
      sql`${moderationActs.id} in (select few.id from unnest(${sql.param([...new Set(authorIds)])}::uuid[]) as wanted(author_id)
        cross join lateral (select id from moderation_acts of_author where of_author.author_id = wanted.author_id order by id desc limit ${earlierActs}) as few)`,
    )
    .orderBy(desc(moderationActs.id));
  for (const row of rows) byAuthor.set(row.authorId!, [...(byAuthor.get(row.authorId!) ?? []), row]);
  return byAuthor;
}

export type LoggedAct = ActRow & { moderatorName: string | null };

/** Newest first: the whole log, or acts on one author's posts. */
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
  const people = await newsroomNames(
    db,
    shown.flatMap(({ moderatorId }) => moderatorId ?? []),
  );
  const items = shown.map((row) => ({
    ...row,
    moderatorName: row.moderatorId === null ? null : (people.get(row.moderatorId) ?? formerMember().displayName),
  }));
  return toListing(rows, position, total, items, ({ id }) => ({ value: String(id), id }));
}

/** Of merged accounts: appeals, and who lifts a suspension, go by the person whom an act is of. */
export async function moveActs(tx: Queryable, from: string, to: string): Promise<void> {
  await tx.update(moderationActs).set({ authorId: to }).where(eq(moderationActs.authorId, from));
  await tx.update(moderationActs).set({ moderatorId: to }).where(eq(moderationActs.moderatorId, from));
}

/** Acts on people whose accounts are deleted are kept for 180 days and no longer. */
export async function sweepActs(db: Queryable): Promise<void> {
  await db.execute(sql`delete from ${moderationActs} where ${moderationActs.createdAt} < now() - interval '180 days'
    and ${moderationActs.authorId} is not null and not exists (select 1 from ${users} where ${users.id} = ${moderationActs.authorId})`);
}
