import { eq } from 'drizzle-orm';
import type { Connection, Transaction } from '../../../database/connect.server.ts';
import { type Role, type StudioKind, users } from '../../../database/schema.ts';
import { AppError, type ErrorDetail, gone, notFound, type Wording } from '../../../platform/wire/errors.ts';
import { invalidatePagesAtOnce, invalidatePagesOnCommit } from '../../../platform/cache/page-cache.server.ts';
import type { PageServices } from '../../../platform/page/page-services.server.ts';
import { isSharedWith, lockPiece, type Piece } from './pieces.queries.server.ts';
import { renderedBefore } from './render-piece.server.ts';
import { type LiveConfig, liveConfigOf } from './projection-of-revision.server.ts';
import { kindRules } from '../studio-kinds.ts';
import { type Actor, hasOne, insist, staff } from '../studio.policy.ts';
import { isSuspended } from '../../../platform/wire/viewer.ts';

/** `pieceTexts` is absent in commands (`LiveConfig`). */
export type StudioServices = Pick<PageServices, 'connection' | 'config' | 'clock'> &
  Partial<Pick<PageServices, 'pieceTexts' | 'limits'>>;

/** A locked piece, and who acts on it with the roles of this transaction. */
export type LockedPiece = {
  tx: Transaction;
  config: LiveConfig;
  piece: Piece;
  actor: Actor;
  isShared: boolean;
};
type Named = { kind: StudioKind; id: number };

/**
 * The actor with the roles that are stored now. The row stays locked until the commit: a role that ends meanwhile ends
 * after this act, or before it.
 * @throws AppError 403 where no role is left, or the account is suspended
 */
export async function actorNow(tx: Transaction, actor: Actor, now: Date): Promise<Actor> {
  if (actor.id === null) return actor;
  const [user] = await tx
    .select({ roles: users.roles, suspendedUntil: users.suspendedUntil })
    .from(users)
    .where(eq(users.id, actor.id))
    .for('share');
  const roles: Role[] = user?.roles ?? [];
  insist(user !== undefined && hasOne({ roles }, staff) && !isSuspended(user, now));
  return { id: actor.id, roles };
}

/** One transaction of somebody who has one of these roles at this moment. @throws AppError 403 */
export const actAs = <Result>(
  { connection, clock }: Pick<StudioServices, 'connection' | 'clock'>,
  viewer: Actor,
  roles: readonly Role[],
  act: (tx: Transaction, actor: Actor) => Promise<Result>,
): Promise<Result> =>
  connection.db.transaction(async (tx) => {
    const actor = await actorNow(tx, viewer, clock());
    insist(hasOne(actor, roles));
    return act(tx, actor);
  });

/** Invalidates what an act has changed; whoever makes several acts may tell all at their end. */
export type Invalidate = (tags: Iterable<string>) => Promise<void>;

/**
 * Runs one act under the piece's lock, and invalidates the pages that it changed, on every instance: with the commit,
 * and afterwards once more, so that its caller can wait until all have done so.
 * @param act runs again where it needs a text of the worker: it changes nothing but the database
 * @throws AppError 404 where there is no such piece
 */
export async function actOnPiece<Result>(
  services: StudioServices,
  actor: Actor,
  named: Named,
  act: (locked: LockedPiece) => Promise<{ result: Result; tags?: Iterable<string> }>,
  invalidate: Invalidate = (tags) => invalidateTags(services.connection, tags),
): Promise<Result> {
  const { result, tags } = await renderedBefore(services.pieceTexts, (ahead) =>
    services.connection.db.transaction(async (tx) => {
      const now = await actorNow(tx, actor, services.clock());
      const done = await act(await hold(tx, liveConfigOf(services, ahead), now, named));
      await invalidatePagesOnCommit(tx, done.tags ?? []);
      return done;
    }),
  );
  await invalidate(tags ?? []);
  return result;
}

export async function hold(tx: Transaction, config: LiveConfig, actor: Actor, named: Named): Promise<LockedPiece> {
  const piece = await lockPiece(tx, named);
  if (!piece) throw notFound(kindRules[named.kind].noun);
  return { tx, config, piece, actor, isShared: await isSharedWith(tx, named, actor.id) };
}

export async function invalidateTags(connection: Connection, tags: Iterable<string> = []): Promise<void> {
  await invalidatePagesAtOnce(connection, tags);
}

/** 409 with the fields in question, and what stands there now. */
export const conflict = (message: Wording, details: ErrorDetail[] = [], current?: object) =>
  new AppError(409, 'conflict', message, { details, ...(current ? { current } : {}) });

export const goneForGood = (kind: StudioKind) => gone(kindRules[kind].noun);
