import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../database/connect.server.ts';
import {
  studioActs,
  studioPieces,
  studioPublications,
  studioRevisions,
  type StudioKind,
  takedowns,
} from '../../database/schema.ts';
import { AppError, detailText } from '../../platform/errors.ts';
import type { ContentRun, FileOutcome, Keeper, KeptFile } from '../importing/content/content-run.ts';
import { takedownKeyOfVideo } from '../videos/video-input.ts';
import { takedownKeyOfStory } from '../webstories/save-webstory.server.ts';
import { adoptNamed, type RowState, rowStates, stateOf } from './adopt-rows.server.ts';
import { differencesOf, sameContent } from './compare-revisions.ts';
import type { LiveConfig } from './derive-live.server.ts';
import {
  aboutPiece,
  addRevision,
  findRevision,
  insertPieces,
  nextId,
  noteAct,
  noteActs,
  type Piece,
  type Revision,
  updatePiece,
} from './pieces.queries.server.ts';
import { exportedFields } from './exported-fields.ts';
import { goLive } from './publish-piece.server.ts';
import { feedParts } from './stored-rows.server.ts';
import { studioKinds } from './studio-kinds.ts';
import { system } from './studio.policy.ts';

/** What is done with a file whose row is to be written. */
type Plan = { kind: 'begin' } | { kind: 'follow'; piece: Piece; isChanged: boolean };
type Known = { piece: Piece; newest: Revision; hasPeople: boolean };
type File = KeptFile & { kind: StudioKind };

const isKept = (file: KeptFile): file is File => (studioKinds as readonly string[]).includes(file.kind);

/** The key in the kind's own table. */
export const sourceKeyOf = ({ kind, key, data }: Pick<KeptFile, 'kind' | 'key' | 'data'>) =>
  `content:${kind === 'tags' ? ((data as { name?: string }).name ?? key) : key}`;

