import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { importJobs, type ImportJobProblem } from '../../../database/schema.ts';
import { isAppError } from '../../../platform/wire/errors.ts';
import { type CommandContext, WrongUse } from '../../../platform/process/command.ts';
import { openMediaStore } from '../../../platform/media/media-store.server.ts';
import { actorNow, type StudioServices } from '../../studio/pieces/act-on-piece.server.ts';
import { insist, mayRemove } from '../../studio/studio.policy.ts';
import { formats } from '../formats.server.ts';
import { sniff } from '../read-file.server.ts';
import type { OptionValues } from '../import-format.ts';
import { countsOf, type ImportReport } from '../report.ts';
import { keptCountOf, undoImportRun } from '../runs/undo-run.server.ts';
import { NameNeeded } from '../source-name.ts';
import { exportPath, type ImportJob, isSilent, jobsChannel } from './import-jobs.server.ts';

type Services = Pick<StudioServices, 'connection' | 'config' | 'clock'>;
type Outcome = Partial<
  Pick<ImportJob, 'state' | 'problem' | 'problemText' | 'counts' | 'report' | 'runId' | 'progress'>
>;

const heartbeatEvery = 5_000;

class JobFailed extends Error {
  readonly problem: ImportJobProblem;
  constructor(problem: ImportJobProblem, text = '') {
    super(text);
    this.problem = problem;
  }
}

/** Does the job that waits, if none is running anywhere. @returns whether there was one */
export async function runNextImportJob(services: Services, signal: AbortSignal): Promise<boolean> {
  const { db } = services.connection;
  const job = await claim(services);
  if (!job) return false;
  const seen: Outcome = {};
  const note = (more: Outcome) =>
    db
      .update(importJobs)
      .set({ ...more, seenAt: sql`now()` })
      .where(and(eq(importJobs.id, job.id), eq(importJobs.state, 'running')));
  const timer = setInterval(() => void note(seen).catch(() => {}), heartbeatEvery);
  timer.unref();
  let outcome: Outcome;
  try {
    const done = await doJob(services, job, signal, seen);
    outcome = { ...seen, ...done };
  } catch (error) {
    outcome = { ...seen, ...problemOf(error), state: 'failed' };
  } finally {
    clearInterval(timer);
  }
  if (signal.aborted && outcome.state !== 'done') outcome = { ...outcome, state: 'failed', problem: 'stopped' };
  await note(outcome);
  return true;
}

async function claim({ connection: { db } }: Services): Promise<ImportJob | null> {
  await db.update(importJobs).set({ state: 'failed', problem: 'broken' }).where(isSilent);
  const next = sql`(select id from import_jobs where state = 'waiting' order by id limit 1 for update skip locked)`;
  const [job] = await db
    .update(importJobs)
    .set({ state: 'running', seenAt: sql`now()` })
    .where(sql`${importJobs.id} = ${next} and not exists (select 1 from import_jobs r where r.state = 'running')`)
    .returning()
    .catch((error: unknown) => {
      // Another instance was faster: one runs at a time, by a unique index.
      if (String((error as { cause?: { code?: string } }).cause?.code) === '23505') return [];
      throw error;
    });
  return job ?? null;
}

function problemOf(error: unknown): Outcome {
  if (error instanceof JobFailed) return { problem: error.problem, problemText: error.message || null };
  if (error instanceof NameNeeded) return { problem: 'name' };
  if (error instanceof WrongUse) return { problem: 'wrong', problemText: error.message };
  if (isAppError(error))
    return error.status === 403 ? { problem: 'forbidden' } : { problem: 'wrong', problemText: error.message };
  return { problem: 'failed' };
}

async function doJob(services: Services, job: ImportJob, signal: AbortSignal, seen: Outcome): Promise<Outcome> {
  const { connection, config, clock } = services;
  const printed: string[] = [];
  const silent = { isTty: false, out: () => {}, err: (line: string) => void printed.push(line), progress: () => {} };
  const actor = { id: job.by, roles: [] };
  if (job.task === 'undo') {
    if (job.runId === null) throw new JobFailed('gone');
    const undo = await undoImportRun({ connection, config, clock, output: silent, signal }, actor, job.runId);
    return {
      state: 'done',
      progress: 100,
      counts: { removed: undo.removed, restored: undo.restored, kept: keptCountOf(undo) },
    };
  }
  // A role may have ended since the job was asked for.
  await connection.db.transaction(async (tx) => insist(mayRemove(await actorNow(tx, actor, clock()))));
  const folder = await unpack(services, job);
  let report: ImportReport | undefined;
  try {
    const context = {
      connection,
      config,
      output: silent,
      cwd: folder,
      signal,
      isInsideServer: true,
    } satisfies CommandContext;
    const path = join(folder, job.name);
    const input = await sniff(path);
    const format = formats.find((one) => one.hasDryRun && one.detects(input));
    if (!format) throw new JobFailed('format');
    const status = await format.import(path, valuesOf(job), context, {
      startedBy: job.by,
      watcher: {
        begun: async (runId) => void (seen.runId = runId),
        progress: (share) => void (seen.progress = Math.floor(Math.min(1, share) * 100)),
        ended: (ended) => void (report = ended),
      },
    });
    if (status === 130) throw new JobFailed('stopped');
    if (!report) throw new JobFailed('wrong', printed.join(' '));
    if (job.task === 'import') await forgetFile(services, job);
    return { state: 'done', progress: 100 };
  } finally {
    if (report) Object.assign(seen, { counts: countsOf(report), report: report.parts() });
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack({ connection, config }: Services, { file, name }: ImportJob): Promise<string> {
  const parent = join(config.dataDir, 'uploads');
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, 'i-'));
  try {
    const store = await openMediaStore(config, connection);
    if (file === null || !(await store.copyTo(exportPath(file), join(folder, name)))) throw new JobFailed('gone');
    return folder;
  } catch (error) {
    // Also where the disk is full: what was copied until then would stay.
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function forgetFile({ connection, config }: Services, { id, file }: ImportJob): Promise<void> {
  const store = await openMediaStore(config, connection);
  await store.remove(exportPath(file!)).catch(() => {});
  await connection.db.update(importJobs).set({ file: null }).where(eq(importJobs.id, id));
}

const valuesOf = ({
  task,
  options: { site, category, baseUrl, date, fetchImages, drafts },
}: ImportJob): OptionValues => ({
  site,
  category,
  'base-url': baseUrl,
  date,
  'fetch-images': fetchImages,
  drafts,
  'dry-run': task === 'check',
});

/** Does jobs as they are asked for on any instance. @returns its end, after which no job runs here */
export async function keepRunningImportJobs(
  services: Services,
  report: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const stop = new AbortController();
  let running = Promise.resolve();
  const look = () => {
    running = running
      .then(async () => {
        while (!stop.signal.aborted && (await runNextImportJob(services, stop.signal))) continue;
      })
      .catch(report);
  };
  await services.connection.listen(jobsChannel, look, look);
  // A job of a server that died waits for nobody's message.
  const timer = setInterval(look, 60_000);
  look();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  };
}
