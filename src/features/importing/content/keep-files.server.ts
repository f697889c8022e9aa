import type { Transaction } from '../../../database/connect.server.ts';
import { studioPublications, type StudioKind } from '../../../database/schema.ts';
import { AppError, detailText } from '../../../platform/wire/errors.ts';
import type { ContentRun, FileOutcome, StoredFile } from './content-run.ts';
import { saysTheSame } from './exported-fields.ts';
import { differencesOf } from '../../studio/pieces/compare-revisions.ts';
import { sourceKeyOf } from '../../../platform/wire/piece-key.ts';
import { type RowState, rowStates, stateOf } from '../../studio/pieces/row-states.server.ts';
import {
  aboutPiece,
  addRevision,
  findRevision,
  insertPieces,
  noteAct,
  noteActs,
  type Piece,
  type Revision,
  updatePiece,
} from '../../studio/pieces/pieces.queries.server.ts';
import { nextId } from '../../studio/pieces/name-piece.server.ts';
import {
  type File,
  idFor,
  idsOf,
  isOfStudio,
  isTaken,
  isWorkedOn,
  type Known,
  lockKnown,
  sourceKeyOfFile,
  namesIn,
  noNames,
  takedownOf,
  useId,
  wasWithdrawn,
} from './stored-files.queries.server.ts';
import { goLive } from '../../studio/pieces/publish-piece.server.ts';
import { isRenamedByAnother, renamePieces, type Renaming, settleName, wasWritten } from './renamed-files.server.ts';
import { system } from '../../studio/studio.policy.ts';

/** What happens to the piece of a file whose row is about to be written; without a piece, one begins. */
type Plan = { piece?: Piece; isChanged: boolean };
/** What the studio says of files before their rows are written; `decided`: outcomes of those that are not. */
export type Decisions = {
  decided: Map<StoredFile, FileOutcome>;
  plans: Map<StoredFile, Plan>;
  renamings: Map<StoredFile, Renaming>;
};

/**
 * Stands between files and what editors did, in the transaction of each batch of one kind; locks the pieces. A file
 * becomes a revision only where nobody changed the piece in the studio since the last import; what an editor
 * unpublished, removed or scheduled stays so.
 */
export async function decideFiles(tx: Transaction, run: ContentRun, files: StoredFile[]): Promise<Decisions> {
  const decisions: Decisions = { decided: new Map(), plans: new Map(), renamings: new Map() };
  const { decided, renamings } = decisions;
  const { recorder } = run;
  const { isPublishing } = run.options;
  const ofStudio = files.filter(isOfStudio);
  await recorder?.begin(tx, isPublishing ? namesIn(files) : noNames);
  if (!isPublishing) for (const file of files) if (!isOfStudio(file)) decided.set(file, withoutDrafts(file));
  if (ofStudio.length === 0) return decisions;
  const kind = ofStudio[0]!.kind;
  const rows = await rowStates(tx, kind, ofStudio.map(sourceKeyOfFile));
  const renamed = isPublishing ? await renamePieces(tx, kind, ofStudio, rows) : new Map<File, Renaming>();
  for (const [file, renaming] of renamed) renamings.set(file, renaming);
  const known = await lockKnown(tx, kind, ofStudio.map(sourceKeyOfFile));
  const former = new Map([...renamed.values()].map((renaming) => [renaming.id, renaming.former]));
  await recorder?.remember(tx, kind, idsOf(known.values()), former);
  for (const file of ofStudio) {
    const one = known.get(sourceKeyOfFile(file));
    const row = rows.get(sourceKeyOfFile(file));
    const outcome = one
      ? await decideKnown(tx, run, file, one, row, decisions)
      : await decideNew(tx, run, file, row, decisions);
    if (!outcome) continue;
    decided.set(file, outcome);
    await settleNameOf(tx, run, renamings.get(file), outcome);
  }
  return decisions;
}

async function settleNameOf(
  tx: Transaction,
  { recorder }: ContentRun,
  renaming: Renaming | undefined,
  outcome: FileOutcome,
): Promise<void> {
  if (renaming && (await settleName(tx, renaming, outcome))) recorder?.wrote(renaming.kind, renaming.id);
}

async function decideNew(
  tx: Transaction,
  run: ContentRun,
  file: File,
  row: RowState | undefined,
  { plans }: Decisions,
): Promise<FileOutcome | null> {
  if (run.options.isPublishing) {
    // As a former import left it: the piece was renamed and its row was not.
    if (row?.id && (await isTaken(tx, file.kind, row.id))) return ofAnother(row.id);
    plans.set(file, { isChanged: true });
    return null;
  }
  const takenDown = await takedownOf(tx, file);
  if (takenDown) return { outcome: 'taken down', reason: takenDown, cacheTags: [] };
  const id = await idFor(tx, run, file);
  if (await isTaken(tx, file.kind, id)) return ofAnother(id);
  await insertPieces(tx, [{ piece: newPiece(file, id), state: memoryOf(file, 1) }]);
  await noteAct(tx, system, 'import', { kind: file.kind, pieceId: id, toRevision: 1 });
  run.recorder?.wrote(file.kind, id);
  return { outcome: 'created', isDraft: true, cacheTags: [] };
}

