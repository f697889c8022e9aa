import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../../database/connect.server.ts';
import {
  importedImages,
  importRunPieces,
  importRuns,
  imports,
  type ImportKept,
  type ImportUndo,
} from '../../../database/schema.ts';
import { AppError, notFound } from '../../../platform/wire/errors.ts';
import { invalidatePages } from '../../../platform/cache/page-cache.server.ts';
import { databaseCode } from '../../../platform/http/to-app-error.server.ts';
import type { CommandContext } from '../../../platform/process/command.ts';
import { countQuestions } from '../../communities/ask-question.server.ts';
import { refreshTotals } from '../../publishing/refresh-totals.server.ts';
import { actorNow } from '../../studio/pieces/act-on-piece.server.ts';
import { noteAct } from '../../studio/pieces/pieces.queries.server.ts';
import { type Actor, actorName, insist, mayRemove } from '../../studio/studio.policy.ts';
import { refusalOf } from '../../pieces/refused-by-database.server.ts';
import { articleKeysOf, hasPieces } from '../same-source.server.ts';
import { dumpFormat } from '../stackexchange/dump-run.server.ts';
import { deleteUnused } from './delete-unused.server.ts';
import { getImportRun, type ImportRun, isBrokenOff, keptDays } from './import-runs.server.ts';
import { contentRunFormat } from './content-run-format.ts';
import { countRunFiles, readRunFiles, reasonLeft } from './run-files.queries.server.ts';
import { countRunQuestions, readRunQuestions } from './run-questions.queries.server.ts';
import { takeBackFolder } from './take-back-files.server.ts';
import { takeBackPosts, type TakenBack } from './take-back-posts.server.ts';
import { deleteCreated, readRunPieces, restoreChanged } from './take-back.server.ts';
import { deleteNewTerms } from './take-back-terms.server.ts';
import { problem } from '../../../platform/wire/problem.ts';

type Services = Pick<CommandContext, 'connection' | 'config' | 'output'> & {
  clock?: () => Date;
  signal?: AbortSignal;
};
/** Thrown between two steps: what was done stays, and the same undo goes on. */
export class UndoStopped extends Error {}

// One transaction for imports of this size; larger ones are undone in steps, each whole, and go on where they were.
const step = 500;
/** Of the pieces that are kept: more would make the run's row, and the desk that reads it, too large. */
const mostNamed = 1_000;

export const keptCountOf = ({ kept, keptCount }: Pick<ImportUndo, 'kept' | 'keptCount'>): number =>
  keptCount ?? kept.length;

type Place = { after: number; most: number };
type Planned = Omit<ImportKept, 'reason'> & {
  reason: ImportKept['reason'] | null;
  posts: number;
  isNew: boolean;
  isGone: boolean;
  /** Where the next page goes on. */
  place: number;
};
const planned = 500;

/** What an undo would do now. */
export async function planUndo(
  { connection: { db } }: Pick<Services, 'connection'>,
  id: number,
): Promise<Pick<ImportUndo, 'removed' | 'restored' | 'kept' | 'keptCount'>> {
  const plan = { removed: 0, restored: 0, kept: [] as ImportKept[], keptCount: 0 };
  const run = await getImportRun(db, id);
  const tried = isOfFolder(run) && (await countFolder(db, run)) <= step ? await tryFolder(db, run) : null;
  if (tried) return tried;
  for (const read of isOfFolder(run) ? [readFiles, readQuestions] : [readPage])
    for (let after = 0, isMore = true; isMore;) {
      const page = await read(db, run, { after, most: planned });
      for (const { kind, id: piece, title, posts, isNew, isGone, reason, later } of page) {
        if (isGone) continue;
        if (reason !== null) {
          plan.keptCount += 1;
          if (plan.kept.length < mostNamed)
            plan.kept.push({ ...(isOfFolder(run) ? { kind } : {}), id: piece, title, reason, later });
        } else if (isNew) plan.removed += posts;
        else plan.restored += 1;
      }
      isMore = page.length === planned;
      if (isMore) after = page.at(-1)!.place;
    }
  return plan;
}

const countFolder = async (db: Queryable, { id }: ImportRun): Promise<number> =>
  (await countRunFiles(db, id)) + (await countRunQuestions(db, id));

/**
 * Which terms something still needs is seen only by doing it: everything is taken back once, and that is rolled back.
 * More than one step would keep a database with one connection from readers for too long.
 * @returns null where somebody else works on one of the pieces, and keeps its lock
 */
