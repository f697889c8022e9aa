import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../database/connect.server.ts';
import { articles, comments, questions, reactions, replies, videos } from '../../database/schema.ts';
import type { EntityType } from '../../database/tables/communities.ts';
import { AppError, isAppError, type Kind, notFound } from '../../platform/wire/errors.ts';
import { problems } from '../../messages/problems.ts';
import { isPublicArticle } from '../articles/articles.queries.server.ts';
import { isPublicVideo } from '../videos/videos.queries.server.ts';
import { inBatches, perOwner } from '../../platform/process/in-batches.ts';
import type { ReactionState } from './reactions.contract.ts';
import { invalidateInBatches } from './invalidate-in-batches.server.ts';

/** true: like, false: dislike, null: neither. */
type Wanted = { userId: string; isLike: boolean | null };

// The newsroom's pieces belong to no member.
const noMember = sql<string | null>`null`;

const entities = {
  QUESTION: {
    table: questions,
    isShown: sql`${questions.isLive}`,
    authorId: sql<string | null>`${questions.authorId}`,
    kind: 'question',
    page: sql<string>`'question:' || ${questions.id}`,
  },
  COMMENT: {
    table: comments,
    isShown: sql`${comments.isLive}`,
    authorId: sql<string | null>`${comments.authorId}`,
    kind: 'comment',
    page: sql<string>`'question:' || ${comments.questionId}`,
  },
  REPLY: {
    table: replies,
    isShown: sql`${replies.isLive}`,
    authorId: sql<string | null>`${replies.authorId}`,
    kind: 'reply',
    page: sql<string>`'question:' || (select question_id from comments where comments.id = ${replies.commentId})`,
  },
  ARTICLE: {
    table: articles,
    isShown: isPublicArticle,
    authorId: noMember,
    kind: 'article',
    page: sql<string>`'article:' || ${articles.id}`,
  },
  VIDEO: {
    table: videos,
    isShown: isPublicVideo,
    authorId: noMember,
    kind: 'video',
    page: sql<string>`'video:' || ${videos.id}`,
  },
} as const satisfies Record<
  EntityType,
  { table: unknown; isShown: SQL; authorId: SQL<string | null>; kind: Kind; page: SQL<string> }
>;

const lineOf = perOwner((connection: Connection) =>
  inBatches<Wanted, ReactionState | AppError>({ most: 100 }, async (key, wanted) => {
    const [type = '', id] = key.split(':');
    const { states, page } = await connection.db.transaction((tx) =>
      applyAll(tx, type as EntityType, Number(id), wanted),
    );
    if (page !== null) await invalidateInBatches(connection, [page]);
    return states;
  }),
);

/**
 * Sets a user's reaction to an item. Counts stay exact under concurrent calls, across instances.
 * @throws AppError `<kind>_not_found` for items that are not public, 409 for the user's own post
 */
export async function react(
  connection: Connection,
  userId: string,
  entityType: EntityType,
  entityId: number,
  isLike: boolean | null,
): Promise<ReactionState> {
  const state = await lineOf(connection)(`${entityType}:${entityId}`, { userId, isLike });
  if (isAppError(state)) throw state;
  return state;
}

async function applyAll(
  tx: Transaction,
  entityType: EntityType,
  entityId: number,
  wanted: Wanted[],
): Promise<{ states: (ReactionState | AppError)[]; page: string | null }> {
  const { table, isShown, authorId, kind, page } = entities[entityType];
  // The row lock serialises reactions to one item, so that its counters never drift from the reaction rows.
  const [row] = await tx
    .select({ likeCount: table.likeCount, dislikeCount: table.dislikeCount, authorId, page })
    .from(table)
    .where(and(eq(table.id, entityId), isShown))
    .for('no key update');
  if (!row) throw notFound(kind);
  const ofThis = and(eq(reactions.entityType, entityType), eq(reactions.entityId, entityId));
  const stored = await tx
    .select({ userId: reactions.userId, isLike: reactions.isLike })
    .from(reactions)
    .where(and(ofThis, inArray(reactions.userId, [...new Set(wanted.map(({ userId }) => userId))])));

  const before = new Map(stored.map(({ userId, isLike }) => [userId, isLike]));
  const after = new Map<string, boolean | null>(before);
  const counts = { likeCount: row.likeCount, dislikeCount: row.dislikeCount };
  const states = wanted.map(({ userId, isLike }) => {
    if (userId === row.authorId && isLike !== null) return new AppError(409, 'conflict', () => problems.ownPost);
    const had = after.get(userId) ?? null;
    counts.likeCount += Number(isLike === true) - Number(had === true);
    counts.dislikeCount += Number(isLike === false) - Number(had === false);
    after.set(userId, isLike);
    return { ...counts, liked: isLike === true, disliked: isLike === false };
  });

  const changed = [...after].filter(([userId, isLike]) => isLike !== (before.get(userId) ?? null));
  const gone = changed.flatMap(([userId, isLike]) => (isLike === null ? [userId] : []));
  const set = changed.flatMap(([userId, isLike]) =>
    isLike === null ? [] : [{ entityType, entityId, userId, isLike }],
  );
  if (gone.length > 0) await tx.delete(reactions).where(and(ofThis, inArray(reactions.userId, gone)));
  if (set.length > 0)
    await tx
      .insert(reactions)
      .values(set)
      .onConflictDoUpdate({
        target: [reactions.entityType, reactions.entityId, reactions.userId],
        set: { isLike: sql`excluded.is_like` },
      });
  const isChanged = counts.likeCount !== row.likeCount || counts.dislikeCount !== row.dislikeCount;
  if (isChanged)
    await tx
      .update(table as typeof questions)
      .set(counts)
      .where(eq(table.id, entityId));
  return { states, page: isChanged ? row.page : null };
}
