import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Connection, Queryable } from '../../database/connect.server.ts';
import { articles, categories, follows, questions, tags, users, videos } from '../../database/schema.ts';
import { problems } from '../../messages/problems.ts';
import { AppError, invalidInput, type Kind, notFound, unauthenticated } from '../../platform/wire/errors.ts';
import { problem } from '../../platform/wire/problem.ts';
import { isPublicArticle } from '../articles/articles.queries.server.ts';
import { invalidateInBatches } from '../reactions/invalidate-in-batches.server.ts';
import { states } from '../schemes/facts.ts';
import { lockUser } from '../users/users.queries.server.ts';
import { isPublicVideo } from '../videos/videos.queries.server.ts';
import { countFollowers, insertFollow, isFollowing } from './followers.queries.server.ts';
import { type FollowedType, type FollowInput, type FollowState, isNumbered, mostFollows } from './follows.contract.ts';

const things = {
  QUESTION: { table: questions, isThere: sql`${questions.isLive}`, kind: 'question' },
  ARTICLE: { table: articles, isThere: isPublicArticle, kind: 'article' },
  VIDEO: { table: videos, isThere: isPublicVideo, kind: 'video' },
  CATEGORY: { table: categories, isThere: sql`true`, kind: 'category' },
  TAG: { table: tags, isThere: sql`true`, kind: 'tag' },
  USER: { table: users, isThere: sql`true`, kind: 'person' },
} as const satisfies Record<Exclude<FollowedType, 'STATE'>, { table: unknown; isThere: SQL; kind: Kind }>;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Sets whether a person follows a thing; the same twice changes nothing.
 * @throws AppError 400 for no State, `<kind>_not_found`, 409 where the account follows as many as it may
 */
export async function follow(
  connection: Connection,
  userId: string,
  { entityType, entityId: given, following }: FollowInput,
): Promise<FollowState> {
  const entityId = entityType === 'USER' ? String(given).toLowerCase() : String(given);
  const { state, isChanged } = await connection.db.transaction(async (tx) => {
    // What is gone can still be left.
    if (following) await insistOnThing(tx, entityType, entityId);
    // The account's lock: two calls at once must not exceed its bound together.
    if (!(await lockUser(tx, userId))) throw unauthenticated();
    const was = await isFollowing(tx, userId, entityType, entityId);
    if (following && !was && !(await insertFollow(tx, userId, entityType, entityId)))
      throw new AppError(409, 'conflict', () => problems.followsFull(mostFollows));
    if (!following && was)
      await tx
        .delete(follows)
        .where(and(eq(follows.userId, userId), eq(follows.entityType, entityType), eq(follows.entityId, entityId)));
    const followerCount = await countFollowers(tx, entityType, entityId);
    return { state: { following, followerCount }, isChanged: was !== following };
  });
  if (isChanged && entityType === 'QUESTION') await invalidateInBatches(connection, [`question:${entityId}`]);
  return state;
}

async function insistOnThing(tx: Queryable, entityType: FollowedType, entityId: string): Promise<void> {
  if (entityType === 'STATE') {
    if (!states.some((name) => name === entityId))
      throw invalidInput([{ path: 'entityId', message: problem('field.noState') }]);
    return;
  }
  if (!(await isThere(tx, entityType, entityId))) throw notFound(things[entityType].kind);
}

/** Whether readers see it. */
export async function isThere(
  tx: Queryable,
  entityType: Exclude<FollowedType, 'STATE'>,
  entityId: string,
): Promise<boolean> {
  if (!isNumbered(entityType) && !uuid.test(entityId)) return false;
  const { table, isThere: condition } = things[entityType];
  // A question that is being merged: this waits, and finds it gone.
  const lock = entityType === 'QUESTION' ? sql`for key share` : sql``;
  const { rows } = await tx.execute(
    sql`select 1 from ${table} where ${table.id} = ${isNumbered(entityType) ? Number(entityId) : entityId} and ${condition} ${lock}`,
  );
  return rows.length > 0;
}
