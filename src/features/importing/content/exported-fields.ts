import type { StudioFields } from '../../../database/schema.ts';
import { inIndia } from '../../../platform/process/indian-time.ts';
import { renderMarkdown } from '../../../platform/markdown/render-markdown.server.ts';
import type { Piece, Revision } from '../../studio/pieces/pieces.queries.server.ts';
import { sameContent } from '../../studio/pieces/compare-revisions.ts';
import { readySchema } from '../../studio/studio-kinds.ts';

/** Numbers from here on are given out by the database, and stand in no file. */
const fileNumbers: Partial<Record<Piece['kind'], number>> = {
  articles: 100_000,
  videos: 100_000,
  tags: 10_000,
  categories: 1_000,
  authors: 1_000,
  ctas: 1_000,
};

const indianTime = (at: Date) => `${inIndia(at).toISOString().slice(0, 19)}+05:30`;

/** Other words under which search finds a piece, as its text says. */
const wordsIn = ({ searchWords }: StudioFields): string[] =>
  Array.isArray(searchWords) ? searchWords.map(String) : [];

/** The front matter that a file needs to say the same as a revision of a piece does. */
export function exportedFields(piece: Piece, revision: Pick<Revision, 'fields' | 'body' | 'number'>): StudioFields {
  const { kind, key } = piece;
  const fields = { ...revision.fields };
  const shape = readySchema(kind, key).shape;
  const isLive = piece.live !== null;
  if (typeof fields.id === 'number' && fields.id >= (fileNumbers[kind] ?? Infinity)) delete fields.id;
  // A draft that came from its file, and that nobody has shown or changed, is still what the file says.
  const isFiles = piece.lastLive === null && piece.fileRevision === revision.number;
  if (!isFiles && 'status' in shape) {
    if (isLive && fields.status === 'draft') delete fields.status;
    if (!isLive && piece.state !== 'scheduled') fields.status = 'draft';
  }
  if (!isFiles && 'active' in shape) {
    if (isLive && fields.active === false) delete fields.active;
    if (!isLive) fields.active = false;
  }
  if (isLive && 'publishedAt' in shape && fields.publishedAt === undefined && piece.firstLiveAt)
    fields.publishedAt = indianTime(piece.firstLiveAt);
  if ('author' in shape && fields.author === undefined) fields.author = 'newsroom';
  if ('summary' in shape && !fields.summary)
    fields.summary = renderMarkdown(revision.body, { mode: 'editor' }).summary || String(fields.title ?? key);
  if ('searchWords' in shape && piece.searchWords.length > 0)
    fields.searchWords = [...new Set([...wordsIn(fields), ...piece.searchWords])];
  return fields;
}

type Content = Pick<Revision, 'fields' | 'body'>;
/** Whether a file equals the revision, either as stored or as an export completes its required fields. */
export const saysTheSame = (piece: Piece, revision: Revision, file: Content): boolean =>
  sameContent(piece, revision, file) ||
  sameContent(piece, { ...revision, fields: exportedFields(piece, revision) }, file);
