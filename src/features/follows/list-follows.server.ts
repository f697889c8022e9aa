import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { follows, tags } from '../../database/schema.ts';
import { stateName } from '../../messages/places.ts';
import { isPastTheEnd, offsetOf, positionOf, toListing } from '../../platform/wire/paging.ts';
import type { Listing } from '../../platform/wire/wire.ts';
import { listArticlesByIds } from '../articles/articles.queries.server.ts';
import { mapCategories } from '../categories/categories.queries.server.ts';
import { listQuestionsByIds } from '../communities/communities.queries.server.ts';
import { states } from '../schemes/facts.ts';
import { presentTag } from '../tags/tags.queries.server.ts';
import { listPublicUsers } from '../users/users.queries.server.ts';
import { listVideosByIds } from '../videos/videos.queries.server.ts';
import { type Follow, type FollowedType, type FollowsQuery, wireIdOf } from './follows.contract.ts';

/** The person's own, newest first. */
export async function listFollows(db: Queryable, userId: string, query: FollowsQuery): Promise<Listing<Follow>> {
  const position = positionOf(query);
  const own = and(
    eq(follows.userId, userId),
    query.entityType && eq(follows.entityType, query.entityType),
    query.entityId === undefined ? undefined : eq(follows.entityId, query.entityId),
  );
  const [counted] = await db.select({ value: count() }).from(follows).where(own);
  const after = position.after
    ? sql`(${follows.createdAt}, ${follows.id}) < (timestamptz 'epoch' + ${position.after.value}::bigint * interval '1 microsecond', ${position.after.id}::int)`
    : undefined;
  const rows = isPastTheEnd(position)
    ? []
    : await db
        .select({
          row: follows,
          orderValue: sql<string>`(extract(epoch from ${follows.createdAt}) * 1000000)::bigint::text`,
        })
        .from(follows)
        .where(and(own, after))
        .orderBy(desc(follows.createdAt), desc(follows.id))
        .limit(position.pageSize + 1)
        .offset(offsetOf(position));
  const shown = rows.slice(0, position.pageSize).map(({ row }) => row);
  const nameOf = await namesOf(db, shown);
  const items = shown.map(({ entityType, entityId, createdAt }) => ({
    entityType,
    entityId: wireIdOf(entityType, entityId),
    ...(nameOf(entityType, entityId) ?? { title: null, canonicalUrl: null }),
    createdAt: createdAt.toISOString(),
  }));
  return toListing(rows, position, { value: counted!.value, isCapped: false }, items, ({ row, orderValue }) => ({
    value: orderValue,
    id: row.id,
  }));
}

type Named = { title: string | null; canonicalUrl: string | null };

/** What is public now; undefined for what is gone. */
export async function namesOf(
  db: Queryable,
  some: { entityType: FollowedType; entityId: string }[],
): Promise<(entityType: FollowedType, entityId: string) => Named | undefined> {
  const idsOf = (type: FollowedType) => some.flatMap((one) => (one.entityType === type ? [one.entityId] : []));
  const numbersOf = (type: FollowedType) => idsOf(type).map(Number);
  const named = new Map<string, Named>();
  const keep = (type: FollowedType, items: { id: number; title: string | null; canonicalUrl: string }[]) => {
    for (const { id, title, canonicalUrl } of items) named.set(`${type} ${id}`, { title, canonicalUrl });
  };
  keep('QUESTION', await listQuestionsByIds(db, numbersOf('QUESTION')));
  keep('ARTICLE', await listArticlesByIds(db, numbersOf('ARTICLE')));
  keep('VIDEO', await listVideosByIds(db, numbersOf('VIDEO')));
  const categoryIds = numbersOf('CATEGORY');
  const categoriesById = categoryIds.length === 0 ? null : await mapCategories(db);
  const categories = categoryIds.flatMap((id) => categoriesById?.get(id) ?? []);
  keep(
    'CATEGORY',
    categories.map(({ displayName, ...category }) => ({ ...category, title: displayName })),
  );
  const tagIds = numbersOf('TAG');
  const someTags = tagIds.length === 0 ? [] : await db.select().from(tags).where(inArray(tags.id, tagIds));
  keep(
    'TAG',
    someTags.map(presentTag).map(({ displayName, ...tag }) => ({ ...tag, title: displayName })),
  );
  for (const [id, { displayName }] of await listPublicUsers(db, idsOf('USER')))
    named.set(`USER ${id}`, { title: displayName, canonicalUrl: null });
  const followedStates = new Set(idsOf('STATE'));
  for (const state of states.filter((name) => followedStates.has(name)))
    named.set(`STATE ${state}`, { title: stateName(state), canonicalUrl: null });
  return (type, id) => named.get(`${type} ${id}`);
}