/** @returns null where the row is to be written from the file */
async function decideKnown(
  tx: Transaction,
  run: ContentRun,
  file: File,
  { piece, newest, hasPeople }: Known,
  row: RowState | undefined,
  { plans }: Decisions,
): Promise<FileOutcome | null> {
  const { isPublishing } = run.options;
  const unchanged: FileOutcome = { outcome: 'unchanged', cacheTags: [] };
  if (row?.id && row.id !== piece.id) return ofAnother(row.id);
  if (isRenamedByAnother(run, file, piece)) return ofRefused(piece.id);
  if (piece.state === 'removed') return { outcome: 'taken down', reason: 'It was removed.', cacheTags: [] };
  const isSameFile = file.written !== undefined && piece.fileHash === file.written.hash;
  const isFresh = piece.fileRevision === piece.revision || (piece.fileRevision === null && newest.authorId === null);
  const isWithdrawn = piece.live === null && (await wasWithdrawn(tx, piece, row));
  const isNewest = isSameFile ? isFresh : saysTheSame(piece, newest, contentOf(file));
  if (isNewest || isSameFile) {
    if (!isSameFile) await updatePiece(tx, piece, memoryOf(file, piece.revision));
    const isOurs = isNewest && newest.authorId === null && !hasPeople && !isWorkedOn(piece);
    if (!isPublishing || !isOurs || (isWithdrawn && !row)) {
      return isWithdrawn ? { ...unchanged, problems: [hidden] } : unchanged;
    }
    plans.set(file, { piece, isChanged: false });
    useId(run, file, piece, row);
    return null;
  }
  if (piece.live !== null && piece.live !== piece.revision) {
    const live = await findRevision(tx, piece, piece.live);
    if (live && saysTheSame(piece, live, contentOf(file))) {
      await updatePiece(tx, piece, memoryOf(file, piece.live));
      return unchanged;
    }
  }
  if (!isFresh || isWorkedOn(piece) || (!isPublishing && piece.state === 'scheduled'))
    return conflictOf(tx, file, piece, newest, isFresh);
  if (!isPublishing) {
    await revise(tx, piece, file, piece.state === 'unpublished' ? { state: 'unpublished' } : {});
    run.recorder?.wrote(piece.kind, piece.id);
    return { outcome: 'changed', isDraft: true, cacheTags: [] };
  }
  // An unpublished page or call to action has no row for a draft, so the file is kept as a revision only.
  const hasNoRow = isWithdrawn && (piece.kind === 'pages' || piece.kind === 'ctas');
  if (hasPeople || hasNoRow) return throughStudio(tx, run, file, piece, isWithdrawn);
  plans.set(file, { piece, isChanged: true });
  useId(run, file, piece, row);
  return null;
}

/** A piece that people have edited is published by the studio's own code path, not by the import's. */
async function throughStudio(
  tx: Transaction,
  { options: { config }, recorder, published }: ContentRun,
  file: File,
  piece: Piece,
  isWithdrawn: boolean,
): Promise<FileOutcome> {
  if (!config) throw new Error('Pieces that people wrote need the settings of the site.');
  try {
    const outcome = await tx.transaction(async (inner): Promise<FileOutcome> => {
      if (isWithdrawn) {
        await revise(inner, piece, file, { state: 'unpublished' });
        return { outcome: 'changed', problems: [hidden], cacheTags: [] };
      }
      const after = await revise(inner, piece, file, {});
      const copy = (await findRevision(inner, after, after.revision))!;
      if ((file.data as { status?: string }).status === 'draft')
        return { outcome: 'changed', isDraft: true, cacheTags: [] };
      const tags = await goLive(inner, config, after, copy, { by: system, now: new Date() });
      published.add(`${piece.kind}:${piece.id}`);
      return { outcome: 'changed', cacheTags: tags };
    });
    recorder?.wrote(piece.kind, piece.id);
    return outcome;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refused([error.message, ...(error.details ?? []).map(detailText)].join(' '));
  }
}

/** Keeps revisions of what was written. */
export async function settleFiles(
  tx: Transaction,
  run: ContentRun,
  { plans, renamings }: Decisions,
  saved: [StoredFile, FileOutcome][],
): Promise<void> {
  for (const [file, outcome] of saved) await settleNameOf(tx, run, renamings.get(file), outcome);
  const written = saved.flatMap(([file, { outcome }]) =>
    isOfStudio(file) && plans.has(file) && wasWritten.includes(outcome) ? [file] : [],
  );
  if (written.length > 0) await settleRows(tx, run, plans, written);
  await run.recorder?.flush(tx);
}

