import { and, desc, inArray, lte, type SQL } from 'drizzle-orm';
import type { Queryable } from '../../../database/connect.server.ts';
import { cappedCount } from '../../../database/listing.server.ts';
import { type Role, studioActs, type StudioKind } from '../../../database/schema.ts';
import { notFound } from '../../../platform/wire/errors.ts';
import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { wordProblem } from '../../../platform/wire/word-problem.ts';
import { offsetOf, positionOf, toListing } from '../../../platform/wire/paging.ts';
import type { StudioServices } from './act-on-piece.server.ts';
import {
  findPiece,
  findRevision,
  getRevision,
  isSharedWith,
  listRevisions,
  type Piece,
  namesIn,
  namesOf,
  ofPiece,
} from './pieces.queries.server.ts';
import { asLive, nameAtAct, presentCopy, presentRevision, presentRevisionLine } from './present-piece.server.ts';
import { liveConfigOf } from './projection-of-revision.server.ts';
import { kindRules } from '../studio-kinds.ts';
import { type Actor, insist, mayRead } from '../studio.policy.ts';

type Named = { kind: StudioKind; id: number };
type ActRow = typeof studioActs.$inferSelect;

/**
 * The piece as this person may know it: `upTo` is the newest revision of that.
 * @throws AppError 404, and 403 for a writer where it is neither theirs nor live
 */
export async function readable(
  { connection }: StudioServices,
  actor: Actor,
  named: Named,
): Promise<{ piece: Piece; upTo: number; isWhole: boolean }> {
  const piece = await findPiece(connection.db, named);
  if (!piece) throw notFound(kindRules[named.kind].noun);
  const may = mayRead(actor, piece, await isSharedWith(connection.db, named, actor.id));
  insist(may !== 'nothing');
  if (may === 'all') return { piece, upTo: piece.revision, isWhole: true };
  const live = await getRevision(connection.db, piece, piece.live!);
  return { piece: asLive(piece, live), upTo: live.number, isWhole: false };
}

/** The working copy; to a writer of other pieces, what readers see. */
export async function readPiece(services: StudioServices, actor: Actor, named: Named) {
  const { db } = services.connection;
  const { piece, upTo } = await readable(services, actor, named);
  return presentCopy(db, liveConfigOf(services), piece, await getRevision(db, piece, upTo));
}

export async function readRevision(services: StudioServices, actor: Actor, named: Named, number: number) {
  const { db } = services.connection;
  const { piece, upTo } = await readable(services, actor, named);
  const revision = number > upTo ? null : await findRevision(db, piece, number);
  if (!revision) throw notFound('revision');
  return presentRevision(db, piece, revision);
}

type Paging = { page?: number | undefined; pageSize?: number | undefined };

export async function readRevisions(services: StudioServices, actor: Actor, named: Named, paging: Paging) {
  const { db } = services.connection;
  const { piece, upTo } = await readable(services, actor, named);
  const position = positionOf(paging);
  const rows = await listRevisions(db, piece, upTo, position);
  const names = await namesIn(db, rows, 'authorId');
  const items = rows.slice(0, position.pageSize).map((row) => ({
    ...presentRevisionLine(row, names),
    isLive: row.number === piece.live,
  }));
  return toListing(rows, position, { value: upTo, isCapped: false }, items, () => null);
}

export async function readActs(services: StudioServices, actor: Actor, named: Named, paging: Paging) {
  const { db } = services.connection;
  const { piece, upTo, isWhole } = await readable(services, actor, named);
  const position = positionOf(paging);
  const filters = [ofPiece(studioActs, piece)];
  // Who reads only what is live sees no notes about what is not.
  if (!isWhole) filters.push(lte(studioActs.toRevision, upTo));
  return listActs(db, filters, position);
}

const review = ['submit', 'approve', 'request_changes'];

/**
 * What the last one to review the piece, or to send it for review, wrote to the others. Null where nothing was said, and
 * once the revision that it is about, or a later one, is or was live.
 */
export async function readReviewNote(services: StudioServices, actor: Actor, named: Named) {
  const { db } = services.connection;
  const { piece, isWhole } = await readable(services, actor, named);
  if (!isWhole) return null;
  const rows = await db
    .select()
    .from(studioActs)
    .where(and(ofPiece(studioActs, piece), inArray(studioActs.act, [...review, 'publish', 'unpublish', 'remove'])))
    .orderBy(desc(studioActs.id))
    .limit(1);
  const [last] = await presentActs(db, rows);
  if (!last || last.note === null || !review.includes(last.act)) return null;
  return last.toRevision !== null && last.toRevision > (piece.live ?? 0) ? last : null;
}

const rolesIn = (roles: Role[]) => roles.map((role) => words.roles[role]).join(', ') || words.hints.none;

/** What an act's data says, in the current language, and what was written beside it. */
function wordNote({ note, data }: Pick<ActRow, 'note' | 'data'>, names: Map<string, string>): string | null {
  if (data === null) return note;
  const { person, invitation, roles, rolesBefore, problems = [] } = data;
  const parts = [
    person === undefined ? invitation : (names.get(person) ?? person),
    roles && (rolesBefore ? `${rolesIn(rolesBefore)} -> ${rolesIn(roles)}` : rolesIn(roles)),
    problems.map(wordProblem).join(' '),
    note,
  ];
  return parts.filter((part) => part !== undefined && part !== null && part !== '').join(': ');
}

export async function listActs(db: Queryable, filters: SQL[], position: ReturnType<typeof positionOf>) {
  const rows = await db
    .select()
    .from(studioActs)
    .where(and(...filters))
    .orderBy(desc(studioActs.id))
    .limit(position.pageSize + 1)
    .offset(offsetOf(position));
  const items = await presentActs(db, rows.slice(0, position.pageSize));
  const total = await cappedCount(db, studioActs, filters);
  return toListing(rows, position, total, items, () => null);
}

async function presentActs(db: Queryable, rows: ActRow[]) {
  const names = await namesOf(
    db,
    rows.flatMap(({ actor, data }) => [actor, data?.person ?? null]),
  );
  return rows.map(({ at, actor, actorName, data, ...row }) => ({
    ...row,
    note: wordNote({ note: row.note, data }, names),
    by: actor,
    byName: nameAtAct(names, { actor, actorName }),
    aboutName: names.get(data?.person ?? '') ?? null,
    title: null as string | null,
    at: at.toISOString(),
  }));
}
