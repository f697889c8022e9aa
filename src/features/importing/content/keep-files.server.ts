import type { Transaction } from '../../../database/connect.server.ts';
import { studioPublications } from '../../../database/schema.ts';
import { AppError, detailText } from '../../../platform/wire/errors.ts';
import type { ContentRun, FileOutcome, Keeper, StoredFile } from './content-run.ts';
import { sourceKeyOf } from '../../../platform/wire/piece-key.ts';
import type { PieceRecorder } from '../runs/record-pieces.server.ts';
import { type RowState, rowStates, stateOf } from '../../studio/pieces/row-states.server.ts';
import type { LiveConfig } from '../../studio/pieces/projection-of-revision.server.ts';
import {
  aboutPiece,
  findRevision,
  insertPieces,
  noteAct,
  noteActs,
  type Piece,
  updatePiece,
} from '../../studio/pieces/pieces.queries.server.ts';
import { nextId } from '../../studio/pieces/name-piece.server.ts';
import {
  conflictOf,
  hidden,
  ofAnother,
  ofRefused,
  refused,
  saysTheSame,
  withoutDrafts,
} from './file-conflicts.server.ts';
import {
  addKeys,
  type File,
  idFor,
  idsOf,
  isOfStudio,
  isTaken,
  isWorkedOn,
  type Known,
  lockKnown,
  ownKeys,
  piecesNamed,
  sourceKeyOfFile,
  namesIn,
  noNames,
  takedownOf,
  useId,
  wasWithdrawn,
} from './stored-files.queries.server.ts';
import { goLive } from '../../studio/pieces/publish-piece.server.ts';
import { isRenamedByAnother, renamePieces, type Renaming, settleName, wasWritten } from './renamed-pieces.server.ts';
import { memoryOf, newPiece, revise } from './revise-from-file.server.ts';
import { system } from '../../studio/studio.policy.ts';

/** What happens to the piece of a file whose row is about to be written. */
type Plan = { kind: 'begin' } | { kind: 'follow'; piece: Piece; isChanged: boolean };

/**
 * Guards the studio's pieces while files are imported: a file becomes a revision only where nobody changed the piece in
 * the studio since the last import; what an editor unpublished, removed or scheduled stays so.
 * @param isPublishing live pieces, by the system; else drafts @param isSeed nobody is told
 */
