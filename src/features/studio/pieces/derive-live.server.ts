import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import { articles, knownScams, videos, webstories, type StudioKind } from '../../../database/schema.ts';
import { AppError, gone } from '../../../platform/wire/errors.ts';
import { pieceLanguages } from '../../../messages/piece-languages.ts';
import { aheadKey, isLate, MarkdownRefused } from '../../../platform/markdown/render-markdown.server.ts';
import { projectFiles } from '../../pieces/project-files.server.ts';
import type { PieceFile, Projection } from '../../pieces/projection.ts';
import type { SiteKeys } from '../../pieces/site-keys.server.ts';
import { completeQuestions } from '../../referrals/cta-definition.ts';
import { listPublicationNotes, type Piece, type Revision } from './pieces.queries.server.ts';
import { renderPiece } from './render-piece.server.ts';
import { kindRules, languageWhereNone, readySchema } from '../studio-kinds.ts';
import { describePictures, type LiveConfig, newsroom, projectionOf } from './projection-of-revision.server.ts';
import { siteName } from '../../../messages/site-name.ts';
import { defaultLanguage } from '../../../platform/settings/site-languages.ts';
import { problemOf } from '../../../platform/wire/plain-problems.ts';
import { problem, type Problem } from '../../../platform/wire/problem.ts';

type FieldProblem = Problem & { path: string };
type UnknownKey = 'piece.noCategory' | 'piece.noAuthor' | 'piece.noArticle';

/** References to what is not there. */
export function unknownKeys(kind: StudioKind, data: Record<string, unknown>, keys: SiteKeys): FieldProblem[] {
  const check = (path: string, value: unknown, known: Map<string, unknown>, code: UnknownKey): FieldProblem[] =>
    [value ?? []]
      .flat()
      .filter((key) => !known.has(String(key)))
      .map((key) => ({ path, ...problem(code, String(key)) }));
  if (kind === 'categories')
    return [
      ...check('parent', data.parent, keys.categories, 'piece.noCategory'),
      ...check('related', data.related, keys.categories, 'piece.noCategory'),
    ];
  return [
    ...check('categories', data.categories, keys.categories, 'piece.noCategory'),
    ...check('author', data.author, keys.authors, 'piece.noAuthor'),
    ...(kind === 'videos' || kind === 'scams' ? check('article', data.article, keys.articles, 'piece.noArticle') : []),
  ];
}

/** A piece that cannot become live as it is. */
class PieceRefused extends AppError {
  constructor(problems: Problem[]) {
    super(400, 'validation_failed', problem('studio.notReady'), {
      details: problems.slice(0, 20).map((message) => ({ path: '', message })),
    });
  }
}

/** Its text was not rendered in time, which may be the machine's fault. */
export class NotInTime extends PieceRefused {
  constructor() {
    super([problem('studio.notFormattedInTime')]);
  }
}

/**
 * Writes the rows that readers' pages use, from one revision.
 * @param publishedAt the date that readers see
 * @returns cache tags to invalidate after the commit
 * @throws AppError 400 where the revision is not complete
 */
