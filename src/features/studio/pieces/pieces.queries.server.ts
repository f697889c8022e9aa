import { and, asc, desc, eq, gt, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable, Transaction } from '../../../database/connect.server.ts';
import {
  type ActData,
  studioActs,
  studioApprovals,
  studioPieces,
  studioPublications,
  studioRevisions,
  studioShares,
  type StudioFields,
  type StudioKind,
} from '../../../database/schema.ts';
import { problems } from '../../../messages/problems.ts';
import { AppError } from '../../../platform/wire/errors.ts';
import { newsroomNames } from '../../users/newsroom-names.server.ts';
import { queueActs } from './queue-purge.server.ts';
import { languageWhereNone, titleOf } from '../studio-kinds.ts';
import { type Actor, actorName } from '../studio.policy.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';
import { sourceKeyOf } from '../../../platform/wire/piece-key.ts';

/** Names that people have now, by id; those who have left have none, nor has 'system'. */
export async function namesOf(db: Queryable, ids: (string | null)[]): Promise<Map<string, string>> {
  return newsroomNames(
    db,
    ids.flatMap((id) => (id === null || id === 'system' ? [] : id)),
  );
}

/** The same, of whoever stands in one column of these rows. */
export const namesIn = <Name extends string>(db: Queryable, rows: { [name in Name]: string | null }[], column: Name) =>
  namesOf(
    db,
    rows.map((row) => row[column]),
  );

export type Piece = typeof studioPieces.$inferSelect;
export type Revision = typeof studioRevisions.$inferSelect;
type Named = Pick<Piece, 'kind' | 'id'>;

// Conditions that most queries begin with.
export const isPiece = ({ kind, id }: { kind: string; id: number }) =>
  and(eq(studioPieces.kind, kind as StudioKind), eq(studioPieces.id, id)) as SQL;
/** Rows of a table that belong to the piece. */
export const ofPiece = (
  table: { kind: AnyPgColumn; pieceId: AnyPgColumn },
  { kind, id }: { kind: string; id: number },
) => and(eq(table.kind, kind), eq(table.pieceId, id)) as SQL;
/** The piece and its translations. */
export const inGroup = ({ kind, key, groupKey }: Pick<Piece, 'kind' | 'key' | 'groupKey'>) =>
  and(eq(studioPieces.kind, kind), eq(studioPieces.groupKey, groupKey ?? key)) as SQL;
/** For a join: the revision of each piece whose number stands in this column. */
export const isItsRevision = (number: AnyPgColumn) =>
  and(
    eq(studioRevisions.kind, studioPieces.kind),
    eq(studioRevisions.pieceId, studioPieces.id),
    eq(studioRevisions.number, number),
  );

export async function findPiece(db: Queryable, named: Named): Promise<Piece | null> {
  const [piece] = await db.select().from(studioPieces).where(isPiece(named));
  return piece ?? null;
}

/** Every act on a piece begins with its lock, so that acts on one piece happen one after the other. */
export async function lockPiece(tx: Transaction, named: Named): Promise<Piece | null> {
  const [piece] = await tx.select().from(studioPieces).where(isPiece(named)).for('update');
  return piece ?? null;
}

export async function findRevision(db: Queryable, named: Named, number: number): Promise<Revision | null> {
  const [revision] = await db
    .select()
    .from(studioRevisions)
    .where(and(ofPiece(studioRevisions, named), eq(studioRevisions.number, number)));
  return revision ?? null;
}

export async function getRevision(db: Queryable, named: Named, number: number): Promise<Revision> {
  const revision = await findRevision(db, named, number);
  if (!revision) throw new Error(`${named.kind}:${named.id} has no revision ${number}.`);
  return revision;
}

/** @param upTo the newest that the caller may see */
export async function listRevisions(
  db: Queryable,
  named: Named,
  upTo: number,
  { page, pageSize }: { page: number; pageSize: number },
) {
  const { number, lang, authorId, fromRevision, isErased, at } = studioRevisions;
  return db
    .select({ number, lang, authorId, fromRevision, isErased, at })
    .from(studioRevisions)
    .where(and(ofPiece(studioRevisions, named), lte(number, upTo)))
    .orderBy(desc(number))
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize);
}