async function tryFolder(db: Database, run: ImportRun) {
  const plan = { removed: 0, restored: 0, kept: [] as ImportKept[], keptCount: 0 };
  const onlyTried = new Error('Only tried.');
  return await db
    .transaction(async (tx) => {
      for (let after: number | null = 0; after !== null;) {
        const taken: TakenBack = await takeBackFolder(tx, run, after);
        plan.removed += taken.removed;
        plan.restored += taken.restored;
        after = taken.after;
      }
      Object.assign(plan, await readKept(tx, run));
      throw onlyTried;
    })
    .catch((error: unknown) => {
      if (error === onlyTried) return plan;
      if (databaseCode(error) === '55P03') return null;
      throw error;
    });
}

export const isOfFolder = ({ format }: Pick<ImportRun, 'format'>): boolean => format === contentRunFormat;
export const isOfDump = ({ format }: Pick<ImportRun, 'format'>): boolean => format === dumpFormat;

/** What came with a run: of a dump the questions, whose posts only ever go. */
async function readPage(db: Queryable, run: ImportRun, place: Place): Promise<Planned[]> {
  if (isOfDump(run)) return readQuestions(db, run, place);
  return (await readRunPieces(db, run.id, place)).map((row) => ({ ...row, posts: 1, isGone: false, place: row.id }));
}

const readQuestions = async (db: Queryable, run: ImportRun, place: Place): Promise<Planned[]> =>
  (await readRunQuestions(db, run, place)).map((row) => ({ ...row, kind: 'questions', isNew: true, place: row.id }));
const readFiles = async (db: Queryable, run: ImportRun, place: Place): Promise<Planned[]> =>
  (await readRunFiles(db, run.id, place)).map((row) => ({ ...row, posts: 1, isGone: false }));

/**
 * Takes back what a run wrote: articles and posts that it created are deleted, changed articles become what they were
 * before. What somebody or a later import has changed since is kept. Safe to repeat, and for two at once.
 * @throws AppError 404; 409 while the import runs, or after the days for which its rows are kept; UndoStopped
 */
export async function undoImportRun(services: Services, actor: Actor, id: number): Promise<ImportUndo> {
  const { connection } = services;
  const now = services.clock ?? (() => new Date());
  for (let after = 0; ;) {
    const done = await connection.db.transaction(async (tx) => {
      const by = await actorNow(tx, actor, now());
      insist(mayRemove(by));
      const run = await lockRun(tx, id, now());
      const takeBack = isOfDump(run) ? takeBackPosts : isOfFolder(run) ? takeBackFolder : takeBackArticles;
      const taken = await takeBack(tx, run, after);
      return { ...taken, undo: await noteTakenBack(tx, run, by, taken, now()) };
    });
    // At the end all: an undo that was broken off may have told of its last step to nobody.
    await invalidatePages(connection, done.after === null ? ['all'] : done.tags);
    await deleteUnused(services, done.media);
    if (done.after === null) return done.undo;
    if (services.signal?.aborted)
      throw new UndoStopped(`Stopped: ${done.undo.removed} removed so far. Give the same command again to go on.`);
    after = done.after;
  }
}

async function lockRun(tx: Transaction, id: number, now: Date): Promise<ImportRun> {
  const [found] = await tx
    .select({ run: importRuns, isBrokenOff })
    .from(importRuns)
    .where(eq(importRuns.id, id))
    .for('update');
  if (!found) throw notFound('import');
  const { run } = found;
  if (run.state === 'running' && !found.isBrokenOff)
    throw new AppError(409, 'conflict', problem('studio.importRuns', id));
  if (now.getTime() - run.startedAt.getTime() > keptDays * 86_400_000)
    throw new AppError(409, 'conflict', problem('studio.importIsOld', id, keptDays));
  return run;
}

async function takeBackArticles(tx: Transaction, run: ImportRun, after: number): Promise<TakenBack> {
  const page = await readRunPieces(tx, run.id, { after, most: step });
  await lockPieces(
    tx,
    page.map(({ id }) => id),
  );
  // Again, now that nobody else can act on them.
  const untouched = (await readRunPieces(tx, run.id, { after, most: step })).filter(({ reason }) => reason === null);
  const media = await deleteCreated(
    tx,
    run.id,
    untouched.filter(({ isNew }) => isNew),
    { isUrgent: after === 0 && page.length < step },
  );
  let restored = 0;
  for (const piece of untouched.filter(({ isNew }) => !isNew)) {
    try {
      await tx.transaction((inner) => restoreChanged(inner, run.id, piece));
      restored += 1;
    } catch (error) {
      if (refusalOf(error) === null) throw error;
    }
  }
  const removed = untouched.filter(({ isNew }) => isNew).length;
  const isLast = page.length < step;
  if (removed + restored > 0 || isLast) await refreshTotals(tx);
  return { removed, restored, media, tags: ['all'], questions: 0, after: isLast ? null : page.at(-1)!.id };
}

