import { and, desc, inArray, isNotNull, sql } from 'drizzle-orm';
import { studioPieces } from '../../../database/schema.ts';
import { invalidInput } from '../../../platform/wire/errors.ts';
import { indexPiece } from '../../publishing/change-publication.server.ts';
import { actOnPiece, conflict, type StudioServices } from '../pieces/act-on-piece.server.ts';
import { aboutPiece, noteAct, type Piece, updatePiece } from '../pieces/pieces.queries.server.ts';
import { canonicalUrlOf } from '../pieces/present-piece.server.ts';
import { type Actor, hasOne, insist } from '../studio.policy.ts';
import { livePiece } from '../pieces/withdraw-piece.server.ts';
import { type AnswerInput, answerKinds } from './searches.contract.ts';
import { searchRoles } from './searches.server.ts';
import { problem } from '../../../platform/wire/problem.ts';

const most = 30;
const mostListed = 100;
const present = (piece: Piece) => ({
  kind: piece.kind as AnswerInput['kind'],
  id: piece.id,
  title: piece.title,
  canonicalUrl: canonicalUrlOf(piece),
  searchWords: piece.searchWords,
});

/** Says that a live piece answers these words: from now on search and suggestions find it by them. */
export const answerSearch = (services: StudioServices, viewer: Actor, { text, kind, id }: AnswerInput) =>
  changeWords(services, viewer, { kind, id }, 'answer_search', (words) => {
    const added = text.trim().toLowerCase().replace(/\s+/g, ' ');
    if (words.includes(added)) return words;
    if (words.length >= most) throw invalidInput([{ path: 'text', message: problem('piece.manyWords') }]);
    return [...words, added];
  });

export const unanswerSearch = (services: StudioServices, viewer: Actor, { text, kind, id }: AnswerInput) =>
  changeWords(services, viewer, { kind, id }, 'unanswer_search', (words) => words.filter((one) => one !== text));

/** The log has the act, not the words: they are readers'. */
const changeWords = (
  services: StudioServices,
  viewer: Actor,
  named: Pick<AnswerInput, 'kind' | 'id'>,
  act: 'answer_search' | 'unanswer_search',
  change: (words: string[]) => string[],
) =>
  actOnPiece(services, viewer, named, async ({ tx, piece, actor }) => {
    insist(hasOne(actor, searchRoles));
    if (piece.live === null) throw conflict(problem('studio.notSeen'));
    const searchWords = change(piece.searchWords);
    const after = { ...piece, searchWords };
    if (searchWords.length === piece.searchWords.length) return { result: present(after) };
    await updatePiece(tx, piece, { searchWords });
    await noteAct(tx, actor, act, { ...aboutPiece(piece), toRevision: piece.live });
    await indexPiece(tx, livePiece(after));
    return { result: present(after), tags: ['all'] };
  });

/** Pieces that editors gave other words, the latest changed first. */
export async function readAnswered({ connection: { db } }: StudioServices) {
  const pieces = await db
    .select()
    .from(studioPieces)
    .where(
      and(
        inArray(studioPieces.kind, answerKinds),
        isNotNull(studioPieces.live),
        sql`${studioPieces.searchWords} <> '{}'`,
      ),
    )
    .orderBy(desc(studioPieces.updatedAt), desc(studioPieces.id))
    .limit(mostListed);
  return pieces.map(present);
}
