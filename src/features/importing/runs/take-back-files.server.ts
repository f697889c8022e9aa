import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import {
  articles,
  categories,
  importRunFiles,
  type StudioKind,
  studioPublications,
  tags,
  videos,
} from '../../../database/schema.ts';
import { htmlToText } from '../../../platform/markdown/render-markdown.server.ts';
import { indexCategory } from '../../categories/save-category.server.ts';
import { indexPiece } from '../../publishing/change-publication.server.ts';
import { refreshTotals } from '../../publishing/refresh-totals.server.ts';
import { unindexDocument, unindexDocuments } from '../../search-index/index-document.server.ts';
import { forgetPieces } from '../../studio/pieces/forget-pieces.server.ts';
import {
  addRevision,
  getRevision,
  lockPiece,
  noteAct,
  type Piece,
  updatePiece,
} from '../../studio/pieces/pieces.queries.server.ts';
import { system } from '../../studio/studio.policy.ts';
import { indexTag } from '../../tags/save-tag.server.ts';
import { indexWebStories } from '../../webstories/index-webstories.server.ts';
import { refusalOf } from '../../pieces/refused-by-database.server.ts';
import type { ImportRun } from './import-runs.server.ts';
import { deleteRows, feedTables, writeFeedPart, writeRows } from './piece-rows.server.ts';
import {
  firstQuestion,
  firstTerm,
  kindsInOrder,
  readRunFiles,
  type RunFile,
  stillNeeded,
} from './run-files.queries.server.ts';
import { takeBackPosts, type TakenBack } from './take-back-posts.server.ts';
import { deleteCreated, type Told } from './take-back.server.ts';

const step = 500;

/**
 * Takes back the next pieces of a run of the content folder, then its questions, then the terms that they used: what
 * the run made is deleted, what it changed says again what it said before, as the next revision.
 */
export async function takeBackFolder(tx: Transaction, run: ImportRun, after: number): Promise<TakenBack> {
  if (after >= firstTerm) return takeBackFiles(tx, run, { after, upTo: Infinity });
  if (after < firstQuestion) {
    const taken = await takeBackFiles(tx, run, { after, upTo: firstQuestion });
    return { ...taken, after: taken.after ?? firstQuestion };
  }
  const taken = await takeBackPosts(tx, run, after - firstQuestion);
  return { ...taken, tags: ['all'], after: taken.after === null ? firstTerm : taken.after + firstQuestion };
}

async function takeBackFiles(
  tx: Transaction,
  run: ImportRun,
  { after, upTo }: { after: number; upTo: number },
): Promise<TakenBack> {
  const place = { after, upTo, most: step };
  const page = await readRunFiles(tx, run.id, place);
  await lockFiles(tx, page);
  // Again, now that nobody else can act on them.
  const untouched = (await readRunFiles(tx, run.id, place)).filter(({ reason }) => reason === null);
  const isLast = page.length < step;
  const told: Told = { isUrgent: (after === 0 || after === firstTerm) && isLast };
  const taken: TakenBack = { removed: 0, restored: 0, media: [], tags: ['all'], questions: 0, after: null };
  for (const kind of kindsInOrder) {
    const mine = untouched.filter((piece) => piece.kind === kind);
    const fresh = new Set(mine.filter(({ isNew }) => isNew));
    const deleteFresh = async () => {
      const remove = (inner: Transaction, some: RunFile[]) => deletePieces(inner, run.id, kind, some, told);
      for (const piece of await deleteNew(tx, kind, [...fresh], remove)) {
        fresh.delete(piece);
        taken.removed += 1;
      }
    };
    // Before what was changed: a new piece may have the key that a renamed one had. And after it, what that had needed.
    await deleteFresh();
    const changed = mine.filter(({ isNew }) => !isNew);
    const restored = await eachOrNone(tx, changed, (inner, piece) => restorePiece(inner, run.id, piece));
    taken.restored += restored.length;
    if (restored.length > 0 && fresh.size > 0) await deleteFresh();
  }
  if (taken.removed + taken.restored > 0 || isLast) await refreshTotals(tx);
  return { ...taken, after: isLast ? null : page.at(-1)!.place };
}

/** It was a draft before, and something here needs its row now. */
class StillNeeded extends Error {}

/** In the order of all who lock several pieces: kind by kind, by their ids. */
async function lockFiles(tx: Transaction, page: RunFile[]): Promise<void> {
  for (const kind of kindsInOrder) {
    const ids = page.flatMap((piece) => (piece.kind === kind ? [piece.id] : []));
    if (ids.length > 0)
      await tx.execute(
        sql`select id from studio_pieces where kind = ${kind} and id = any(${sql.param(ids)}::int[]) order by id for update`,
      );
  }
}