async function noteTakenBack(
  tx: Transaction,
  run: ImportRun,
  by: Actor,
  { removed, restored, after, questions }: TakenBack,
  now: Date,
): Promise<ImportUndo> {
  const isLast = after === null;
  const undo: ImportUndo = {
    ...(run.undo && removed + restored === 0 ? run.undo : { by: actorName(by), at: now.toISOString() }),
    removed: (run.undo?.removed ?? 0) + removed,
    restored: (run.undo?.restored ?? 0) + restored,
    ...(isLast ? await readKept(tx, run) : { kept: [] }),
  };
  await tx
    .update(importRuns)
    .set({ state: isLast ? 'undone' : 'undoing', endedAt: sql`coalesce(${importRuns.endedAt}, now())`, undo })
    .where(eq(importRuns.id, run.id));
  if (isLast) await endUndo(tx, run, by, undo);
  await countQuestions(tx, -questions);
  return undo;
}

/** In the order of their ids, as imports do, so that two never wait for each other in a ring. */
async function lockPieces(tx: Transaction, ids: number[]): Promise<void> {
  const these = sql`${sql.param(ids)}::int[]`;
  await tx.execute(
    sql`select id from studio_pieces where kind = 'articles' and id = any(${these}) order by id for update`,
  );
  await tx.execute(sql`select id from articles where id = any(${these}) order by id for update`);
}

/** What is left once everything was tried. */
async function readKept(tx: Transaction, run: ImportRun): Promise<{ kept: ImportKept[]; keptCount: number }> {
  if (isOfFolder(run)) return readKeptOfFolder(tx, run);
  const left = (await readPage(tx, run, { after: 0, most: mostNamed })).filter(({ isGone }) => !isGone);
  const kept = left.map(({ id, title, reason, later }) => ({
    id,
    title,
    reason: reason ?? ('refused' as const),
    later,
  }));
  return { kept, keptCount: isOfDump(run) ? await countRunQuestions(tx, run.id) : await countPieces(tx, run.id) };
}

async function readKeptOfFolder(tx: Transaction, run: ImportRun): Promise<{ kept: ImportKept[]; keptCount: number }> {
  const files = (await readRunFiles(tx, run.id, { after: 0, most: mostNamed })).map(
    ({ kind, id, title, isNew, reason, later }): ImportKept => ({
      kind,
      id,
      title,
      reason: reason ?? reasonLeft({ kind, isNew }),
      later,
    }),
  );
  const questions = (await readRunQuestions(tx, run, { after: 0, most: mostNamed })).flatMap(
    ({ id, title, reason, later, isGone }): ImportKept[] =>
      isGone ? [] : [{ kind: 'questions', id, title, reason: reason ?? 'refused', later }],
  );
  return {
    kept: [...files, ...questions].slice(0, mostNamed),
    keptCount: await countFolder(tx, run),
  };
}

const countPieces = (tx: Transaction, runId: number) =>
  tx.$count(importRunPieces, and(eq(importRunPieces.runId, runId), isNull(importRunPieces.undoneAt)));

async function endUndo(tx: Transaction, run: ImportRun, by: Actor, undo: ImportUndo): Promise<void> {
  await deleteNewTerms(tx, run);
  // The same file is then imported from its beginning.
  await tx.delete(imports).where(eq(imports.fingerprint, run.fingerprint));
  if (!(await hasPieces(tx, articleKeysOf(run))))
    await tx.delete(importedImages).where(eq(importedImages.firstSourceKey, `${run.format}:${run.site}:media`));
  if (run.state === 'undone' && run.undo?.removed === undo.removed && run.undo.restored === undo.restored) return;
  await noteAct(tx, by, 'undo_import', {
    data: {
      problems: [
        problem('studio.importUndone', `${run.id}: ${run.name}`, undo.removed, undo.restored, keptCountOf(undo)),
      ],
    },
    isEmergency: true,
  });
}
