import type { Transaction } from '../../../database/connect.server.ts';
import type { StoredFile } from './content-run.ts';
import { contentOf } from './file-conflicts.server.ts';
import { type File, sourceKeyOfFile } from './stored-files.queries.server.ts';
import { aboutPiece, addRevision, noteAct, type Piece } from '../../studio/pieces/pieces.queries.server.ts';
import { system } from '../../studio/studio.policy.ts';

/** The imported file that a revision came from. */
export const memoryOf = ({ written }: StoredFile, revision: number) =>
  written ? { fileHash: written.hash, fileFront: written.front, fileRevision: revision } : {};

/** The next revision of a piece, from its file. */
export async function revise(tx: Transaction, piece: Piece, file: File, state: Partial<Piece>): Promise<Piece> {
  const number = piece.revision + 1;
  const after = await addRevision(
    tx,
    piece,
    { ...contentOf(file), by: system },
    { ...state, ...memoryOf(file, number) },
  );
  await noteAct(tx, system, 'import', { ...aboutPiece(piece), fromRevision: piece.revision, toRevision: number });
  return after;
}

/** The first revision of a file's piece. */
export const newPiece = (file: File, id: number) => ({
  kind: file.kind,
  id,
  key: file.key,
  sourceKey: sourceKeyOfFile(file),
  ...contentOf(file),
  by: system,
});
