import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { reactions } from '../../database/schema.ts';
import type { EntityType } from '../../database/tables/communities.ts';
import type { Listing } from '../../platform/wire/wire.ts';

/** A user's reaction to each of `ids`: true for a like, false for a dislike. Empty for an anonymous viewer. */
export async function reactionsById(
  db: Queryable,
  userId: string | null,
  entityType: EntityType,
  ids: number[],
): Promise<Map<number, boolean>> {
  if (userId === null || ids.length === 0) return new Map();
  const rows = await db
    .select({ id: reactions.entityId, isLike: reactions.isLike })
    .from(reactions)
    .where(and(eq(reactions.entityType, entityType), inArray(reactions.entityId, ids), eq(reactions.userId, userId)));
  return new Map(rows.map(({ id, isLike }) => [id, isLike]));
}

export const flagsOf = (reacted: Map<number, boolean>, id: number) => ({
  liked: reacted.get(id) === true,
  disliked: reacted.get(id) === false,
});

/** Adds the viewer's own reaction to articles and videos; other content types pass through unchanged. */
export async function seenBy<Thing extends { id: number; contentType: string }>(
  db: Queryable,
  userId: string | null,
  things: Thing[],
): Promise<(thing: Thing) => Thing> {
  const idsOf = (contentType: string) => [
    ...new Set(things.filter((thing) => thing.contentType === contentType).map(({ id }) => id)),
  ];
  const reacted = new Map([
    ['ARTICLE', await reactionsById(db, userId, 'ARTICLE', idsOf('ARTICLE'))],
    ['VIDEO', await reactionsById(db, userId, 'VIDEO', idsOf('VIDEO'))],
  ]);
  return (thing) => {
    const own = reacted.get(thing.contentType);
    return own === undefined ? thing : { ...thing, ...flagsOf(own, thing.id) };
  };
}

/** A listing with the viewer's own reaction on each item. */
export async function listSeenBy<Thing extends { id: number; contentType: string }>(
  db: Queryable,
  userId: string | null,
  list: Listing<Thing>,
): Promise<Listing<Thing>> {
  return { ...list, data: list.data.map(await seenBy(db, userId, list.data)) };
}

/** One item with the viewer's own reaction. */
export async function withOwnReaction<Thing extends { id: number }>(
  db: Queryable,
  userId: string | null,
  entityType: EntityType,
  thing: Thing,
): Promise<Thing & { liked: boolean; disliked: boolean }> {
  return { ...thing, ...flagsOf(await reactionsById(db, userId, entityType, [thing.id]), thing.id) };
}
