import { isDeepStrictEqual } from 'node:util';
import type { Queryable, Transaction } from '../../../database/connect.server.ts';
import type { StudioFields, StudioKind } from '../../../database/schema.ts';
import { problems as messages } from '../../../messages/problems.ts';
import { orSaying } from '../../../platform/guard/limits.server.ts';
import {
  actOnPiece,
  actorNow,
  conflict,
  goneForGood,
  type LockedPiece,
  type StudioServices,
} from './act-on-piece.server.ts';
import {
  aboutPiece,
  addRevision,
  findRevision,
  getRevision,
  insertPiece,
  noteAct,
  type Piece,
  type Revision,
} from './pieces.queries.server.ts';
import { freeKey, keyAfter, namingTitle, nextId } from './name-piece.server.ts';
import { presentCopy } from './present-piece.server.ts';
import { type Actor, insist, mayBegin, mayWrite, mayReview } from '../studio.policy.ts';
import { followChange } from '../translation/follow-original.server.ts';
import { endSchedule } from './withdraw-piece.server.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';
import { problem } from '../../../platform/wire/problem.ts';
import { invalidInput } from '../../../platform/wire/errors.ts';

/** Every revision stays for ever. @throws AppError 429 for too many bytes of one person in a day */
async function countBytes(
  { limits, connection }: StudioServices,
  actor: Actor,
  { fields, body }: Pick<Revision, 'fields' | 'body'>,
  db: Queryable = connection.db,
): Promise<void> {
  if (!limits || actor.id === null) return;
  const kilobytes = Math.max(1, Math.ceil(Buffer.byteLength(JSON.stringify(fields) + body) / 1024));
  await orSaying(limits.revisionKilobytesPerDay(actor.id, db, kilobytes), () => messages.muchToday);
}

/** Fields as sent: null takes one away; `body` is the text. */
export type Sent = Record<string, unknown>;
export type Standing = { id: number; revision: number; state: Piece['state'] };

export const standingOf = ({ id, revision, state }: Piece): Standing => ({ id, revision, state });

/** A new draft. */
export async function beginPiece(
  services: StudioServices,
  viewer: Actor,
  kind: StudioKind,
  sent: Sent,
): Promise<Standing> {
  insist(mayBegin(viewer, kind));
  return services.connection.db.transaction(async (tx) => {
    const actor = await actorNow(tx, viewer, services.clock());
    await countBytes(services, actor, { fields: sent, body: '' }, tx);
    return beginWithin(tx, actor, kind, sent, services.clock());
  });
}

/** @param actor with the roles of this transaction */
export async function beginWithin(
  tx: Transaction,
  actor: Actor,
  kind: StudioKind,
  sent: Sent,
  now: Date,
): Promise<Standing> {
  insist(mayBegin(actor, kind));
  const { fields, body } = withChanges(kind, { fields: {}, body: '' }, sent, now);
  insistOnReviewer(actor, kind, fields, []);
  const key = await freeKey(tx, kind, namingTitle(kind, fields));
  const id = await nextId(tx, kind);
  const piece = await insertPiece(tx, { kind, id, key, sourceKey: `content:${key}`, fields, body, by: actor });
  await noteAct(tx, actor, 'begin', { ...aboutPiece(piece), toRevision: 1 });
  return standingOf(piece);
}

/**
 * A change that starts from `baseRevision`.
 * @throws AppError 409 conflict with `current` where another revision is the newest; nothing is overwritten
 */