export function keepFiles({
  config = null,
  isPublishing,
  isSeed = false,
  reason,
  recorder,
}: {
  /** Not needed for an empty database, where nobody has written anything. */
  config?: LiveConfig | null;
  isPublishing: boolean;
  isSeed?: boolean;
  reason?: string | undefined;
  recorder?: PieceRecorder | undefined;
}): Keeper {
  const plans = new WeakMap<StoredFile, Plan>();
  const renamings = new WeakMap<StoredFile, Renaming>();
  const published = new Set<string>();

  async function decide(tx: Transaction, run: ContentRun, files: StoredFile[]): Promise<Map<StoredFile, FileOutcome>> {
    const decided = new Map<StoredFile, FileOutcome>();
    const ofStudio = files.filter(isOfStudio);
    await recorder?.begin(tx, isPublishing ? namesIn(files) : noNames);
    if (!isPublishing) for (const file of files) if (!isOfStudio(file)) decided.set(file, withoutDrafts(file));
    if (ofStudio.length === 0) return decided;
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
      const outcome = one ? await decideKnown(tx, run, file, one, row) : await decideNew(tx, run, file, row);
      if (!outcome) continue;
      decided.set(file, outcome);
      await settleNameOf(tx, file, outcome);
    }
    return decided;
  }

  async function settleNameOf(tx: Transaction, file: StoredFile, outcome: FileOutcome): Promise<void> {
    const renaming = renamings.get(file);
    if (renaming && (await settleName(tx, renaming, outcome))) recorder?.wrote(renaming.kind, renaming.id);
  }

  async function decideNew(
    tx: Transaction,
    run: ContentRun,
    file: File,
    row: RowState | undefined,
  ): Promise<FileOutcome | null> {
    if (isPublishing) {
      // As a former import left it: the piece was renamed and its row was not.
      if (row?.id && (await isTaken(tx, file.kind, row.id))) return ofAnother(row.id);
      plans.set(file, { kind: 'begin' });
      return null;
    }
    const takenDown = await takedownOf(tx, file);
    if (takenDown) return { outcome: 'taken down', reason: takenDown, cacheTags: [] };
    const id = await idFor(tx, run, file);
    if (await isTaken(tx, file.kind, id)) return ofAnother(id);
    await insertPieces(tx, [{ piece: newPiece(file, id), state: memoryOf(file, 1) }]);
    await noteAct(tx, system, 'import', { kind: file.kind, pieceId: id, toRevision: 1 });
    recorder?.wrote(file.kind, id);
    return { outcome: 'created', isDraft: true, cacheTags: [] };
  }

  /** @returns null where the row is to be written from the file */
  async function decideKnown(
    tx: Transaction,
    run: ContentRun,
    file: File,
    { piece, newest, hasPeople }: Known,
    row: RowState | undefined,
  ): Promise<FileOutcome | null> {
    const unchanged: FileOutcome = { outcome: 'unchanged', cacheTags: [] };
    if (row?.id && row.id !== piece.id) return ofAnother(row.id);
    if (isRenamedByAnother(run, file, piece)) return ofRefused(piece.id);
    if (piece.state === 'removed') return { outcome: 'taken down', reason: 'It was removed.', cacheTags: [] };
    const isSameFile = file.written !== undefined && piece.fileHash === file.written.hash;
    const isFresh = piece.fileRevision === piece.revision || (piece.fileRevision === null && newest.authorId === null);
    const isWithdrawn = piece.live === null && (await wasWithdrawn(tx, piece, row));
    const isNewest = isSameFile ? isFresh : saysTheSame(piece, newest, file);
    if (isNewest || isSameFile) {
      if (!isSameFile) await updatePiece(tx, piece, memoryOf(file, piece.revision));
      const isOurs = isNewest && newest.authorId === null && !hasPeople && !isWorkedOn(piece);
      if (!isPublishing || !isOurs || (isWithdrawn && !row)) {
        return isWithdrawn ? { ...unchanged, problems: [hidden] } : unchanged;
      }
      plans.set(file, { kind: 'follow', piece, isChanged: false });
      useId(run, file, piece, row);
      return null;
    }
    if (piece.live !== null && piece.live !== piece.revision) {
      const live = await findRevision(tx, piece, piece.live);
      if (live && saysTheSame(piece, live, file)) {
        await updatePiece(tx, piece, memoryOf(file, piece.live));
        return unchanged;
      }
    }
    if (!isFresh || isWorkedOn(piece) || (!isPublishing && piece.state === 'scheduled'))
      return conflictOf(tx, file, piece, newest, isFresh);
    if (!isPublishing) {
      await revise(tx, piece, file, piece.state === 'unpublished' ? { state: 'unpublished' } : {});
      recorder?.wrote(piece.kind, piece.id);
      return { outcome: 'changed', isDraft: true, cacheTags: [] };
    }
    // An unpublished page or call to action has no row for a draft, so the file is kept as a revision only.
    const hasNoRow = isWithdrawn && (piece.kind === 'pages' || piece.kind === 'ctas');
    if (hasPeople || hasNoRow) return throughStudio(tx, file, piece, isWithdrawn);
    plans.set(file, { kind: 'follow', piece, isChanged: true });
    useId(run, file, piece, row);
    return null;
  }

  /** A piece that people have edited is published by the studio's own code path, not by the import's. */
  async function throughStudio(tx: Transaction, file: File, piece: Piece, isWithdrawn: boolean): Promise<FileOutcome> {
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

  async function settle(tx: Transaction, saved: [StoredFile, FileOutcome][]): Promise<void> {
    for (const [file, outcome] of saved) await settleNameOf(tx, file, outcome);
    await settleRows(tx, saved);
    await recorder?.flush(tx);
  }

  async function settleRows(tx: Transaction, saved: [StoredFile, FileOutcome][]): Promise<void> {
    const written = saved.filter(
      (entry): entry is [File, FileOutcome] => plans.has(entry[0]) && wasWritten.includes(entry[1].outcome),
    );
    if (written.length === 0) return;
    const kind = written[0]![0].kind;
    const rows = await rowStates(
      tx,
      kind,
      written.map(([file]) => sourceKeyOfFile(file)),
    );
    const now = new Date();
    const begun: Parameters<typeof insertPieces>[1] = [];
    let page = 0;
    for (const [file] of written) {
      const plan = plans.get(file)!;
      const row = rows.get(sourceKeyOfFile(file));
      if (!row) continue;
      if (plan.kind === 'begin') {
        const id = row.id ?? (page = page === 0 ? await nextId(tx, kind) : page + 1);
        begun.push({ piece: newPiece(file, id), state: { ...stateOf(row, now, 1), ...memoryOf(file, 1) } });
      } else await follow(tx, file, plan, row, now);
    }
    await insertPieces(tx, begun);
    for (const { piece } of begun) recorder?.wrote(kind, piece.id);
    const live = begun.filter(({ state }) => state?.live);
    if (!isSeed) for (const { piece } of live) published.add(`${kind}:${piece.id}`);
    await noteActs(
      tx,
      begun.map(({ piece: { id } }) => ({
        actor: 'system',
        act: isSeed ? 'adopt' : 'import',
        kind,
        pieceId: id,
        toRevision: 1,
      })),
    );
  }

  async function follow(
    tx: Transaction,
    file: File,
    { piece, isChanged }: Extract<Plan, { kind: 'follow' }>,
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

  return {
    decide,
    settle,
    isPublishing,
    addKeys,
    ownKeys,
    async beforePruning(tx, kind, keys) {
      await recorder?.begin(tx, noNames);
      const known = await lockKnown(tx, kind, keys.map(sourceKeyOf));
      await recorder?.remember(tx, kind, idsOf(known.values()));
    },
    async pruned(tx, kind, keys) {
      const pieces = await piecesNamed(tx, kind, keys.map(sourceKeyOf));
      for (const piece of pieces) {
        await updatePiece(tx, piece, { state: kind === 'ctas' ? 'unpublished' : 'draft', live: null });
        await noteAct(tx, system, 'prune', { ...aboutPiece(piece), fromRevision: piece.live });
        recorder?.wrote(kind, piece.id);
      }
      await recorder?.flush(tx);
    },
    /** One line at the editors' desks for a whole import. */
    async finish(tx) {
      if (isSeed || published.size === 0) return;
      const note = `${published.size} ${published.size === 1 ? 'piece' : 'pieces'} made live from files${reason ? `: ${reason}` : ''}`;
      await noteAct(tx, system, 'import', { note, isEmergency: true });
      published.clear();
    },
  };
}
