import { and, eq, isNotNull, ne, or } from 'drizzle-orm';
import { isTranslated } from '../studio-kinds.ts';
import type { Transaction } from '../../../database/connect.server.ts';
import { studioPieces, studioPublications, type StudioKind } from '../../../database/schema.ts';
import { AppError, invalidInput } from '../../../platform/wire/errors.ts';
import { readMoment } from '../../../platform/process/indian-time.ts';
import { queueForFollowers } from '../../follows/notify-followers.server.ts';
import { refreshTotals } from '../../publishing/refresh-totals.server.ts';
import {
  actOnPiece,
  conflict,
  goneForGood,
  type LockedPiece,
  type StudioServices,
  type Invalidate,
} from './act-on-piece.server.ts';
import { writeLive } from './derive-live.server.ts';
import type { LiveConfig } from './projection-of-revision.server.ts';
import {
  aboutPiece,
  getRevision,
  inGroup,
  noteAct,
  type Piece,
  type Revision,
  timeFromFile,
  unscheduled,
  updatePiece,
} from './pieces.queries.server.ts';
import { presentCopy } from './present-piece.server.ts';
import { insistOnReady } from './review-piece.server.ts';
import { isSignificant } from './significant-change.ts';
import { type Actor, insist, mayPublish } from '../studio.policy.ts';
import { judgeGroup, lockGroup } from '../translation/judge-translations.server.ts';
import { problem } from '../../../platform/wire/problem.ts';

export type Publishing = {
  revision: number;
  /** From when on readers see it; now where absent or past. */
  at?: Date | undefined;
  changeNote?: string | undefined;
  emergencyReason?: string | undefined;
  /** The date that readers see; only the operator's commands say it. */
  datedAt?: Date | undefined;
};
export type Published = { state: Piece['state']; live: number | null; at: string };

/**
 * Makes a revision live, now or at a time.
 * @throws AppError 409 not_approved without an approval of exactly this revision, unless an admin gives a reason
 */
export const publishPiece = (
  services: StudioServices,
  viewer: Actor,
  named: { kind: StudioKind; id: number },
  request: Publishing,
  invalidate?: Invalidate,
) => actOnPiece<Published>(services, viewer, named, (locked) => publishLocked(services, locked, request), invalidate);

async function publishLocked(
  services: StudioServices,
  locked: LockedPiece,
  request: Publishing,
): Promise<{ result: Published; tags?: string[] }> {
  const { tx, piece, actor } = locked;
  const { revision, at, changeNote, emergencyReason, datedAt } = request;
  insist(mayPublish(actor) && (emergencyReason === undefined || actor.roles.includes('admin')));
  if (emergencyReason?.trim() === timeFromFile)
    throw invalidInput([{ path: 'emergencyReason', message: problem('piece.sayEmergency') }]);
  if (piece.state === 'removed') throw goneForGood(piece.kind);
  if (piece.state === 'live' && piece.live === revision && datedAt === undefined)
    return { result: { state: 'live', live: revision, at: (piece.firstLiveAt ?? piece.updatedAt).toISOString() } };
  const isApproved = piece.revision === revision && piece.approved === revision;
  if (piece.revision !== revision || (!isApproved && emergencyReason === undefined)) throw await notApproved(locked);
  const copy = await getRevision(tx, piece, revision);
  await insistOnReady(locked);
  // The operator's act is shown as an emergency, and a court's order does not wait for a sentence.
  if (actor.id !== null) await insistOnNote(tx, piece, copy, changeNote);
  await insistOnOneLanguage(tx, piece);
  const now = services.clock();
  if (at !== undefined && at > now) return { result: await schedule(locked, request, at) };
  const tags = await goLive(tx, locked.config, piece, copy, {
    by: actor,
    changeNote,
    emergencyReason,
    datedAt,
    now,
  });
  return { result: { state: 'live', live: revision, at: now.toISOString() }, tags };
}

async function notApproved({ tx, config, piece }: LockedPiece): Promise<AppError> {
  return new AppError(409, 'not_approved', problem('studio.notApproved'), {
    details: [{ path: 'revision', message: problem('piece.newest', piece.revision) }],
    current: await presentCopy(tx, config, piece, await getRevision(tx, piece, piece.revision)),
  });
}

