import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { and, desc, eq, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../../../database/connect.server.ts';
import { importJobs, type ImportJobOptions, importRuns } from '../../../database/schema.ts';
import { importsDesk } from '../../../messages/imports-desk.ts';
import { AppError, notFound } from '../../../platform/wire/errors.ts';
import { openMediaStore } from '../../../platform/media/media-store.server.ts';
import { storable } from '../../../platform/text/storable.ts';
import { actorNow, type StudioServices } from '../../studio/pieces/act-on-piece.server.ts';
import { type Actor, insist, mayRemove } from '../../studio/studio.policy.ts';
import { isBrokenOff } from '../runs/import-runs.server.ts';

export type ImportJob = typeof importJobs.$inferSelect;

export const mostExportBytes = 100 * 1024 * 1024;
export const jobsChannel = 'import_jobs';
/** The dot keeps uploads out of addresses, listings and backups. */
export const exportPath = (file: string) => `.imports/${file}`;
/** A job without a heartbeat for so long belongs to a server that died. */
export const isSilent = sql<boolean>`(${importJobs.state} = 'running' and ${importJobs.seenAt} < now() - interval '60 seconds')`;

const busy = () => new AppError(409, 'conflict', () => importsDesk.busy);

/** The newest job. */
export async function findJob(db: StudioServices['connection']['db']): Promise<ImportJob | null> {
  const [found] = await db.select({ job: importJobs, isSilent }).from(importJobs).orderBy(desc(importJobs.id)).limit(1);
  if (!found) return null;
  return found.isSilent ? { ...found.job, state: 'failed', problem: 'broken' } : found.job;
}

/** One act of the desk at a time. @throws AppError 403; 409 while a job or an import is under way */
async function atTheDesk<Result>(
  { connection, clock }: StudioServices,
  actor: Actor,
  act: (tx: Transaction, by: string) => Promise<Result>,
): Promise<Result> {
  const result = await connection.db.transaction(async (tx) => {
    const now = await actorNow(tx, actor, clock());
    insist(mayRemove(now) && now.id !== null);
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('import jobs'))`);
    await tx.update(importJobs).set({ state: 'failed', problem: 'broken' }).where(isSilent);
    const jobs = await tx.$count(importJobs, inArray(importJobs.state, ['waiting', 'running']));
    const runs = await tx.$count(importRuns, and(eq(importRuns.state, 'running'), sql`not ${isBrokenOff}`));
    if (jobs + runs > 0) throw busy();
    return act(tx, now.id!);
  });
  await connection.notify(jobsChannel, '');
  return result;
}

/** Keeps an uploaded export, and asks for its dry run. Earlier uploads are deleted once it is stored. */
export async function beginJob(
  services: StudioServices,
  actor: Actor,
  { path, name, options }: { path: string; name: string; options: ImportJobOptions },
): Promise<number> {
  const file = randomUUID();
  const { size: bytes } = await stat(path);
  const store = await openMediaStore(services.config, services.connection);
  // Its row first: what a server that died has stored is then known, and is deleted like every upload left behind.
  const id = await atTheDesk(services, actor, async (tx, by) => {
    const [job] = await tx
      .insert(importJobs)
      .values({
        task: 'check',
        state: 'failed',
        problem: 'gone',
        name: fileName(name),
        bytes,
        file,
        options: storable(options),
        by,
      })
      .returning({ id: importJobs.id });
    return job!.id;
  });
  try {
    await store.put(exportPath(file), path);
    const old = await atTheDesk(services, actor, async (tx) => {
      const stored = await tx
        .update(importJobs)
        .set({ state: 'waiting', problem: null, seenAt: sql`now()` })
        .where(and(eq(importJobs.id, id), eq(importJobs.file, file), eq(importJobs.state, 'failed')))
        .returning({ id: importJobs.id });
      // Somebody else has sent another file meanwhile.
      if (stored.length === 0) throw busy();
      const others = and(ne(importJobs.id, id), isNotNull(importJobs.file));
      const former = await tx.select({ file: importJobs.file }).from(importJobs).where(others);
      await tx.update(importJobs).set({ file: null }).where(others);
      return former.flatMap((job) => job.file ?? []);
    });
    for (const one of old) await store.remove(exportPath(one)).catch(() => {});
    return id;
  } catch (error) {
    await store.remove(exportPath(file)).catch(() => {});
    // Where this fails too, the row is swept like every upload left behind.
    await services.connection.db
      .delete(importJobs)
      .where(and(eq(importJobs.id, id), eq(importJobs.state, 'failed')))
      .catch(() => {});
    throw error;
  }
}

// A file's name has 255 bytes at most, and a letter of Devanagari three.
const longestName = 80;

/** The name is part of the fingerprint by which a broken-off import goes on: it is kept, without folders. */
const fileName = (name: string) =>
  storable(name)
    .replace(/^.*[\\/]/, '')
    .replace(/[^\p{L}\p{M}\p{N}._ -]/gu, '_')
    .replace(/^\.+/, '')
    .slice(-longestName)
    .toWellFormed() || 'export';

/** Another dry run of the uploaded file with these settings, or its import. */
export function askAgain(
  services: StudioServices,
  actor: Actor,
  id: number,
  ask: { task: 'import' } | { task: 'check'; options: ImportJobOptions },
): Promise<void> {
  return atTheDesk(services, actor, async (tx, by) => {
    const [job] = await tx.select().from(importJobs).where(eq(importJobs.id, id));
    if (!job?.file || job.task === 'undo') throw notFound('import');
    // Nothing is imported whose report nobody could see.
    const isChecked = job.task === 'import' || (job.task === 'check' && job.state === 'done');
    if (ask.task === 'import' && !isChecked) throw new AppError(409, 'conflict', () => importsDesk.checkFirst);
    await tx
      .update(importJobs)
      .set({
        task: ask.task,
        ...(ask.task === 'check' ? { options: storable(ask.options) } : {}),
        state: 'waiting',
        by,
        progress: 0,
        counts: {},
        report: [],
        problem: null,
        problemText: null,
        seenAt: sql`now()`,
      })
      .where(eq(importJobs.id, id));
  });
}

/** Asks for the undo of a run. @throws AppError 404 */
export function askUndo(services: StudioServices, actor: Actor, runId: number): Promise<number> {
  return atTheDesk(services, actor, async (tx, by) => {
    const [run] = await tx.select({ name: importRuns.name }).from(importRuns).where(eq(importRuns.id, runId));
    if (!run) throw notFound('import');
    const [job] = await tx
      .insert(importJobs)
      .values({ task: 'undo', name: run.name, by, runId })
      .returning({ id: importJobs.id });
    return job!.id;
  });
}

/** Deletes uploads that nobody came back to for a day. */
export async function forgetExports({
  connection,
  config,
}: Pick<StudioServices, 'connection' | 'config'>): Promise<void> {
  const old = await connection.db
    .select({ id: importJobs.id, file: importJobs.file })
    .from(importJobs)
    .where(
      and(
        isNotNull(importJobs.file),
        ne(importJobs.state, 'running'),
        lt(importJobs.seenAt, sql`now() - interval '1 day'`),
      ),
    );
  if (old.length === 0) return;
  const store = await openMediaStore(config, connection);
  for (const { id, file } of old) {
    await store.remove(exportPath(file!));
    await connection.db.update(importJobs).set({ file: null }).where(eq(importJobs.id, id));
  }
}