export async function changePiece(
  services: StudioServices,
  viewer: Actor,
  named: { kind: StudioKind; id: number },
  baseRevision: number,
  sent: Sent,
): Promise<Standing> {
  return actOnPiece(services, viewer, named, async (locked) => {
    const { tx, piece, actor, isShared } = locked;
    insist(mayWrite(actor, piece, isShared));
    if (piece.state === 'removed') throw goneForGood(piece.kind);
    const newest = await getRevision(tx, piece, piece.revision);
    if (baseRevision !== piece.revision) throw await overtaken(locked, newest, baseRevision, sent);
    const changed = withChanges(piece.kind, newest, sent, services.clock());
    if (isDeepStrictEqual(changed, { fields: newest.fields, body: newest.body })) return { result: standingOf(piece) };
    insistOnReviewer(actor, piece.kind, changed.fields, await knownReviews(locked, newest));
    await countBytes(services, actor, changed, tx);
    const tags = await endSchedule(locked);
    const key = await keyAfter(tx, piece, newest.fields, changed.fields);
    const named = key === piece.key ? {} : { key, sourceKey: `content:${key}` };
    const after = await addRevision(tx, { ...piece, ...named }, { ...changed, by: actor }, named);
    await followChange(tx, after, newest, changed);
    await noteAct(tx, actor, 'change', {
      ...aboutPiece(piece),
      fromRevision: piece.revision,
      toRevision: after.revision,
    });
    return { result: standingOf(after), tags };
  });
}

function withChanges(
  kind: StudioKind,
  before: Pick<Revision, 'fields' | 'body'>,
  { body, ...sent }: Sent,
  now: Date,
): { fields: StudioFields; body: string } {
  const fields = { ...before.fields };
  for (const [name, value] of Object.entries(sent)) {
    if (value === null) delete fields[name];
    else if (value !== undefined) fields[name] = value;
  }
  const changed = { fields, body: typeof body === 'string' ? body : before.body };
  if (isDeepStrictEqual(changed, { fields: before.fields, body: before.body })) return changed;
  // The day that readers see as the last change is the studio's to say.
  if (kind === 'pages') fields.updatedAt = dayInIndia(now);
  else delete fields.updatedAt;
  return changed;
}

async function overtaken(locked: LockedPiece, newest: Revision, baseRevision: number, sent: Sent) {
  const { tx, config, piece } = locked;
  const base = await findRevision(tx, piece, baseRevision);
  const now: Record<string, unknown> = { ...newest.fields, body: newest.body };
  const then: Record<string, unknown> = base ? { ...base.fields, body: base.body } : sent;
  const names = base ? new Set([...Object.keys(now), ...Object.keys(then)]) : new Set(Object.keys(sent));
  const details = [...names]
    .filter((name) => name !== 'updatedAt' && !isDeepStrictEqual(now[name], then[name]))
    .slice(0, 50)
    .map((path) => ({ path, message: problem('piece.changedSince') }));
  return conflict(
    baseRevision > piece.revision
      ? problem('studio.noSuchRevision', baseRevision, piece.revision)
      : problem('studio.savedMeanwhile'),
    details,
    await presentCopy(tx, config, piece, newest),
  );
}

type Condition = Record<string, unknown> & { reviewedBy: string };

/** Conditions of a scheme's rules, at any depth, that somebody says to have checked. */
function reviewedIn(value: unknown): Condition[] {
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.values(value).flatMap(reviewedIn);
  return 'reviewedBy' in value && typeof value.reviewedBy === 'string' ? [value as Condition, ...inner] : inner;
}
const rulesOf = (fields: StudioFields): unknown => (fields.scheme as { rules?: unknown } | null | undefined)?.rules;

/**
 * A mark of a check that is new, or stands at other words, comes from somebody who may review; the revision tells who.
 * @throws AppError 400
 */
function insistOnReviewer(
  actor: Actor,
  kind: StudioKind,
  fields: StudioFields,
  before: Pick<Revision, 'fields'>[],
): void {
  // Files and the operator's commands carry checks that were made elsewhere.
  if (kind !== 'articles' || actor.id === null) return;
  const known = before.flatMap((one) => reviewedIn(rulesOf(one.fields)));
  const added = reviewedIn(rulesOf(fields)).filter((one) => !known.some((other) => isDeepStrictEqual(one, other)));
  if (added.length > 0 && !mayReview(actor))
    throw invalidInput([{ path: 'scheme', message: problem('piece.onlyReviewers') }]);
}

/** The newest and the live revision: reviews that stand in either were not added by this change. */
async function knownReviews({ tx, piece }: Pick<LockedPiece, 'tx' | 'piece'>, newest: Revision): Promise<Revision[]> {
  if (piece.live === null || piece.live === newest.number) return [newest];
  return [newest, await getRevision(tx, piece, piece.live)];
}