/** A savepoint for each: what the database refuses stays, and the others go on. @returns those that were done */
async function eachOrNone<One>(
  tx: Transaction,
  list: One[],
  work: (inner: Transaction, one: One) => Promise<void>,
): Promise<One[]> {
  const done: One[] = [];
  for (const one of list) {
    try {
      await tx.transaction((inner) => work(inner, one));
      done.push(one);
    } catch (error) {
      if (!(error instanceof StillNeeded) && refusalOf(error) === null) throw error;
    }
  }
  return done;
}

/** Deletes what nothing here needs any more. @returns the pieces that are gone */
async function deleteNew(
  tx: Transaction,
  kind: StudioKind,
  pieces: RunFile[],
  remove: (inner: Transaction, some: RunFile[]) => Promise<void>,
): Promise<RunFile[]> {
  const gone: RunFile[] = [];
  // A category may go once its last child has gone.
  for (let left = pieces; ;) {
    const ids = left.map(({ id }) => id);
    const needed = await stillNeeded(tx, kind, ids);
    const free = left.filter(({ id }) => !needed.has(id));
    if (free.length === 0) return gone;
    const [together] = await eachOrNone(tx, [free], remove);
    gone.push(...(together ?? (await eachOrNone(tx, free, (inner, one) => remove(inner, [one])))));
    if (kind !== 'categories') return gone;
    left = left.filter(({ id }) => needed.has(id));
  }
}

async function deletePieces(
  tx: Transaction,
  runId: number,
  kind: StudioKind,
  pieces: RunFile[],
  told: Told,
): Promise<void> {
  if (kind === 'articles') {
    await deleteCreated(tx, runId, pieces, told);
    return;
  }
  const ids = pieces.map(({ id }) => id);
  if (kind === 'feed') for (const { key } of pieces) await writeFeedPart(tx, key, sql`'[]'::jsonb`);
  else await deleteRows(tx, kind, pieces);
  if (kind === 'videos') await unindexDocuments(tx, 'VIDEO', ids);
  if (kind === 'webstories') await indexWebStories(tx);
  if (kind === 'tags') await unindexDocuments(tx, 'TAG', ids);
  if (kind === 'categories') await unindexDocuments(tx, 'CATEGORY', ids);
  await forgetPieces(tx, kind, ids, told);
}

const beforeOf = (runId: number, { kind, id }: Pick<RunFile, 'kind' | 'id'>): SQL =>
  sql`(select before from import_run_files where run_id = ${runId} and kind = ${kind} and piece_id = ${id})`;

async function restorePiece(tx: Transaction, runId: number, file: RunFile): Promise<void> {
  const piece = (await lockPiece(tx, file))!;
  const before = beforeOf(runId, file);
  const { was, hadRow } = await formerPiece(tx, before);
  // The row's own key is the one before where the file was renamed.
  const renamed = { key: was.key, sourceKey: was.sourceKey };
  if (file.kind === 'feed') await writeFeedPart(tx, file.key, sql`${before} -> 'lists' -> ${feedPart(file.key)}::text`);
  else if (hadRow)
    await writeRows(tx, file.kind, file, {
      row: sql`${before} -> 'row'`,
      list: (table) => sql`${before} -> 'lists' -> ${table}::text`,
    });
  else {
    if ((await stillNeeded(tx, file.kind, [file.id])).size > 0) throw new StillNeeded();
    await deleteRows(tx, file.kind, [file]);
  }
  // Those who ask for what has changed since a day must hear of it.
  if (file.kind === 'scams' || file.kind === 'ctas')
    await tx.execute(
      sql`update ${sql.raw(file.kind === 'scams' ? 'known_scams' : 'ctas')} set updated_at = now() where id = ${file.id}`,
    );
  if (file.kind === 'articles') await restoreAddresses(tx, file.id, before);
  const after = await restoreRevision(tx, piece, { ...was, ...renamed });
  await indexAgain(tx, file, hadRow);
  await noteAct(tx, system, 'import', {
    kind: file.kind,
    pieceId: file.id,
    fromRevision: piece.live,
    toRevision: after.revision,
  });
  await tx
    .update(importRunFiles)
    .set({ undoneAt: sql`now()`, before: null })
    .where(
      and(eq(importRunFiles.runId, runId), eq(importRunFiles.kind, file.kind), eq(importRunFiles.pieceId, file.id)),
    );
  // For the imports before this one it is the revision that they wrote.
  await tx.execute(sql`update import_run_files set revision = ${after.revision}
    where kind = ${file.kind} and piece_id = ${file.id} and revision = ${was.revision} and undone_at is null`);
}

