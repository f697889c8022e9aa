import { and, type AnyColumn, desc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../../database/connect.server.ts';
import {
  importedPosts,
  importJobs,
  importRunPieces,
  importRuns,
  type ImportRunState,
} from '../../../database/schema.ts';
import { notFound } from '../../../platform/wire/errors.ts';
import type { ImportSource } from '../import-source.ts';

export type ImportRun = typeof importRuns.$inferSelect;
/** A run that this process holds, and what earlier processes have reported of it. */
export type ClaimedRun = Pick<ImportRun, 'id' | 'attempt'> & { report?: ImportRun['report'] };

/** A run without a heartbeat for so long belongs to a process that died. */
const silentFor = sql`interval '60 seconds'`;
/** What a run wrote is known for so long; later it cannot be undone. */
export const retentionDays = 90;

export const isBrokenOff: SQL<boolean> = sql<boolean>`(${importRuns.state} = 'running' and ${importRuns.seenAt} < now() - ${silentFor})`;

/**
 * Deletes what runs wrote over, and the names in their reports, after `keptDays`; their figures stay. Uploads that were
 * only checked go altogether.
 */
export async function sweepImportRuns(db: Queryable): Promise<void> {
  const isOld = (moment: AnyColumn) => lt(moment, sql`now() - make_interval(days => ${retentionDays})`);
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
}

/**
 * Begins a run, or goes on with the unfinished one of the same source.
 * @param mayTakeOver also from a process that may still be alive
 */
export async function beginImportRun(
  db: Database,
  source: Pick<ImportSource, 'fingerprint' | 'name' | 'format' | 'site'>,
  { isGoingOn, startedBy, mayTakeOver = true }: { isGoingOn: boolean; startedBy: string; mayTakeOver?: boolean },
): Promise<ClaimedRun> {
  const { id, attempt } = importRuns;
  const left: ImportRunState[] = ['stopped', 'failed'];
  const isFree = mayTakeOver
    ? inArray(importRuns.state, [...left, 'running'])
    : or(inArray(importRuns.state, left), isBrokenOff);
  if (isGoingOn) {
    const unfinished = db
      .select({ id })
      .from(importRuns)
      .where(and(eq(importRuns.fingerprint, source.fingerprint), isFree))
      .orderBy(desc(id))
      .limit(1);
    const [known] = await db
      .update(importRuns)
      .set({ state: 'running', attempt: sql`${attempt} + 1`, seenAt: sql`now()`, endedAt: null })
      // Again: of two that go on with the same run, one is too late.
      .where(and(inArray(id, unfinished), isFree))
      .returning({ id, attempt, report: importRuns.report });
    if (known) return known;
  }
  const [begun] = await db
    .insert(importRuns)
    .values({
      fingerprint: source.fingerprint,
      name: source.name.slice(0, 300),
      format: source.format,
      site: source.site,
      startedBy,
    })
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

/**
 * Fencing: locks the run's row until the commit. @throws RunLost where another process has the run, or undoes it
 */
export async function holdImportRun(
  tx: Queryable,
  { id, attempt }: ClaimedRun,
  more: Pick<Partial<ImportRun>, 'counts' | 'report'> = {},
): Promise<void> {
  const claimed = await tx
    .update(importRuns)
    .set({ seenAt: sql`now()`, ...more })
    .where(and(eq(importRuns.id, id), eq(importRuns.attempt, attempt), eq(importRuns.state, 'running')))
    .returning({ id: importRuns.id });
  if (claimed.length === 0)
    throw new RunLost(`Import ${id} was undone, or is carried on by another process: this one stops.`);
}

/** Ends a run that this process still holds; a no-op otherwise. */
export async function endImportRun(
  db: Queryable,
  { id, attempt }: ClaimedRun,
  state: 'finished' | 'stopped' | 'failed',
  more: Pick<Partial<ImportRun>, 'counts' | 'report'> = {},
): Promise<void> {
  await db
    .update(importRuns)
    .set({ state, endedAt: sql`now()`, seenAt: sql`now()`, ...more })
    .where(and(eq(importRuns.id, id), eq(importRuns.attempt, attempt), eq(importRuns.state, 'running')));
}

const heartbeatEvery = 10_000;

/**
 * Heartbeat of a run between its batches: fetching pictures may take minutes.
 * @param reported so far: a process that is killed writes no report at its end @returns its end
 */
export function keepRunAlive(db: Database, run: ClaimedRun, reported: () => ImportRun['report']): () => void {
  const beat = () => void holdImportRun(db, run, { report: reported() }).catch(() => {});
  const timer = setInterval(beat, heartbeatEvery);
  timer.unref();
  return () => clearInterval(timer);
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
