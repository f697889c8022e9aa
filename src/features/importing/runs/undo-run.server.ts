import { eq, inArray, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../../database/connect.server.ts';
import {
  importedImages,
  importRuns,
  imports,
  type ImportKept,
  type ImportUndo,
  studioMedia,
} from '../../../database/schema.ts';
import { AppError, notFound } from '../../../platform/wire/errors.ts';
import { invalidatePages } from '../../../platform/cache/page-cache.server.ts';
import { databaseCode } from '../../../platform/http/to-app-error.server.ts';
import type { CommandContext } from '../../../platform/process/command.ts';
import { removeMedia } from '../../../platform/media/remove-media.server.ts';
import { isMediaUsed } from '../../publishing/change-publication.server.ts';
import { countQuestions } from '../../communities/ask-question.server.ts';
import { actorNow } from '../../studio/pieces/act-on-piece.server.ts';
import { noteAct } from '../../studio/pieces/pieces.queries.server.ts';
import { type Actor, actorName, insist, mayRemove } from '../../studio/studio.policy.ts';
import { dumpFormat } from '../store-posts.server.ts';
import { contentRunFormat, getImportRun, type ImportRun, isBrokenOff, retentionDays } from './import-runs.server.ts';
import { countRunPieces, readRunPieces, reasonLeft } from './run-pieces.queries.server.ts';
import { countRunQuestions, readRunQuestions } from './run-questions.queries.server.ts';
import { deleteNewTerms, step, takeBack } from './take-back-pieces.server.ts';
import { step as stepOfPosts, type TakenBack } from './take-back-posts.server.ts';
import { problem } from '../../../platform/wire/problem.ts';

type Services = Pick<CommandContext, 'connection' | 'config' | 'output'> & {
  clock?: () => Date;
  signal?: AbortSignal;
};
/** Thrown between two steps: what was done stays, and the same undo goes on. */
export class UndoStopped extends Error {}

/** Of the pieces that are kept: more would make the run's row, and the desk that reads it, too large. */
const mostNamed = 1_000;

export const keptCountOf = ({ kept, keptCount }: Pick<ImportUndo, 'kept' | 'keptCount'>): number =>
  keptCount ?? kept.length;

type Plan = Pick<ImportUndo, 'removed' | 'restored' | 'kept'> & { keptCount: number };
type Planned = Omit<ImportKept, 'kind' | 'reason'> & {
  kind: NonNullable<ImportKept['kind']>;
  reason: ImportKept['reason'] | null;
  posts: number;
  isNew: boolean;
};

/** What came with a run and is here. */
async function* readAll(db: Queryable, run: ImportRun): AsyncGenerator<Planned> {
  const most = 500;
  for (let after = 0, page = await readRunPieces(db, run.id, { after, most }); page.length > 0;) {
    for (const piece of page) yield { ...piece, posts: 1 };
    after = page.at(-1)!.place;
    page = page.length < most ? [] : await readRunPieces(db, run.id, { after, most });
  }
  for (let after = 0, page = await readRunQuestions(db, run, { after, most }); page.length > 0;) {
    for (const question of page) if (!question.isGone) yield { ...question, kind: 'questions', isNew: true };
    after = page.at(-1)!.id;
    page = page.length < most ? [] : await readRunQuestions(db, run, { after, most });
  }
}

/** What an undo would do now. */
export async function planUndo({ connection: { db } }: Pick<Services, 'connection'>, id: number): Promise<Plan> {
  const run = await getImportRun(db, id);
  const isSmall =
    isOfFolder(run) && (await countRunPieces(db, id)) <= step && (await countRunQuestions(db, id)) <= stepOfPosts;
  const tried = isSmall ? await tryUndo(db, run) : null;
  if (tried) return tried;
  const plan: Plan = { removed: 0, restored: 0, kept: [], keptCount: 0 };
  for await (const { kind, id: piece, title, posts, isNew, reason, later } of readAll(db, run)) {
    if (reason !== null) {
      plan.keptCount += 1;
      if (plan.kept.length < mostNamed) plan.kept.push({ kind, id: piece, title, reason, later });
    } else if (isNew) plan.removed += posts;
    else plan.restored += 1;
  }
  return plan;
}

/**
 * Which terms something still needs is seen only by doing it: everything is taken back once, and that is rolled back.
 * More than one step would keep a database with one connection from readers for too long.
 * @returns null where somebody else works on one of the pieces, and keeps its lock
 */
async function tryUndo(db: Database, run: ImportRun): Promise<Plan | null> {
  const plan = { removed: 0, restored: 0 };
  const onlyTried = new Error('Only tried.');
  let left: Pick<Plan, 'kept' | 'keptCount'>;
  return await db
    .transaction(async (tx) => {
      for (let after: number | null = 0; after !== null;) {
        const taken: TakenBack = await takeBack(tx, run, after);
        plan.removed += taken.removed;
        plan.restored += taken.restored;
        after = taken.after;
      }
      left = await readRetained(tx, run);
      throw onlyTried;
    })
    .catch((error: unknown) => {
      if (error === onlyTried) return { ...plan, ...left };
      if (databaseCode(error) === '55P03') return null;
      throw error;
    });
}

export const isOfFolder = ({ format }: Pick<ImportRun, 'format'>): boolean => format === contentRunFormat;
export const isOfDump = ({ format }: Pick<ImportRun, 'format'>): boolean => format === dumpFormat;

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
      const taken = await takeBack(tx, run, after);
      return { ...taken, isOfFolder: isOfFolder(run), undo: await noteTakenBack(tx, run, by, taken, now()) };
    });
    // At the end all: an undo that was broken off may have told of its last step to nobody.
    await invalidatePages(connection, done.after === null ? ['all'] : done.tags);
    if (!done.isOfFolder) await deleteUnused(services, done.media);
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
  if (now.getTime() - run.startedAt.getTime() > retentionDays * 86_400_000)
    throw new AppError(409, 'conflict', problem('studio.importIsOld', id, retentionDays));
  // Written by the version before, while or after the records were moved (migration 0067).
  const { rows } = await tx.execute(sql`select 1 from import_run_pieces p where p.run_id = ${id} and not exists
    (select 1 from import_run_files f where f.run_id = p.run_id and f.kind = 'articles' and f.piece_id = p.article_id) limit 1`);
  if (rows.length > 0) throw new AppError(409, 'conflict', problem('studio.importOfVersionBefore', id));
  return run;
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
    ...(isLast ? await readRetained(tx, run) : { kept: [] }),
  };
  await tx
    .update(importRuns)
    .set({ state: isLast ? 'undone' : 'undoing', endedAt: sql`coalesce(${importRuns.endedAt}, now())`, undo })
    .where(eq(importRuns.id, run.id));
  if (isLast) await endUndo(tx, run, by, undo);
  await countQuestions(tx, -questions);
  return undo;
}

