import { and, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../../database/connect.server.ts';
import { studioPieces } from '../../../database/schema.ts';
import { type BoundedMap, boundedMap } from '../../../platform/process/bounded-map.ts';
import { AppError, isAppError, type Wording } from '../../../platform/wire/errors.ts';
import { invalidatePagesOnCommit } from '../../../platform/cache/page-cache.server.ts';
import { type StudioServices, invalidateTags } from './act-on-piece.server.ts';
import { NotInTime } from './derive-live.server.ts';
import {
  aboutPiece,
  getRevision,
  isTimeFromFile,
  noteAct,
  type Piece,
  unscheduled,
  updatePiece,
} from './pieces.queries.server.ts';
import { goLive } from './publish-piece.server.ts';
import { renderedBefore } from './render-piece.server.ts';
import { type LiveConfig, liveConfigOf } from './projection-of-revision.server.ts';
import { type Actor, system } from '../studio.policy.ts';
import { problem } from '../../../platform/wire/problem.ts';

type Services = Pick<StudioServices, 'connection' | 'config' | 'pieceTexts' | 'clock'>;

/** Milliseconds from the first failed try; what cannot be rendered then is published, or given up, all the same. */
const waits = {
  /** Those who fill the worker's queue must not hold back what is due: it is rendered on this thread. */
  full: 60_000,
  /** A busy machine makes a long text late; longer than a late one is remembered (render-piece.server.ts). */
  late: 900_000,
};
type Why = keyof typeof waits;
/** When each piece first failed, by the app's connection. A process that has just started waits like any other. */
const firstFailures = new WeakMap<Connection, BoundedMap<string, Partial<Record<Why, number>>>>();
const mostFailures = 1_000;

const failureKey = ({ kind, id, revision, scheduledAt }: Piece) =>
  `${kind} ${id} ${revision} ${scheduledAt!.toISOString()}`;

/** @returns whether it is tried again before anything else is done about it */
function isTriedAgain({ connection, clock }: Services, piece: Piece, why: Why): boolean {
  const failures = firstFailures.get(connection) ?? boundedMap(mostFailures);
  firstFailures.set(connection, failures);
  const now = clock().getTime();
  const known = failures.get(failureKey(piece));
  const since = known?.[why] ?? now;
  // A text that was late was taken by the worker: its queue was not full.
  failures.set(failureKey(piece), why === 'late' ? { late: since } : { ...known, full: since });
  return now - since < waits[why];
}

/**
 * Publishes the pieces whose time has come; of several instances one publishes each. What cannot be rendered now waits
 * for the next call.
 * @returns how many became live, or were given up
 */
export async function publishDue(services: Services): Promise<number> {
  const waiting: Piece[] = [];
  let count = 0;
  for (;;) {
    const next = await publishNextDue(services, waiting);
    if (next === null) return count;
    if ('waits' in next) {
      waiting.push(next.waits);
      continue;
    }
    count += 1;
    await invalidateTags(services.connection, next.tags);
  }
}

/** @returns null where nothing is due but the pieces `waiting` */
async function publishNextDue(
  services: Services,
  waiting: Piece[],
): Promise<{ tags: string[] } | { waits: Piece } | null> {
  const due: { piece?: Piece } = {};
  async function publish(config: LiveConfig) {
    try {
      const published = await services.connection.db.transaction(async (tx) => {
        due.piece = await lockNextDue(tx, waiting);
        if (!due.piece) return null;
        const tags = await publishAtItsTime(tx, services, config, due.piece);
        await invalidatePagesOnCommit(tx, tags);
        return { tags };
      });
      if (due.piece) firstFailures.get(services.connection)?.delete(failureKey(due.piece));
      return published;
    } catch (error) {
      if (!due.piece || !(error instanceof NotInTime)) throw error;
      return { waits: due.piece };
    }
  }
  try {
    return await renderedBefore(services.pieceTexts, (ahead) => publish(liveConfigOf(services, ahead)));
  } catch (error) {
    if (!due.piece || !isAppError(error) || error.status !== 503) throw error;
    return isTriedAgain(services, due.piece, 'full') ? { waits: due.piece } : publish(services.config);
  }
}

async function lockNextDue(tx: Transaction, waiting: Piece[]): Promise<Piece | undefined> {
  const others = waiting.map(
    ({ kind, id }) => sql`(${studioPieces.kind}, ${studioPieces.id}) <> (${kind}, ${id}::int)`,
  );
  const [piece] = await tx
    .select()
    .from(studioPieces)
    .where(and(sql`${studioPieces.scheduledAt} <= now()`, ...others))
    .orderBy(studioPieces.scheduledAt)
    .limit(1)
    .for('update', { skipLocked: true });
  return piece;
}

async function publishAtItsTime(
  tx: Transaction,
  services: Services,
  config: LiveConfig,
  piece: Piece,
): Promise<string[]> {
  const isFromFile = isTimeFromFile(piece);
  const mayGo =
    piece.state === 'scheduled' && (isFromFile || piece.scheduledReason !== null || piece.approved === piece.revision);
  const by = piece.scheduledBy === null ? system : { id: piece.scheduledBy, roles: [] };
  if (!mayGo) return giveUp(tx, piece, by, [problem('studio.notApprovedInTime')]);
  try {
    return await tx.transaction(async (inner) =>
      goLive(inner, config, piece, await getRevision(inner, piece, piece.revision), {
        by,
        changeNote: piece.scheduledNote ?? undefined,
        emergencyReason: isFromFile ? undefined : (piece.scheduledReason ?? undefined),
        now: piece.scheduledAt!,
      }),
    );
  } catch (error) {
    // What became unfit meanwhile (a category that is gone) goes back to its desk; the others still get their turn.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    if (error instanceof NotInTime && isTriedAgain(services, piece, 'late')) throw error;
    return giveUp(tx, piece, by, [error.wording, ...(error.details ?? []).map(({ message }) => message)]);
  }
}

async function giveUp(tx: Transaction, piece: Piece, by: Actor, reasons: Wording[]): Promise<string[]> {
  await updatePiece(tx, piece, { ...unscheduled, state: piece.approved === piece.revision ? 'approved' : 'draft' });
  await noteAct(tx, by, 'schedule_failed', {
    ...aboutPiece(piece),
    toRevision: piece.revision,
    data: { problems: reasons.filter((reason) => typeof reason !== 'function') },
    // What has no code, in English.
    note: reasons.flatMap((reason) => (typeof reason === 'function' ? [reason()] : [])).join(' ') || null,
    isEmergency: true,
  });
  return [];
}
