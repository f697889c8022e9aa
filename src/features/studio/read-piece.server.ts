import { and, desc, eq, ilike, lte, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../database/connect.server.ts';
import { cappedCount } from '../../database/listing.server.ts';
import { studioActs, studioPieces, type StudioKind, type StudioState } from '../../database/schema.ts';
import { notFound } from '../../platform/errors.ts';
import { offsetOf, positionOf, toListing } from '../../platform/paging.ts';
import type { StudioServices } from './act-on-piece.server.ts';
import { adoptOne } from './adopt-rows.server.ts';
import {
  findPiece,
  findRevision,
  getRevision,
  isSharedWith,
  listRevisions,
  type Piece,
} from './pieces.queries.server.ts';
import { namesOf, presentCopy, presentLine, presentRevision, presentRevisionLine } from './present-piece.server.ts';
import { kindRules } from './studio-kinds.ts';
import { type Actor, hasOne, insist, mayRead } from './studio.policy.ts';

type Named = { kind: StudioKind; id: number };

/** @throws AppError 404, and 403 for a writer where it is neither theirs nor live */
async function readable(
  { connection }: StudioServices,
  actor: Actor,
  named: Named,
): Promise<{ piece: Piece; upTo: number }> {
  let piece = await findPiece(connection.db, named);
  if (!piece) {
    await connection.db.transaction((tx) => adoptOne(tx, named.kind, named.id));
    piece = await findPiece(connection.db, named);
  }
  if (!piece) throw notFound(kindRules[named.kind].noun);
  const may = mayRead(actor, piece, await isSharedWith(connection.db, named, actor.id));
  insist(may !== 'nothing');
  return { piece, upTo: may === 'all' ? piece.revision : piece.live! };
}

/** The working copy; to a writer of other pieces, what readers see. */
export async function readPiece(services: StudioServices, actor: Actor, named: Named) {
  const { db } = services.connection;
  const { piece, upTo } = await readable(services, actor, named);
  return presentCopy(db, piece, await getRevision(db, piece, upTo));
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
  const names = await namesOf(
    db,
    rows.map(({ authorId }) => authorId),
  );
  const items = rows.slice(0, position.pageSize).map((row) => ({
    ...presentRevisionLine(row, names),
    isLive: row.number === piece.live,
  }));
  return toListing(rows, position, { value: upTo, isCapped: false }, items, () => null);
}

export async function readActs(services: StudioServices, actor: Actor, named: Named, paging: Paging) {
  const { db } = services.connection;
  const { piece, upTo } = await readable(services, actor, named);
  const position = positionOf(paging);
  const filters = [eq(studioActs.kind, piece.kind), eq(studioActs.pieceId, piece.id)];
  // Who reads only what is live sees no notes about what is not.
  if (upTo < piece.revision) filters.push(lte(studioActs.toRevision, upTo));
  return listActs(db, filters, position);
}

/** Notes of acts on a person begin with the person's id. */
const personIn = (note: string | null): string | null =>
  /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/.exec(note ?? '')?.[0] ?? null;

export async function listActs(db: Queryable, filters: SQL[], position: ReturnType<typeof positionOf>) {
  const rows = await db
    .select()
    .from(studioActs)
    .where(and(...filters))
    .orderBy(desc(studioActs.id))
    .limit(position.pageSize + 1)
    .offset(offsetOf(position));
  const names = await namesOf(
    db,
    rows.flatMap(({ actor, note }) => [actor === 'system' ? null : actor, personIn(note)]),
  );
  const items = rows.slice(0, position.pageSize).map(({ at, actor, ...row }) => ({
    ...row,
    by: actor,
    byName: actor === 'system' ? 'system' : (names.get(actor) ?? ''),
    aboutName: names.get(personIn(row.note) ?? '') ?? null,
    at: at.toISOString(),
  }));
  const total = await cappedCount(db, studioActs, filters);
  return toListing(rows, position, total, items, () => null);
}

export type PieceFilter = Paging & {
  state?: StudioState | undefined;
  lang?: string | undefined;
  q?: string | undefined;
};

/** Newest change first. A writer sees own and shared pieces, and all live ones. */
export async function listPieces(
  db: Queryable,
  actor: Actor,
  kind: StudioKind,
  { state, lang, q, ...paging }: PieceFilter,
) {
  const position = positionOf(paging);
  const filters: SQL[] = [eq(studioPieces.kind, kind)];
  if (state) filters.push(eq(studioPieces.state, state));
  if (lang) filters.push(eq(studioPieces.lang, lang));
  if (q?.trim()) filters.push(ilike(studioPieces.title, `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`));
  if (!hasOne(actor, ['editor', 'checker', 'admin'])) filters.push(visibleTo(actor));
  const rows = await db
    .select()
    .from(studioPieces)
    .where(and(...filters))
    .orderBy(desc(studioPieces.updatedAt), desc(studioPieces.id))
    .limit(position.pageSize + 1)
    .offset(offsetOf(position));
  const names = await namesOf(
    db,
    rows.map(({ updatedBy }) => updatedBy),
  );
  const total = await cappedCount(db, studioPieces, filters);
  const items = rows.slice(0, position.pageSize).map((piece) => presentLine(piece, names));
  return toListing(rows, position, total, items, () => null);
}

const sharedWith = (actor: Actor) =>
  sql`exists (select 1 from studio_shares s where s.kind = ${studioPieces.kind} and s.piece_id = ${studioPieces.id} and s.user_id = ${actor.id})`;
export const isOwn = (actor: Actor): SQL => sql`(${studioPieces.createdBy} = ${actor.id} or ${sharedWith(actor)})`;
const visibleTo = (actor: Actor): SQL => sql`(${studioPieces.live} is not null or ${isOwn(actor)})`;