const contentOf = ({ written, body }: KeptFile) => ({ fields: written?.fields ?? {}, body });
const memoryOf = ({ written }: KeptFile, revision: number) =>
  written ? { fileHash: written.hash, fileFront: written.front, fileRevision: revision } : {};

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
}: {
  /** Not needed for an empty database, where nobody has written anything. */
  config?: LiveConfig | null;
  isPublishing: boolean;
  isSeed?: boolean;
  reason?: string | undefined;
}): Keeper {
  const plans = new WeakMap<KeptFile, Plan>();
  const published = new Set<string>();

  async function decide(tx: Transaction, run: ContentRun, files: KeptFile[]): Promise<Map<KeptFile, FileOutcome>> {
    const decided = new Map<KeptFile, FileOutcome>();
    const kept = files.filter(isKept);
    if (!isPublishing)
      for (const file of files)
        if (!isKept(file))
          decided.set(file, {
            outcome: 'left out',
            reason: `there are no drafts of ${file.kind}: import with --publish`,
            cacheTags: [],
          });
    if (kept.length === 0) return decided;
    const kind = kept[0]!.kind;
    const rows = await adoptNamed(tx, kind, kept.map(sourceKeyOf));
    if (isPublishing && (kind === 'articles' || kind === 'videos')) await renamePieces(tx, kind, kept);
    const known = await lockKnown(tx, kind, kept.map(sourceKeyOf));
    for (const file of kept) {
      const one = known.get(sourceKeyOf(file));
      const row = rows.get(sourceKeyOf(file));
      const outcome = one ? await decideKnown(tx, run, file, one, row) : await decideNew(tx, run, file);
      if (outcome) decided.set(file, outcome);
    }
    return decided;
  }

  async function decideNew(tx: Transaction, run: ContentRun, file: File): Promise<FileOutcome | null> {
    if (isPublishing) {
      plans.set(file, { kind: 'begin' });
      return null;
    }
    const takenDown = await takedownOf(tx, file);
    if (takenDown) return { outcome: 'taken down', reason: takenDown, cacheTags: [] };
    const id = await idFor(tx, run, file);
    if (await isTaken(tx, file.kind, id)) return refused(`The number ${id} belongs to another piece.`);
    await insertPieces(tx, [{ piece: newPiece(file, id), state: memoryOf(file, 1) }]);
    await noteAct(tx, system, 'import', { kind: file.kind, pieceId: id, toRevision: 1 });
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
      return { outcome: 'changed', isDraft: true, cacheTags: [] };
    }
    // Ended texts have no row to keep them in: they wait as a revision.
    const hasNoRow = isWithdrawn && (piece.kind === 'pages' || piece.kind === 'ctas');
    if (hasPeople || hasNoRow) return throughStudio(tx, file, piece, isWithdrawn);
    plans.set(file, { kind: 'follow', piece, isChanged: true });
    useId(run, file, piece, row);
    return null;
  }

  /** Where people wrote it too, its rows are written as the studio writes them. */
  async function throughStudio(tx: Transaction, file: File, piece: Piece, isWithdrawn: boolean): Promise<FileOutcome> {
    if (!config) throw new Error('Pieces that people wrote need the settings of the site.');
    try {
      return await tx.transaction(async (inner): Promise<FileOutcome> => {
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
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return refused([error.message, ...(error.details ?? []).map(detailText)].join(' '));
    }
  }

  async function settle(tx: Transaction, saved: [KeptFile, FileOutcome][]): Promise<void> {
    const written = saved.filter(
      (entry): entry is [File, FileOutcome] =>
        plans.has(entry[0]) && ['created', 'changed', 'unchanged'].includes(entry[1].outcome),
    );
    if (written.length === 0) return;
    const kind = written[0]![0].kind;
    const rows = await rowStates(
      tx,
      kind,
      written.map(([file]) => sourceKeyOf(file)),
    );
    const now = new Date();
    const begun: Parameters<typeof insertPieces>[1] = [];
    let page = 0;
    for (const [file] of written) {
      const plan = plans.get(file)!;
      const row = rows.get(sourceKeyOf(file));
      if (!row) continue;
      if (plan.kind === 'begin') {
        const id = row.id ?? (page = page === 0 ? await nextId(tx, kind) : page + 1);
        begun.push({ piece: newPiece(file, id), state: { ...stateOf(row, now, 1), ...memoryOf(file, 1) } });
      } else await follow(tx, file, plan, row, now);
    }
    await insertPieces(tx, begun);
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
    if (!isGoing) return;
    published.add(`${piece.kind}:${piece.id}`);
    await tx.insert(studioPublications).values({ ...aboutPiece(piece), revision: number, at: now });
  }

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

  return {
    decide,
    settle,
    isPublishing,
    async addKeys(tx, keys, folder) {
      for (const kind of ['articles', 'videos', 'webstories', 'categories', 'authors', 'tags'] as const) {
        const files = [...(folder.files[kind] as Map<string, KeptFile>).values()];
        const pieces = await piecesNamed(tx, kind, files.map(sourceKeyOf));
        for (const { id, title, sourceKey } of pieces) {
          const key = sourceKey.slice('content:'.length);
          if (keys[kind].has(key)) continue;
          const none = { groupId: null, status: 'draft', isHeld: false, isSample: false };
          (keys[kind] as Map<string, object>).set(key, { ...none, id, title, name: title });
        }
      }
    },
    /** Pieces that people began here have no file that could be missing. */
    async ownKeys(db, kind) {
      const rows = await db
        .select({ key: studioPieces.key })
        .from(studioPieces)
        .where(and(eq(studioPieces.kind, kind), isNotNull(studioPieces.createdBy), isNull(studioPieces.fileHash)));
      return new Set(rows.map(({ key }) => key));
    },
    async pruned(tx, kind, keys) {
      if (keys.length === 0) return;
      const pieces = await piecesNamed(
        tx,
        kind,
        keys.map((key) => `content:${key}`),
      );
      for (const piece of pieces) {
        await updatePiece(tx, piece, { state: kind === 'ctas' ? 'unpublished' : 'draft', live: null });
        await noteAct(tx, system, 'prune', { ...aboutPiece(piece), fromRevision: piece.live });
      }
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

/** As it is, or as it was exported: with what a file must say. */
const saysTheSame = (piece: Piece, revision: Revision, file: KeptFile): boolean =>
  sameContent(piece, revision, contentOf(file)) ||
  sameContent(piece, { ...revision, fields: exportedFields(piece, revision) }, contentOf(file));

const refused = (reason: string): FileOutcome => ({ outcome: 'refused', reason, cacheTags: [] });
const hidden =
  'It was unpublished on the site and stays hidden; publish it in the studio, or: npm run publish -- PIECE';

/** Somebody's review or time waits for exactly this text. */
const isWorkedOn = ({ state, scheduledReason }: Piece) =>
  ['in_review', 'changes_requested', 'approved'].includes(state) ||
  (state === 'scheduled' && scheduledReason !== 'imported');

const newPiece = (file: File, id: number) => ({
  kind: file.kind,
  id,
  key: file.key,
  sourceKey: sourceKeyOf(file),
  ...contentOf(file),
  by: system,
});

async function conflictOf(
  tx: Transaction,
  file: File,
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

/** Whether an editor took it from readers; a file that says draft, or --prune, does not count. */
async function wasWithdrawn(tx: Transaction, piece: Piece, row: RowState | undefined): Promise<boolean> {
  if (row?.isHeld && row.status !== 'published' && piece.kind !== 'ctas') return true;
  const [last] = await tx
    .select({ act: studioActs.act })
    .from(studioActs)
    .where(
      and(
        eq(studioActs.kind, piece.kind),
        eq(studioActs.pieceId, piece.id),
        inArray(studioActs.act, ['unpublish', 'publish', 'follow_file']),
      ),
    )
    .orderBy(desc(studioActs.id))
    .limit(1);
  return last?.act === 'unpublish';
}

const piecesNamed = (tx: Queryable, kind: StudioKind, sourceKeys: string[]) =>
  sourceKeys.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(studioPieces)
        .where(and(eq(studioPieces.kind, kind), inArray(studioPieces.sourceKey, sourceKeys)));

/** Locks pieces in the order of their ids, so that two imports never wait for each other in a ring. */
async function lockKnown(tx: Transaction, kind: StudioKind, sourceKeys: string[]): Promise<Map<string, Known>> {
  const pieces = await tx
    .select()
    .from(studioPieces)
    .where(and(eq(studioPieces.kind, kind), inArray(studioPieces.sourceKey, sourceKeys)))
    .orderBy(asc(studioPieces.id))
    .for('update');
  if (pieces.length === 0) return new Map();
  const ids = pieces.map(({ id }) => id);
  const newest = await tx
    .select()
    .from(studioRevisions)
    .where(
      and(
        eq(studioRevisions.kind, kind),
        inArray(studioRevisions.pieceId, ids),
        sql`(${studioRevisions.pieceId}, ${studioRevisions.number}) in ${pieces.map(({ id, revision }) => sql`(${id}::int, ${revision}::int)`)}`,
      ),
    );
  const people = await tx
    .selectDistinct({ id: studioRevisions.pieceId })
    .from(studioRevisions)
    .where(
      and(eq(studioRevisions.kind, kind), inArray(studioRevisions.pieceId, ids), isNotNull(studioRevisions.authorId)),
    );
  const byId = new Map(newest.map((revision) => [revision.pieceId, revision]));
  const withPeople = new Set(people.map(({ id }) => id));
  return new Map(
    pieces.map((piece) => [
      piece.sourceKey,
      { piece, newest: byId.get(piece.id)!, hasPeople: withPeople.has(piece.id) },
    ]),
  );
}

/** A file under a new name with the number of a piece is that piece's file, as it is for the piece's row. */
async function renamePieces(tx: Transaction, kind: 'articles' | 'videos', files: File[]): Promise<void> {
  const numbers = new Map(files.flatMap((file) => ('id' in file.data && file.data.id ? [[file.data.id, file]] : [])));
  if (numbers.size === 0) return;
  const pieces = await tx
    .select()
    .from(studioPieces)
    .where(and(eq(studioPieces.kind, kind), inArray(studioPieces.id, [...numbers.keys()] as number[])));
  for (const piece of pieces) {
    const { key, ...file } = numbers.get(piece.id) as File;
    const sourceKey = sourceKeyOf({ key, ...file });
    const isOther =
      piece.sourceKey !== sourceKey && piece.sourceKey.startsWith('content:') && piece.state !== 'removed';
    if (!isOther || (await piecesNamed(tx, kind, [sourceKey])).length > 0) continue;
    await updatePiece(tx, piece, { key, sourceKey });
  }
}

/** A draft has its number before it has a row. */
function useId(run: ContentRun, file: File, { id }: Piece, row: RowState | undefined): void {
  if (row) return;
  if (file.kind === 'ctas') (file.data as { id?: number }).id = id;
  if (file.kind === 'webstories') Object.assign(run.keys.webstories.get(file.key) ?? {}, { id });
}

async function idFor(tx: Transaction, { keys }: ContentRun, { kind, key, data }: File): Promise<number> {
  if (kind === 'feed') return feedParts[key as keyof typeof feedParts];
  if (kind === 'articles' || kind === 'videos' || kind === 'categories' || kind === 'authors')
    return keys[kind].get(key)!.id;
  if (kind === 'tags') return keys.tags.get((data as { name?: string }).name ?? key)!.id;
  return (data as { id?: number }).id ?? nextId(tx, kind);
}

async function isTaken(tx: Transaction, kind: StudioKind, id: number): Promise<boolean> {
  const [piece] = await tx
    .select({ id: studioPieces.id })
    .from(studioPieces)
    .where(and(eq(studioPieces.kind, kind), eq(studioPieces.id, id)));
  return piece !== undefined;
}

async function takedownOf(tx: Transaction, file: File): Promise<string | null> {
  const own = sourceKeyOf(file);
  const key =
    file.kind === 'videos' ? takedownKeyOfVideo(own) : file.kind === 'webstories' ? takedownKeyOfStory(file.key) : own;
  const noun = { articles: 'article', videos: 'video', webstories: 'webstory' }[file.kind as string];
  if (!noun) return null;
  const { id } = file.data as { id?: number };
  const rows = await tx
    .select({ reason: takedowns.reason })
    .from(takedowns)
    .where(
      and(
        eq(takedowns.kind, noun as 'article'),
        sql`(${takedowns.sourceKey} = ${key} or ${takedowns.entityId} = ${String(id ?? '')})`,
      ),
    );
  return rows[0]?.reason ?? null;
}
