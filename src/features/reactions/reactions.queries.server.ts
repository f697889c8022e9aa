import { and, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { reactions } from '../../database/schema.ts';
import type { EntityType } from '../../database/tables/communities.ts';
import type { Listing } from '../../platform/wire.ts';

/** What a person thinks of each of `ids`: true where they like it, false where they dislike it. Nobody thinks nothing. */
export async function mapReactionsOf(
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

/** How the caller sees each of `things`: articles and videos with their own like or dislike, whatever else unchanged. */
export async function seenBy<Thing extends { id: number; contentType: string }>(
  db: Queryable,
  userId: string | null,
  things: Thing[],
): Promise<(thing: Thing) => Thing> {
  const idsOf = (contentType: string) => [
    ...new Set(things.filter((thing) => thing.contentType === contentType).map(({ id }) => id)),
  ];
  const reacted = new Map([
    ['ARTICLE', await mapReactionsOf(db, userId, 'ARTICLE', idsOf('ARTICLE'))],
    ['VIDEO', await mapReactionsOf(db, userId, 'VIDEO', idsOf('VIDEO'))],
  ]);
  return (thing) => {
    const own = reacted.get(thing.contentType);
    return own === undefined ? thing : { ...thing, ...flagsOf(own, thing.id) };
  };
}

/** A list of articles or videos as the caller sees it. */
export async function listSeenBy<Thing extends { id: number; contentType: string }>(
  db: Queryable,
  userId: string | null,
  list: Listing<Thing>,
): Promise<Listing<Thing>> {
  return { ...list, data: list.data.map(await seenBy(db, userId, list.data)) };
}

/** A thing as the caller sees it: with their own like or dislike. */
export async function withOwnReaction<Thing extends { id: number }>(
  db: Queryable,
  userId: string | null,
  entityType: EntityType,
  thing: Thing,
): Promise<Thing & { liked: boolean; disliked: boolean }> {
  return { ...thing, ...flagsOf(await mapReactionsOf(db, userId, entityType, [thing.id]), thing.id) };
}
