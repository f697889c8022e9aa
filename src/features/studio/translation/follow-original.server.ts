import { createHash } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../database/connect.server.ts';
import { studioPieces, studioRevisions, studioTranslations } from '../../../database/schema.ts';
import { findRevision, indianDay, type Piece, type Revision } from '../pieces.queries.server.ts';
import { carryLinks, firstLinks, type Follows, type Original } from './follow-blocks.ts';
import { blocksOf } from './text-blocks.ts';

type Copy = Pick<Revision, 'number' | 'fields' | 'body'>;
/** `number`: the revision that a translation follows now: what readers see, or the draft of what they never saw. */
export type OriginalPiece = { piece: Piece; number: number };
/** `revision`: of the translation, whose blocks the links are. */
type Kept = Follows & { revision: number };

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
export const textsOf = (body: string): string[] => blocksOf(body).map(({ text }) => text);

/** What a piece is a translation of; null where it is none, or its original is not in the studio. */
export async function findOriginal(db: Queryable, { kind }: Piece, { fields }: Copy): Promise<OriginalPiece | null> {
  if (typeof fields.translationOf !== 'string') return null;
  const [piece] = await db
    .select()
    .from(studioPieces)
    .where(and(eq(studioPieces.kind, kind), eq(studioPieces.sourceKey, `content:${fields.translationOf}`)));
  return piece && piece.state !== 'removed' ? { piece, number: piece.live ?? piece.revision } : null;
}

async function findKept(db: Queryable, { kind, id }: Piece, original: Piece): Promise<Kept | null> {
  const [row] = await db
    .select()
    .from(studioTranslations)
    .where(and(eq(studioTranslations.kind, kind), eq(studioTranslations.pieceId, id)));
  return row && row.originalId === original.id ? row : null;
}

async function readOriginal(db: Queryable, { piece, number }: OriginalPiece, others: number[]): Promise<Original> {
  const rows = await db
    .select({ number: studioRevisions.number, body: studioRevisions.body })
    .from(studioRevisions)
    .where(
      and(
        eq(studioRevisions.kind, piece.kind),
        eq(studioRevisions.pieceId, piece.id),
        inArray(studioRevisions.number, [...new Set([number, ...others])]),
      ),
    );
  const blocks = new Map(rows.map((row) => [row.number, textsOf(row.body)]));
  const blocksIn = (revision: number) => blocks.get(revision) ?? [];
  return { revision: number, blocks: blocksIn(number), blocksIn };
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
    .where(and(eq(studioRevisions.kind, original.kind), eq(studioRevisions.pieceId, original.id)))
    .orderBy(asc(studioRevisions.number));
  const day = typeof fields.follows === 'string' ? fields.follows : null;
  const isBefore = (at: Date) => (day === null ? at <= piece.createdAt : indianDay(at) <= day);
  const found = rows.findLast((row) => row.number <= number && isBefore(row.at));
  return found?.number ?? Math.min(number, rows[0]?.number ?? number);
}

/**
 * What each paragraph of `copy` follows. Where nothing is noted yet it is told from the shapes of both texts; where the
 * text was changed past the studio (a file), its links are carried over without clearing a mark.
 */
export async function readFollows(db: Queryable, piece: Piece, copy: Copy, standing: OriginalPiece) {
  const kept = await findKept(db, piece, standing.piece);
  const own = textsOf(copy.body);
  if (!kept) {
    const first = await firstFollowed(db, piece, copy, standing);
    const original = await readOriginal(db, standing, [first]);
    return {
      original,
      follows: firstLinks(own, hashOf, { ...original, revision: first, blocks: original.blocksIn(first) }),
    };
  }
  const original = await readOriginal(
    db,
    standing,
    [...kept.links, ...kept.leftOut].map(({ revision }) => revision),
  );
  const isSame = kept.links.length === own.length && own.every((text, at) => hashOf(text) === kept.links[at]!.own);
  if (isSame) return { original, follows: { links: kept.links, leftOut: kept.leftOut } };
  const before = await findRevision(db, piece, kept.revision);
  const texts = before && textsOf(before.body).length === kept.links.length ? textsOf(before.body) : null;
  return { original, follows: carryLinks(kept, texts, own, hashOf, original, false) };
}

export async function keepFollows(tx: Transaction, piece: Piece, originalId: number, follows: Follows): Promise<void> {
  const row = { revision: piece.revision, originalId, links: follows.links, leftOut: follows.leftOut };
  await tx
    .insert(studioTranslations)
    .values({ kind: piece.kind, pieceId: piece.id, ...row })
    .onConflictDoUpdate({ target: [studioTranslations.kind, studioTranslations.pieceId], set: row });
}

/** After a person has changed a translation: an edited paragraph follows the original of now. */
export async function followChange(tx: Transaction, after: Piece, before: Copy, changed: Omit<Copy, 'number'>) {
  if (before.body === changed.body) return;
  const standing = await findOriginal(tx, after, { ...before, fields: changed.fields });
  if (!standing || standing.piece.id === after.id) return;
  const { original, follows } = await readFollows(tx, after, before, standing);
  const next = carryLinks(follows, textsOf(before.body), textsOf(changed.body), hashOf, original, true);
  await keepFollows(tx, after, standing.piece.id, next);
}
