import type { Transaction } from '../../../database/connect.server.ts';
import type { FileOutcome, StoredFile } from './content-run.ts';
import { differencesOf, sameContent } from '../../studio/pieces/compare-revisions.ts';
import { exportedFields } from './exported-fields.ts';
import { findRevision, type Piece, type Revision } from '../../studio/pieces/pieces.queries.server.ts';

export const refused = (reason: string): FileOutcome => ({ outcome: 'refused', reason, cacheTags: [] });
export const ofAnother = (id: number) => refused(`The number ${id} belongs to another piece.`);
export const ofRefused = (id: number) =>
  refused(`Another file, which was refused, has the number ${id} of this piece.`);
export const withoutDrafts = ({ kind }: StoredFile): FileOutcome => ({
  outcome: 'left out',
  reason: `there are no drafts of ${kind}: import with --publish`,
  cacheTags: [],
});
export const hidden =
  'It was unpublished on the site and stays hidden; publish it in the studio, or: npm run publish -- PIECE';

export const contentOf = ({ written, body }: StoredFile) => ({ fields: written?.fields ?? {}, body });

/** Whether the file equals the revision, either as stored or as an export completes its required fields. */
export const saysTheSame = (piece: Piece, revision: Revision, file: StoredFile): boolean =>
  sameContent(piece, revision, contentOf(file)) ||
  sameContent(piece, { ...revision, fields: exportedFields(piece, revision) }, contentOf(file));

/** Reports a conflict: what the file and the studio each changed since their common base revision. */
export async function conflictOf(
  tx: Transaction,
  file: StoredFile,
  piece: Piece,
  newest: Revision,
  isFresh: boolean,
): Promise<FileOutcome> {
  const base = piece.fileRevision === null ? null : await findRevision(tx, piece, piece.fileRevision);
  const why = isFresh
    ? `It is ${piece.state === 'scheduled' ? 'scheduled' : 'with its reviewers'} in the studio`
    : 'It was changed in the studio too';
  return {
    outcome: 'conflict',
    reason: `"${piece.title}" (${piece.kind} ${piece.id}, revision ${piece.revision}): ${why[0]!.toLowerCase()}${why.slice(1)}. Neither was overwritten.`,
    problems: differencesOf(base, newest, contentOf(file)),
    cacheTags: [],
  };
}