export async function writeLive(
  tx: Transaction,
  config: LiveConfig,
  piece: Piece,
  revision: Pick<Revision, 'fields' | 'body'>,
  publishedAt: Date,
): Promise<string[]> {
  const parsed = readySchema(piece.kind, piece.key).safeParse(revision.fields);
  if (!parsed.success)
    throw new PieceRefused(
      parsed.error.issues.map((issue) => problem('piece.inField', issue.path.join('.'), problemOf(issue))),
    );
  const shown = await projectionOf(tx, config, piece, revision);
  const { projection } = shown;
  const unknown = unknownKeys(piece.kind, parsed.data, projection.keys);
  if (unknown.length > 0) throw new PieceRefused(unknown.map((found) => problem('piece.inField', found.path, found)));
  const { hasBody } = kindRules[piece.kind];
  const body = hasBody ? await renderAhead(config, shown, revision, piece.kind) : revision.body;
  const data = await completed(tx, projection, piece, {
    ...parsed.data,
    id: piece.id,
    status: 'published',
    publishedAt,
  });
  await hold(tx, piece, false);
  const file = { key: piece.key, data, body } as unknown as PieceFile;
  const projected = (await projectFiles(tx, projection, piece.kind, [file]))[0]!;
  await hold(tx, piece, true);
  if (projected.outcome === 'refused') throw new PieceRefused([projected.reason ?? problem('piece.refused')]);
  if (projected.outcome === 'taken down') throw gone(kindRules[piece.kind].noun);
  // A row is found by its name first, which may be that of another piece.
  if (typeof projected.id === 'number' && projected.id !== piece.id)
    throw new PieceRefused([problem('studio.nameOfAnother', piece.key, projected.id)]);
  if (piece.kind !== 'scams') return projected.cacheTags;
  await tx
    .update(knownScams)
    .set({ isActive: true, updatedAt: sql`now()` })
    .where(eq(knownScams.key, piece.key));
  return [...new Set([...projected.cacheTags, 'scams', 'articles'])];
}

type Shown = Awaited<ReturnType<typeof projectionOf>>;

/** The text as readers' pages have it: one rendering for what an editor is told of it and for the page. */
export async function renderRevision(
  { worker, ahead }: LiveConfig,
  { projection: { saving }, uploads }: Shown,
  { fields, body }: Pick<Revision, 'fields' | 'body'>,
  kind: StudioKind,
) {
  const lang = pieceLanguages.find((one) => one === fields.lang) ?? languageWhereNone(kind) ?? undefined;
  const source = describePictures(body, uploads);
  return { source, lang, rendered: await renderPiece(worker, source, { ...saving, lang }, ahead) };
}

/** The writers find the text rendered. @throws AppError 400 where it cannot be, or not in time */
async function renderAhead(
  config: LiveConfig,
  shown: Shown,
  revision: Pick<Revision, 'fields' | 'body'>,
  kind: StudioKind,
) {
  try {
    const { source, lang, rendered } = await renderRevision(config, shown, revision, kind);
    if (isLate(rendered)) throw new NotInTime();
    shown.projection.saving.ahead = new Map([[aheadKey(source, lang), rendered]]);
    return source;
  } catch (error) {
    if (!(error instanceof MarkdownRefused)) throw error;
    throw new PieceRefused([problem('piece.inField', 'body', error.problem)]);
  }
}

/** Kinds whose rows an editor's hold keeps away from imports from elsewhere: status and date are the editor's. */
const held = { articles, videos, webstories } as const;
const isHeldKind = (kind: StudioKind): kind is keyof typeof held => kind in held;

/** The studio itself writes them: it takes the hold away before. A hidden row counts as changed, whatever its hash says. */
async function hold(tx: Transaction, { kind, id }: Piece, isHeld: boolean): Promise<void> {
  if (!isHeldKind(kind)) return;
  const table = held[kind] as typeof articles;
  const sourceHash = sql`case when status = 'published' then source_hash else '' end`;
  await tx
    .update(table)
    .set({ isHeld, ...(isHeld ? {} : { sourceHash }) })
    .where(eq(table.id, id));
}

/** What the file of a piece would say besides: the newsroom where it names no author, and public change notes. */
async function completed(tx: Transaction, { keys }: Projection, piece: Piece, data: Record<string, unknown>) {
  if (isHeldKind(piece.kind) && data.author === undefined) {
    data.author = newsroom;
    if (!keys.authors.has(newsroom)) keys.authors.set(newsroom, { id: 0, name: siteName(defaultLanguage()) });
  }
  if (piece.kind === 'articles') {
    const written = data.corrections as { date: string; text: string }[];
    const known = new Set(written.map(({ date, text }) => `${date} ${text}`));
    const notes = await listPublicationNotes(tx, piece);
    data.corrections = [...written, ...notes.filter(({ date, text }) => !known.has(`${date} ${text}`))];
  }
  // As the file's schema does, below whose transform the studio's schema begins.
  if (piece.kind === 'ctas') data.questions = completeQuestions(data.questions as never);
  return data;
}