const feedPart = (key: string) => (key in feedTables ? key : 'home');

/** What the studio knew of a piece before. */
async function formerPiece(tx: Transaction, before: SQL): Promise<{ was: Piece; hadRow: boolean }> {
  const { rows } = await tx.execute<Record<string, never> & { hadRow: boolean }>(sql`
    select w.revision, w.live, w.last_live as "lastLive", w.state, w.key, w.source_key as "sourceKey",
      w.first_live_at as "firstLiveAt", w.scheduled_at as "scheduledAt", w.scheduled_by as "scheduledBy",
      w.scheduled_note as "scheduledNote", w.scheduled_reason as "scheduledReason",
      w.file_hash as "fileHash", w.file_front as "fileFront", w.file_revision as "fileRevision",
      jsonb_typeof(b.before -> 'row') = 'object' as "hadRow"
    from (select ${before} as before) b
    cross join lateral jsonb_populate_record(null::studio_pieces, b.before -> 'piece') w`);
  const { hadRow, ...was } = rows[0]!;
  const moment = (value: unknown) => (value === null ? null : new Date(value as string));
  const known = was as unknown as Piece;
  return {
    hadRow,
    was: { ...known, firstLiveAt: moment(known.firstLiveAt), scheduledAt: moment(known.scheduledAt) },
  };
}

/** The text of before is the next revision: one that was made never changes. */
async function restoreRevision(tx: Transaction, piece: Piece, was: Piece): Promise<Piece> {
  const next = piece.revision === was.revision ? was.revision : piece.revision + 1;
  const moved = (number: number | null) => (number === was.revision ? next : number);
  const live = moved(was.live);
  const standing: Partial<Piece> = {
    state: was.state,
    live,
    lastLive: moved(was.lastLive),
    firstLiveAt: was.firstLiveAt,
    scheduledAt: was.scheduledAt,
    scheduledBy: was.scheduledBy,
    scheduledNote: was.scheduledNote,
    scheduledReason: was.scheduledReason,
    key: was.key,
    sourceKey: was.sourceKey,
    fileHash: was.fileHash,
    fileFront: was.fileFront,
    fileRevision: moved(was.fileRevision),
  };
  if (live !== null && live !== piece.live)
    await tx.insert(studioPublications).values({ kind: piece.kind, pieceId: piece.id, revision: live, at: new Date() });
  if (next === piece.revision) return updatePiece(tx, piece, standing);
  const { fields, body } = await getRevision(tx, piece, was.revision);
  // With the key of before: lists name the piece by it where its text does not.
  return addRevision(tx, { ...piece, key: was.key }, { fields, body, by: system }, standing);
}

async function restoreAddresses(tx: Transaction, id: number, before: SQL): Promise<void> {
  const list = sql`jsonb_array_elements(${before} -> 'lists' -> 'redirects') r`;
  await tx.execute(sql`delete from redirects where to_kind = 'article' and to_id = ${id}
    and from_path not in (select r ->> 'from_path' from ${list})`);
  await tx.execute(sql`insert into redirects select x.* from ${list}
    cross join lateral jsonb_populate_record(null::redirects, r) x on conflict (from_path) do nothing`);
}

async function indexAgain(tx: Transaction, { kind, id, key }: RunFile, hasRow: boolean): Promise<void> {
  if (kind === 'articles' || kind === 'videos') {
    const table = kind === 'articles' ? articles : (videos as unknown as typeof articles);
    const [row] = await tx.select({ status: table.status }).from(table).where(eq(table.id, id));
    if (row?.status === 'published')
      await indexPiece(tx, { kind: kind === 'articles' ? 'article' : 'video', id, entityId: String(id) });
    else await unindexDocument(tx, kind === 'articles' ? 'ARTICLE' : 'VIDEO', id);
  }
  if (kind === 'webstories') await indexWebStories(tx, [key]);
  if (kind !== 'tags' && kind !== 'categories') return;
  if (!hasRow) await unindexDocument(tx, kind === 'tags' ? 'TAG' : 'CATEGORY', id);
  else if (kind === 'tags')
    for (const tag of await tx.select().from(tags).where(eq(tags.id, id))) await indexTag(tx, tag);
  else
    for (const one of await tx.select().from(categories).where(eq(categories.id, id)))
      await indexCategory(tx, one, htmlToText(one.bodyHtml));
}