/** Who wrote any part of the working copy, or words of its pictures and clips, since readers saw the piece last. */
export async function writersSince(db: Queryable, piece: Piece): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ authorId: studioRevisions.authorId })
    .from(studioRevisions)
    .where(and(ofPiece(studioRevisions, piece), gt(studioRevisions.number, piece.lastLive ?? 0)));
  const { rows: ofMedia } = await db.execute<{ actor: string }>(sql`
    select actor from studio_acts where kind = ${piece.kind} and piece_id = ${piece.id} and act = 'change_media'
      and id > (select coalesce(max(id), 0) from studio_acts
        where kind = ${piece.kind} and piece_id = ${piece.id} and act = 'publish')`);
  return new Set([...rows.flatMap(({ authorId }) => authorId ?? []), ...ofMedia.map(({ actor }) => actor)]);
}

export const isSharedWith = async (db: Queryable, named: Named, userId: string | null): Promise<boolean> =>
  userId !== null &&
  (await db.$count(studioShares, and(ofPiece(studioShares, named), eq(studioShares.userId, userId)))) > 0;

export type NewPiece = {
  kind: StudioKind;
  id: number;
  key: string;
  sourceKey: string;
  fields: StudioFields;
  body: string;
  by: Actor;
  at?: Date | undefined;
};

const langOf = (kind: StudioKind, fields: StudioFields) =>
  typeof fields.lang === 'string' ? fields.lang : languageWhereNone(kind);
const dayOf = (fields: StudioFields) => (typeof fields.lastCheckedAt === 'string' ? fields.lastCheckedAt : null);

/** What lists and rules need to know of the working copy. */
export async function summaryOf(db: Queryable, kind: StudioKind, key: string, fields: StudioFields) {
  const original = typeof fields.translationOf === 'string' ? fields.translationOf : null;
  return {
    ...summaryOfFields(kind, key, fields),
    groupKey: original === null ? key : await groupOf(db, kind, original),
  };
}

export const summaryOfFields = (kind: StudioKind, key: string, fields: StudioFields) => ({
  title: titleOf(kind, fields, key),
  lang: langOf(kind, fields),
  lastCheckedOn: dayOf(fields),
});

/** A translation of a translation belongs to the original's group. */
async function groupOf(db: Queryable, kind: StudioKind, original: string): Promise<string> {
  return (await findBySource(db, kind, original))?.groupKey ?? original;
}

/** The piece that a file or another piece names, as by `translationOf`. */
export async function findBySource(db: Queryable, kind: StudioKind, key: string): Promise<Piece | null> {
  const isIt = and(eq(studioPieces.kind, kind), eq(studioPieces.sourceKey, sourceKeyOf(key)));
  const [piece] = await db.select().from(studioPieces).where(isIt);
  return piece ?? null;
}

/** Of one person, never published. */
export const mostDrafts = 1_000;

async function insistOnRoomForDraft(tx: Transaction, userId: string): Promise<void> {
  // Not the person's row: whoever acts holds it for share, and two who wanted more of it would wait for each other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`drafts ${userId}`}))`);
  const drafts = and(
    eq(studioPieces.createdBy, userId),
    isNull(studioPieces.firstLiveAt),
    ne(studioPieces.state, 'removed'),
  );
  if ((await tx.$count(studioPieces, drafts)) >= mostDrafts)
    throw new AppError(409, 'conflict', () => problems.draftsFull(mostDrafts));
}

/** @throws AppError 409 where the person has too many drafts */
export async function insertPiece(tx: Transaction, piece: NewPiece, state: Partial<Piece> = {}): Promise<Piece> {
  if (piece.by.id !== null) await insistOnRoomForDraft(tx, piece.by.id);
  const [row] = await insertPieces(tx, [{ piece, state }]);
  return row!;
}

