import { hash } from 'node:crypto';
import { and, asc, desc, inArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../database/connect.server.ts';
import { type StudioFields, studioRevisions, studioTranslations } from '../../../database/schema.ts';
import {
  findBySource,
  findRevision,
  getRevision,
  ofPiece,
  type Piece,
  type Revision,
} from '../pieces/pieces.queries.server.ts';
import { draftSchema } from '../studio-kinds.ts';
import { newWork } from './align-blocks.ts';
import { carryLinks, firstLinks, type Follows, type Original } from './follow-blocks.ts';
import { type FieldFollows, withFields, wordedOf, wordsOf } from './follow-fields.ts';
import { blocksOf } from './text-blocks.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';

type Copy = Pick<Revision, 'number' | 'fields' | 'body'>;
/** `number`: the revision that a translation follows now: what readers see, or the draft of what they never saw. */
export type OriginalPiece = { piece: Piece; number: number };
/** `revision`: of the translation, whose blocks the links are. */
type StoredFollows = Follows & { fields: FieldFollows; revision: number };
/** The original's texts, and its fields by revision. */
type Read = Original & { fieldsIn(revision: number): StudioFields | null };

export const hashOf = (text: string): string => hash('sha256', text).slice(0, 16);
export const wordedFields = ({ kind }: Pick<Piece, 'kind'>): string[] => wordedOf(Object.keys(draftSchema(kind).shape));
export const textsOf = (body: string): string[] => blocksOf(body).map(({ text }) => text);

/** What a piece is a translation of; null where it is none, or its original is not in the studio. */
export async function findOriginal(db: Queryable, { kind }: Piece, { fields }: Copy): Promise<OriginalPiece | null> {
  if (typeof fields.translationOf !== 'string') return null;
  const piece = await findBySource(db, kind, fields.translationOf);
  return piece && piece.state !== 'removed' ? { piece, number: piece.live ?? piece.revision } : null;
}

/** The row as it is kept, also of another original than that of now. */
export async function followsOf(db: Queryable, piece: Piece) {
  const [row] = await db.select().from(studioTranslations).where(ofPiece(studioTranslations, piece));
  return row ?? null;
}

async function findStored(db: Queryable, piece: Piece, original: Piece): Promise<StoredFollows | null> {
  const row = await followsOf(db, piece);
  return row && row.originalId === original.id ? row : null;
}

/** Of the original's older revisions, newest first: paragraphs that follow still older ones stay unpaired. */
const mostOlder = { revisions: 20, bytes: 1_000_000 };

/** @param others revisions that paragraphs follow @param ofFields revisions that fields follow */
async function readOriginal(
  db: Queryable,
  { piece, number }: OriginalPiece,
  others: number[],
  ofFields: number[],
): Promise<Read> {
  const work = newWork();
  const revisionsOf = (numbers: number[]) =>
    and(ofPiece(studioRevisions, piece), inArray(studioRevisions.number, numbers));
  const older = await db
    .select({ number: studioRevisions.number, bytes: sql<number>`octet_length(${studioRevisions.body})` })
    .from(studioRevisions)
    .where(revisionsOf([...new Set(others)].filter((other) => other !== number)))
    .orderBy(desc(studioRevisions.number));
  const read = [number];
  let bytes = 0;
  for (const one of older) {
    bytes += one.bytes;
    if (read.length <= mostOlder.revisions && bytes <= mostOlder.bytes) read.push(one.number);
    else work.isCut = true;
  }
  const rows = await db
    .select({
      number: studioRevisions.number,
      fields: studioRevisions.fields,
      body: sql<string>`case when ${inArray(studioRevisions.number, read)} then ${studioRevisions.body} else '' end`,
    })
    .from(studioRevisions)
    .where(revisionsOf([...new Set([...read, ...ofFields])]));
  const blocks = new Map(rows.map((row) => [row.number, textsOf(row.body)]));
  const blocksIn = (revision: number) => blocks.get(revision) ?? [];
  const fields = new Map(rows.map((row) => [row.number, row.fields]));
  const fieldsIn = (revision: number) => fields.get(revision) ?? null;
  return { revision: number, blocks: blocksIn(number), blocksIn, fieldsIn, work };
}

/** The original's newest revision of the day that the translation says it follows, or of when it was begun. */
async function firstFollowed(
  db: Queryable,
  piece: Piece,
  { fields }: Copy,
  { piece: original, number }: OriginalPiece,
) {
  const rows = await db
    .select({ number: studioRevisions.number, at: studioRevisions.at })
    .from(studioRevisions)
    .where(ofPiece(studioRevisions, original))
    .orderBy(asc(studioRevisions.number));
  const day = typeof fields.follows === 'string' ? fields.follows : null;
  const isBefore = (at: Date) => (day === null ? at <= piece.createdAt : dayInIndia(at) <= day);
  const found = rows.findLast((row) => row.number <= number && isBefore(row.at));
  return found?.number ?? Math.min(number, rows[0]?.number ?? number);
}

/** Fields of which nothing is noted follow what the whole translation follows. */
async function readFields(db: Queryable, piece: Piece, copy: Copy, standing: OriginalPiece, stored: FieldFollows) {
  const names = wordedFields(piece);
  if (names.every((name) => name in stored)) return stored;
  const first = await firstFollowed(db, piece, copy, standing);
  return { ...Object.fromEntries(names.map((name) => [name, first])), ...stored };
}

/**
 * What each paragraph of `copy` follows. Where nothing is noted yet it is told from the shapes of both texts; where the
 * text was changed past the studio (a file), its links are carried over without clearing a mark.
 */
export async function readFollows(db: Queryable, piece: Piece, copy: Copy, standing: OriginalPiece) {
  const stored = await findStored(db, piece, standing.piece);
  const own = textsOf(copy.body);
  const fields = await readFields(db, piece, copy, standing, stored?.fields ?? {});
  const revisions = Object.values(fields).filter((revision) => revision !== null);
  if (!stored) {
    const first = await firstFollowed(db, piece, copy, standing);
    const original = await readOriginal(db, standing, [first], revisions);
    return {
      original,
      fields,
      follows: firstLinks(own, hashOf, { ...original, revision: first, blocks: original.blocksIn(first) }),
    };
  }
  const followed = [...stored.links, ...stored.leftOut].map(({ revision }) => revision);
  const original = await readOriginal(db, standing, followed, revisions);
  const isSame = stored.links.length === own.length && own.every((text, at) => hashOf(text) === stored.links[at]!.own);
  if (isSame) return { original, fields, follows: { links: stored.links, leftOut: stored.leftOut } };
  const before = await findRevision(db, piece, stored.revision);
  const texts = before && textsOf(before.body).length === stored.links.length ? textsOf(before.body) : null;
  return { original, fields, follows: carryLinks(stored, texts, own, hashOf, original, false) };
}

export async function keepFollows(
  tx: Transaction,
  piece: Piece,
  originalId: number,
  { links, leftOut, fields }: Omit<StoredFollows, 'revision'>,
): Promise<void> {
  const row = { revision: piece.revision, originalId, links, leftOut, fields };
  await tx
    .insert(studioTranslations)
    .values({ kind: piece.kind, pieceId: piece.id, ...row })
    .onConflictDoUpdate({
      target: [studioTranslations.kind, studioTranslations.pieceId],
      // What was judged of another original is not true of this one.
      set: {
        ...row,
        wholeAt: sql`case when ${studioTranslations.originalId} = ${originalId} then ${studioTranslations.wholeAt} end`,
        behindSince: sql`case when ${studioTranslations.originalId} = ${originalId} then ${studioTranslations.behindSince} end`,
      },
    });
}

/** Notes what the working copy follows, where nothing is noted yet. */
export async function keepFirst(tx: Transaction, piece: Piece, standing: OriginalPiece): Promise<void> {
  if (await findStored(tx, piece, standing.piece)) return;
  const copy = await getRevision(tx, piece, piece.revision);
  const { follows, fields } = await readFollows(tx, piece, copy, standing);
  await keepFollows(tx, piece, standing.piece.id, { ...follows, fields });
}

/** After a person has changed a translation: an edited paragraph or field follows the original of now. */
export async function followChange(tx: Transaction, after: Piece, before: Copy, changed: Omit<Copy, 'number'>) {
  const edited = wordedFields(after).filter((name) => wordsOf(before.fields, name) !== wordsOf(changed.fields, name));
  if (before.body === changed.body && edited.length === 0) return;
  const standing = await findOriginal(tx, after, { ...before, fields: changed.fields });
  if (!standing || standing.piece.id === after.id) return;
  const { original, follows, fields } = await readFollows(tx, after, before, standing);
  const next = carryLinks(follows, textsOf(before.body), textsOf(changed.body), hashOf, original, true);
  await keepFollows(tx, after, standing.piece.id, { ...next, fields: withFields(fields, edited, standing.number) });
}