/** What is left once everything was tried. */
async function readRetained(tx: Transaction, run: ImportRun): Promise<Pick<Plan, 'kept' | 'keptCount'>> {
  const retained: ImportKept[] = [];
  for await (const { kind, id, title, isNew, reason, later } of readAll(tx, run)) {
    retained.push({ kind, id, title, reason: reason ?? reasonLeft({ kind, isNew }), later });
    if (retained.length === mostNamed) break;
  }
  return { kept: retained, keptCount: (await countRunPieces(tx, run.id)) + (await countRunQuestions(tx, run.id)) };
}

async function endUndo(tx: Transaction, run: ImportRun, by: Actor, undo: ImportUndo): Promise<void> {
  await deleteNewTerms(tx, run);
  await tx.delete(imports).where(eq(imports.fingerprint, run.fingerprint));
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

/** Deletes imported pictures that nothing shows any more, neither live nor in a revision. */
async function deleteUnused(services: Services, paths: string[]): Promise<void> {
  const { db } = services.connection;
  const unused: string[] = [];
  for (const path of paths) {
    if (await isMediaUsed(db, path)) continue;
    const { rows } = await db.execute(sql`
      select 1 from studio_revisions where position(${path.slice(1)} in body) > 0 or position(${path.slice(1)} in fields::text) > 0 limit 1`);
    const [uploaded] = await db.select({ id: studioMedia.id }).from(studioMedia).where(eq(studioMedia.path, path));
    if (rows.length === 0 && !uploaded) unused.push(path);
  }
  if (unused.length === 0) return;
  await db.delete(importedImages).where(inArray(importedImages.mediaPath, unused));
  await removeMedia(unused, services);
}