/** New pieces with their first revision, in two statements. */
export async function insertPieces(
  tx: Transaction,
  list: { piece: NewPiece; state?: Partial<Piece> }[],
): Promise<Piece[]> {
  if (list.length === 0) return [];
  const rows: (typeof studioPieces.$inferInsert)[] = [];
  for (const { piece, state } of list) {
    const { kind, id, key, sourceKey, fields, by, at } = piece;
    rows.push({
      kind,
      id,
      key,
      sourceKey,
      revision: 1,
      state: 'draft',
      createdBy: by.id,
      updatedBy: by.id,
      ...(at ? { createdAt: at, updatedAt: at } : {}),
      ...(await summaryOf(tx, kind, key, fields)),
      ...state,
    });
  }
  const pieces = await tx.insert(studioPieces).values(rows).returning();
  await tx.insert(studioRevisions).values(
    list.map(({ piece: { kind, id, fields, body, by, at } }) => ({
      kind,
      pieceId: id,
      number: 1,
      fields,
      body,
      lang: langOf(kind, fields),
      authorId: by.id,
      ...(at ? { at } : {}),
    })),
  );
  return pieces;
}

/** Appends a revision to a locked piece, which revokes its approval and cancels its schedule. */
export async function addRevision(
  tx: Transaction,
  piece: Piece,
  { fields, body, by }: { fields: StudioFields; body: string; by: Actor },
  state: Partial<Piece> = {},
): Promise<Piece> {
  const number = piece.revision + 1;
  await tx.insert(studioRevisions).values({
    kind: piece.kind,
    pieceId: piece.id,
    number,
    fields,
    body,
    lang: langOf(piece.kind, fields),
    authorId: by.id,
    fromRevision: piece.revision,
  });
  return updatePiece(tx, piece, {
    revision: number,
    state: 'draft',
    ...unscheduled,
    approved: null,
    updatedBy: by.id,
    updatedAt: sql`now()` as never,
    ...(await summaryOf(tx, piece.kind, piece.key, fields)),
    ...state,
  });
}

/** Stands as the reason where a file set the time; a person may not give it as the reason of an emergency. */
export const timeFromFile = 'imported';
/** No act of a person, and no emergency. */
export const isTimeFromFile = ({ scheduledBy, scheduledReason }: Pick<Piece, 'scheduledBy' | 'scheduledReason'>) =>
  scheduledBy === null && scheduledReason === timeFromFile;

export const unscheduled = { scheduledAt: null, scheduledBy: null, scheduledNote: null, scheduledReason: null };

export async function updatePiece(tx: Queryable, piece: Named, change: Partial<Piece>): Promise<Piece> {
  const [row] = await tx.update(studioPieces).set(change).where(isPiece(piece)).returning();
  return row!;
}

/** Notes an act for ever. Never put a text of the piece into it: a removal must leave nothing. */
export async function noteAct(
  tx: Queryable,
  by: Pick<Actor, 'id'>,
  act: string,
  about: {
    kind?: StudioKind | 'complaints';
    pieceId?: number;
    fromRevision?: number | null;
    toRevision?: number | null;
    note?: string | null | undefined;
    data?: ActData;
    isEmergency?: boolean;
  } = {},
): Promise<void> {
  await noteActs(tx, [{ actor: actorName(by), act, ...about, note: about.note ?? null }]);
}

/** Many acts in one statement, each with the name that its actor has now. */
export async function noteActs(
  tx: Queryable,
  acts: Omit<typeof studioActs.$inferInsert, 'actorName'>[],
): Promise<void> {
  if (acts.length === 0) return;
  const names = await namesOf(
    tx,
    acts.map(({ actor }) => actor),
  );
  await tx.insert(studioActs).values(acts.map((act) => ({ ...act, actorName: names.get(act.actor) ?? null })));
  await queueActs(tx, acts);
}

export const aboutPiece = ({ kind, id }: Named) => ({ kind, pieceId: id });

export async function noteApproval(tx: Transaction, piece: Piece, approverId: string, note: string | undefined) {
  await tx
    .insert(studioApprovals)
    .values({ ...aboutPiece(piece), revision: piece.revision, approverId, note: note ?? null })
    .onConflictDoNothing();
}

export async function listPublicationNotes(db: Queryable, named: Named): Promise<{ date: string; text: string }[]> {
  const rows = await db
    .select({ at: studioPublications.at, text: studioPublications.changeNote })
    .from(studioPublications)
    .where(and(ofPiece(studioPublications, named), isNotNull(studioPublications.changeNote)))
    .orderBy(asc(studioPublications.id));
  return rows.map(({ at, text }) => ({ date: dayInIndia(at), text: text! }));
}