/** Readers are told what has changed where a number, a date, a fee or a rule did. */
async function insistOnNote(tx: Transaction, piece: Piece, copy: Revision, changeNote: string | undefined) {
  if (piece.lastLive === null || changeNote !== undefined || !isTranslated(piece.kind)) return;
  const before = await getRevision(tx, piece, piece.lastLive);
  if (isSignificant(before, copy))
    throw invalidInput([{ path: 'changeNote', message: problem('piece.sayWhatChanged') }]);
}

/** Translations of each other: at most one live piece for each language. */
async function insistOnOneLanguage(tx: Transaction, piece: Piece): Promise<void> {
  if (piece.groupKey === null || piece.lang === null) return;
  await lockGroup(tx, piece);
  const [other] = await tx
    .select({ id: studioPieces.id, title: studioPieces.title })
    .from(studioPieces)
    .where(
      and(
        inGroup(piece),
        eq(studioPieces.lang, piece.lang),
        ne(studioPieces.id, piece.id),
        or(isNotNull(studioPieces.live), isNotNull(studioPieces.scheduledAt)),
      ),
    )
    .limit(1);
  if (other)
    throw conflict(problem('studio.liveAlready', other.id), [
      { path: 'lang', message: problem('piece.liveInIt', other.title) },
    ]);
}

async function schedule(
  locked: LockedPiece,
  { revision, changeNote, emergencyReason }: Publishing,
  at: Date,
): Promise<Published> {
  const { tx, piece, actor } = locked;
  const after = await updatePiece(tx, piece, {
    state: 'scheduled',
    scheduledAt: at,
    scheduledBy: actor.id,
    scheduledNote: changeNote ?? null,
    scheduledReason: emergencyReason ?? null,
  });
  await noteAct(tx, actor, 'schedule', {
    ...aboutPiece(piece),
    fromRevision: piece.live,
    toRevision: revision,
    note: emergencyReason ?? changeNote ?? null,
    isEmergency: emergencyReason !== undefined,
  });
  return { state: after.state, live: after.live, at: at.toISOString() };
}

type Going = Pick<Publishing, 'changeNote' | 'emergencyReason' | 'datedAt'> & { by: Actor; now: Date };

/** Everything that becomes live passes here, under the piece's lock. @returns cache tags for after the commit */
export async function goLive(
  tx: Transaction,
  config: LiveConfig,
  piece: Piece,
  copy: Revision,
  { by, changeNote, emergencyReason, datedAt, now }: Going,
): Promise<string[]> {
  await tx.insert(studioPublications).values({
    ...aboutPiece(piece),
    revision: copy.number,
    by: by.id,
    changeNote: changeNote ?? null,
    emergencyReason: emergencyReason ?? null,
    at: now,
  });
  const firstLiveAt = datedAt ?? piece.firstLiveAt ?? now;
  const tags = await writeLive(tx, config, piece, copy, datedAt ?? dateFor(copy, firstLiveAt, now));
  const after = await updatePiece(tx, piece, {
    live: copy.number,
    lastLive: copy.number,
    firstLiveAt,
    ...unscheduled,
    ...(piece.revision === copy.number ? { state: 'live' as const } : {}),
  });
  await noteAct(tx, by, 'publish', {
    ...aboutPiece(piece),
    fromRevision: piece.live,
    toRevision: copy.number,
    note: emergencyReason ?? changeNote ?? null,
    isEmergency: emergencyReason !== undefined,
  });
  if (['articles', 'videos', 'webstories'].includes(piece.kind)) await refreshTotals(tx);
  // What readers are told has changed, not every corrected letter.
  if (piece.live !== null && changeNote && (piece.kind === 'articles' || piece.kind === 'videos'))
    await queueForFollowers(tx, piece.kind === 'articles' ? 'ARTICLE' : 'VIDEO', piece.id);
  const before = piece.live ?? piece.lastLive ?? copy.number;
  return [...tags, ...(await judgeGroup(tx, after, before, now))];
}

/** The date that readers see: as written, unless it is still to come; else of the first publication. */
export function dateFor({ fields }: Pick<Revision, 'fields'>, firstLiveAt: Date, now: Date): Date {
  const written = typeof fields.publishedAt === 'string' ? readMoment(fields.publishedAt) : null;
  return written !== null && written <= now ? written : firstLiveAt;
}
