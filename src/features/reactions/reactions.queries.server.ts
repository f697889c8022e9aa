import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { reactions } from '../../database/schema.ts';
import type { EntityType } from '../../database/tables/communities.ts';

/** What a person thinks of each of `ids`: true where they like it, false where they dislike it. Nobody thinks nothing. */
export async function mapReactionsOf(db: Queryable, userId: string | null, entityType: EntityType, ids: number[]): Promise<Map<number, boolean>> {
  if (userId === null || ids.length === 0) return new Map();
  const rows = await db.select({ id: reactions.entityId, isLike: reactions.isLike }).from(reactions)
    .where(and(eq(reactions.entityType, entityType), inArray(reactions.entityId, ids), eq(reactions.userId, userId)));
  return new Map(rows.map(({ id, isLike }) => [id, isLike]));
}

export const flagsOf = (reacted: Map<number, boolean>, id: number) => ({ liked: reacted.get(id) === true, disliked: reacted.get(id) === false });

/** A thing as the caller sees it: with their own like or dislike. */
export async function withOwnReaction<Thing extends { id: number }>(db: Queryable, userId: string | null, entityType: EntityType, thing: Thing): Promise<Thing & { liked: boolean; disliked: boolean }> {
  return { ...thing, ...flagsOf(await mapReactionsOf(db, userId, entityType, [thing.id]), thing.id) };
}