async function settleRows(tx: Transaction, run: ContentRun, plans: Decisions['plans'], written: File[]): Promise<void> {
  const { recorder, published, options } = run;
  const { kind } = written[0]!;
  const rows = await rowStates(tx, kind, written.map(sourceKeyOfFile));
  const now = new Date();
  const begun: Parameters<typeof insertPieces>[1] = [];
  let page = 0;
  for (const file of written) {
    const plan = plans.get(file)!;
    const row = rows.get(sourceKeyOfFile(file));
    if (!row) continue;
    if (!plan.piece) {
      const id = row.id ?? (page = page === 0 ? await nextId(tx, kind) : page + 1);
      begun.push({ piece: newPiece(file, id), state: { ...stateOf(row, now, 1), ...memoryOf(file, 1) } });
    } else await follow(tx, run, file, { ...plan, piece: plan.piece }, row, now);
  }
  await insertPieces(tx, begun);
  for (const { piece } of begun) recorder?.wrote(kind, piece.id);
  const live = begun.filter(({ state }) => state?.live);
  if (!options.isSeed) for (const { piece } of live) published.add(`${kind}:${piece.id}`);
  await noteActs(
    tx,
    begun.map(({ piece: { id } }) => ({
      actor: 'system',
      act: options.isSeed ? 'adopt' : 'import',
      kind,
      pieceId: id,
      toRevision: 1,
    })),
  );
}

async function follow(
  tx: Transaction,
  { recorder, published }: ContentRun,
  file: File,
  { piece, isChanged }: Required<Plan>,
  row: RowState,
  now: Date,
): Promise<void> {
  const number = piece.revision + (isChanged ? 1 : 0);
  const { lastLive = piece.lastLive, firstLiveAt = piece.firstLiveAt, ...state } = stateOf(row, now, number);
  const standing = { ...state, lastLive, firstLiveAt: piece.firstLiveAt ?? firstLiveAt };
  const isGoing = standing.live !== null && piece.live !== number;
  if (isChanged) await revise(tx, piece, file, standing);
  else if (isGoing || standing.live !== piece.live || standing.state !== piece.state) {
    await updatePiece(tx, piece, { ...standing, ...memoryOf(file, number) });
    await noteAct(tx, system, 'import', { ...aboutPiece(piece), fromRevision: piece.live, toRevision: number });
  } else return;
  recorder?.wrote(piece.kind, piece.id);
  if (!isGoing) return;
  published.add(`${piece.kind}:${piece.id}`);
  await tx.insert(studioPublications).values({ ...aboutPiece(piece), revision: number, at: now });
}

/** Takes pieces whose files are gone from readers. */
export async function prunePieces(
  tx: Transaction,
  { recorder }: ContentRun,
  kind: StudioKind,
  keys: string[],
  hideRows: () => Promise<unknown>,
): Promise<void> {
  await recorder?.begin(tx, noNames);
  const known = await lockKnown(tx, kind, keys.map(sourceKeyOf));
  await recorder?.remember(tx, kind, idsOf(known.values()));
  await hideRows();
  for (const { piece } of known.values()) {
    await updatePiece(tx, piece, { state: kind === 'ctas' ? 'unpublished' : 'draft', live: null });
    await noteAct(tx, system, 'prune', { ...aboutPiece(piece), fromRevision: piece.live });
    recorder?.wrote(kind, piece.id);
  }
  await recorder?.flush(tx);
}

/** One line at the editors' desks for a whole import. */
export async function notePublished(tx: Transaction, { published, options }: ContentRun): Promise<void> {
  if (options.isSeed || published.size === 0) return;
  const note = `${published.size} ${published.size === 1 ? 'piece' : 'pieces'} made live from files${options.reason ? `: ${options.reason}` : ''}`;
  await noteAct(tx, system, 'import', { note, isEmergency: true });
}

const refused = (reason: string): FileOutcome => ({ outcome: 'refused', reason, cacheTags: [] });
const ofAnother = (id: number) => refused(`The number ${id} belongs to another piece.`);
const ofRefused = (id: number) => refused(`Another file, which was refused, has the number ${id} of this piece.`);
const withoutDrafts = ({ kind }: StoredFile): FileOutcome => ({
  outcome: 'left out',
  reason: `there are no drafts of ${kind}: import with --publish`,
  cacheTags: [],
});
const hidden =
  'It was unpublished on the site and stays hidden; publish it in the studio, or: npm run publish -- PIECE';

const contentOf = ({ written, body }: StoredFile) => ({ fields: written?.fields ?? {}, body });

/** Reports a conflict: what the file and the studio each changed since their common base revision. */
async function conflictOf(
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

/** The imported file that a revision came from. */
const memoryOf = ({ written }: StoredFile, revision: number) =>
  written ? { fileHash: written.hash, fileFront: written.front, fileRevision: revision } : {};

/** The next revision of a piece, from its file. */
async function revise(tx: Transaction, piece: Piece, file: File, state: Partial<Piece>): Promise<Piece> {
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
const newPiece = (file: File, id: number) => ({
  kind: file.kind,
  id,
  key: file.key,
  sourceKey: sourceKeyOfFile(file),
  ...contentOf(file),
  by: system,
});
