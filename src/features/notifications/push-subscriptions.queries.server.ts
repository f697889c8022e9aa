import { randomUUIDv7 } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database, Queryable } from '../../database/connect.server.ts';
import { pushSubscriptions } from '../../database/schema.ts';
import { problems } from '../../messages/problems.ts';
import { AppError, unauthenticated } from '../../platform/wire/errors.ts';
import { lockUser } from '../users/users.queries.server.ts';
import { mostSubscriptions, type SubscribeInput } from './telling.contract.ts';

export type PushSubscription = typeof pushSubscriptions.$inferSelect;

/**
 * Of one session: it ends with that. The same browser again keeps its id; one that another person used belongs to this
 * one from now on.
 */
export async function subscribe(
  db: Database,
  { userId, sessionId }: { userId: string; sessionId: string },
  { endpoint, keys }: SubscribeInput,
): Promise<{ id: string; isNew: boolean }> {
  return db.transaction(async (tx) => {
    if (!(await lockUser(tx, userId))) throw unauthenticated();
    const of = eq(pushSubscriptions.endpoint, endpoint);
    const [known] = await tx
      .update(pushSubscriptions)
      .set({ sessionId, ...keys })
      .where(and(of, eq(pushSubscriptions.userId, userId)))
      .returning({ id: pushSubscriptions.id });
    if (known) return { id: known.id, isNew: false };
    if ((await tx.$count(pushSubscriptions, eq(pushSubscriptions.userId, userId))) >= mostSubscriptions)
      throw new AppError(409, 'conflict', () => problems.subscriptionsFull);
    const id = randomUUIDv7();
    const set = { id, userId, sessionId, ...keys };
    await tx
      .insert(pushSubscriptions)
      .values({ ...set, endpoint })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set });
    return { id, isNew: true };
  });
}

/** @returns whether it was there, and this person's */
export async function unsubscribe(db: Queryable, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.userId, userId)))
    .returning({ id: pushSubscriptions.id });
  return gone.length > 0;
}

export async function findSubscription(db: Queryable, id: string): Promise<PushSubscription | null> {
  const [row] = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.id, id));
  return row ?? null;
}

export const listSubscriptionsOf = (db: Queryable, userIds: string[]) =>
  db
    .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
    .from(pushSubscriptions)
    .where(inArray(pushSubscriptions.userId, userIds));

export async function deleteSubscription(db: Queryable, id: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
}

/** Without its keys, which open what is sent to the browser. */
export const exportSubscriptionsOf = (db: Queryable, userId: string) =>
  db
    .select({ endpoint: pushSubscriptions.endpoint, createdAt: pushSubscriptions.createdAt })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId));
