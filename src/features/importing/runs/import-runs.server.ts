import { and, type AnyColumn, desc, eq, inArray, isNull, lt, max, not, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../../database/connect.server.ts';
import {
  importedImages,
  importedPosts,
  importJobs,
  importRunPieces,
  importRuns,
  imports,
  type ImportRunState,
} from '../../../database/schema.ts';
import { notFound } from '../../../platform/wire/errors.ts';
import type { CommandContext } from '../../../platform/process/command.ts';
import type { ImportSource } from '../import-source.ts';
import type { ImportReport } from '../report.ts';

export type ImportRun = typeof importRuns.$inferSelect;
/** A run that this process holds, and what earlier processes have reported of it. */
export type ClaimedRun = Pick<ImportRun, 'id' | 'attempt'> & { report?: ImportRun['report'] };

/** The `format` of runs of the content folder. */
export const contentRunFormat = 'content';
/** A run without a heartbeat for so long belongs to a process that died. */
const silentFor = sql`interval '60 seconds'`;
/** What a run wrote is known for so long; later it cannot be undone. */
export const retentionDays = 90;

export const isBrokenOff: SQL<boolean> = sql<boolean>`(${importRuns.state} = 'running' and ${importRuns.seenAt} < now() - ${silentFor})`;

const isOld = (moment: AnyColumn): SQL => lt(moment, sql`now() - make_interval(days => ${retentionDays})`);

/**
 * Deletes what runs wrote over, and the names in their reports, after `keptDays`; their figures stay. Uploads that were
 * only checked go altogether.
 */
export async function sweepImportRuns(db: Queryable): Promise<void> {
  const { id, startedAt, report, undo } = importRuns;
  const old = db.select({ id }).from(importRuns).where(isOld(startedAt));
  await db.delete(importRunPieces).where(inArray(importRunPieces.runId, old));
  // Of versions before migration 0067, which may be gone back to.
  await db.execute(sql`delete from import_run_pieces where run_id in ${old}`);
  await db
    .update(importRuns)
    .set({ report: [], undo: sql`jsonb_set(${undo}, '{kept}', '[]')` })
    .where(and(isOld(startedAt), sql`(${report} <> '[]' or jsonb_array_length(${undo} -> 'kept') > 0)`));
  await db.delete(importJobs).where(and(isOld(importJobs.seenAt), isNull(importJobs.file)));
  // Listed by versions before, never fetched.
  await db.delete(importedImages).where(isNull(importedImages.mediaPath));
}

/**
 * Begins a run, or goes on with an unfinished one of the same source: the newest of that name, while it can be undone.
 * @param mayTakeOver also from a process that may still be alive
 */
export async function beginImportRun(
  db: Database,
  source: Pick<ImportSource, 'fingerprint' | 'name' | 'format' | 'site'>,
  { isGoingOn, startedBy, mayTakeOver = true }: { isGoingOn: boolean; startedBy: string; mayTakeOver?: boolean },
): Promise<ClaimedRun> {
  // The version before, if it is gone back to, must not go on from there.
  await db.delete(imports).where(eq(imports.fingerprint, source.fingerprint));
  const { id, attempt, fingerprint, startedAt } = importRuns;
  const { format, site, name } = { ...source, name: source.name.slice(0, 300) };
  const left: ImportRunState[] = ['stopped', 'failed'];
  const isFree = mayTakeOver
    ? inArray(importRuns.state, [...left, 'running'])
    : or(inArray(importRuns.state, left), isBrokenOff);
  if (isGoingOn) {
    const newest = db
      .select({ id: max(id) })
      .from(importRuns)
      .where(and(eq(importRuns.format, format), eq(importRuns.site, site), eq(importRuns.name, name)));
    const [known] = await db
      .update(importRuns)
      .set({ state: 'running', attempt: sql`${attempt} + 1`, seenAt: sql`now()`, endedAt: null })
      .where(and(eq(id, newest), eq(fingerprint, source.fingerprint), isFree, not(isOld(startedAt))))
      .returning({ id, attempt, report: importRuns.report });
    if (known) return known;
  }
  const [begun] = await db
    .insert(importRuns)
    .values({ fingerprint: source.fingerprint, name, format, site, startedBy })
    .returning({ id, attempt });
  return begun!;
}

/** Goes on with a run that has ended. @returns null where it was undone, or another process has it */
export async function reopenImportRun(db: Database, run: number): Promise<ClaimedRun | null> {
  const { id, attempt, state } = importRuns;
  const [known] = await db
    .update(importRuns)
    .set({ state: 'running', attempt: sql`${attempt} + 1`, seenAt: sql`now()`, endedAt: null })
    .where(and(eq(id, run), inArray(state, ['finished', 'stopped', 'failed'])))
    .returning({ id, attempt });
  return known ?? null;
}

/** Thrown by the process that lost its run to an undo or to another process. */
class RunLost extends Error {}

const isOwn = ({ id, attempt }: ClaimedRun) =>
  and(eq(importRuns.id, id), eq(importRuns.attempt, attempt), eq(importRuns.state, 'running'));

/**
 * Fencing: locks the run's row until the commit. @throws RunLost where another process has the run, or undoes it
 */
export async function holdImportRun(
  tx: Queryable,
  run: ClaimedRun,
  more: Pick<Partial<ImportRun>, 'report'> = {},
): Promise<void> {
  const claimed = await tx
    .update(importRuns)
    .set({ seenAt: sql`now()`, ...more })
    .where(isOwn(run))
    .returning({ id: importRuns.id });
  if (claimed.length === 0)
    throw new RunLost(`Import ${run.id} was undone, or is carried on by another process: this one stops.`);
}

const heartbeatEvery = 10_000;

/**
 * Does the work of a run, with a heartbeat between its batches (fetching pictures may take minutes), and notes how it
 * ended: a process that is killed writes nothing at its end.
 */
export async function asRun(
  { connection: { db }, output, signal }: Pick<CommandContext, 'connection' | 'output' | 'signal'>,
  run: ClaimedRun,
  report: ImportReport,
  work: () => Promise<'finished' | 'stopped'>,
): Promise<void> {
  const beat = () => holdImportRun(db, run, { report: report.parts() });
  const timer = setInterval(() => void beat().catch(() => {}), heartbeatEvery);
  timer.unref();
  const end = async (state: 'finished' | 'stopped' | 'failed') => {
    const figures = { counts: await countsOfRun(db, run, report), report: report.parts() };
    await db
      .update(importRuns)
      .set({ state, endedAt: sql`now()`, seenAt: sql`now()`, ...figures })
      .where(isOwn(run));
  };
  try {
    await end(await work());
  } catch (error) {
    await end(signal.aborted ? 'stopped' : 'failed').catch(() =>
      output.err(`The end of import ${run.id} could not be noted: it is listed as broken off.`),
    );
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** What all processes of the run wrote; for the rest what this one reports, which reads the source once more. */
async function countsOfRun(db: Queryable, { id }: ClaimedRun, report: ImportReport): Promise<Record<string, number>> {
  const { created, changed } = await countWritten(db, id);
  const { counts } = report;
  const byOthers = Math.max(0, created + changed - counts.created - counts.changed);
  const all = { ...counts, created, changed, unchanged: Math.max(0, counts.unchanged - byOthers) };
  return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
}

/** Of a question in the content folder its answers do not count. */
export async function countWritten(db: Queryable, run: number): Promise<{ created: number; changed: number }> {
  const { rows } = await db.execute<{ pieces: number; changed: number; posts: number }>(sql`
    select count(*)::int as pieces, count(before)::int as changed,
      (select count(*)::int from imported_posts where run_id = ${run} and (entity_type = 'QUESTION' or source <> 'content:questions')) as posts
    from import_run_files where run_id = ${run}`);
  const { pieces, changed, posts } = rows[0]!;
  return { created: pieces - changed + posts, changed };
}

export type ListedRun = ImportRun & { isBrokenOff: boolean; isUndoable: boolean };

/** The newest runs first, and whether anything that they wrote is still here. */
export async function listImportRuns(db: Queryable, most = 50, only?: number): Promise<ListedRun[]> {
  const rows = await db
    .select({
      run: importRuns,
      isBrokenOff,
      isUndoable: sql<boolean>`(exists (select 1 from ${importRunPieces} p where p.run_id = ${importRuns.id} and p.undone_at is null)
        or (${importRuns.startedAt} > now() - make_interval(days => ${retentionDays}) and exists (select 1 from ${importedPosts} p where p.run_id = ${importRuns.id})))`,
    })
    .from(importRuns)
    .where(only === undefined ? undefined : eq(importRuns.id, only))
    .orderBy(desc(importRuns.id))
    .limit(most);
  return rows.map(({ run, ...more }) => ({ ...run, ...more }));
}

/** @throws AppError 404 */
export async function getImportRun(db: Queryable, id: number): Promise<ListedRun> {
  const [run] = await listImportRuns(db, 1, id);
  if (!run) throw notFound('import');
  return run;
}
