import { eq } from 'drizzle-orm';
import { importRunPieces } from '../../database/schema.ts';
import type { CommandContext } from '../../platform/process/command.ts';
import { invalidatePages } from '../../platform/cache/page-cache.server.ts';
import { undatedAt } from '../../platform/wire/undated.ts';
import { refreshTotals } from '../publishing/refresh-totals.server.ts';
import { createImageStore } from './imported-images.server.ts';
import type { ImportWatcher, Run, RunOptions } from './import-run.ts';
import { NotTaken, SourceBroken, type ImportEntry, type ImportSource } from './import-source.ts';
import { prepareBatch } from './prepare-batch.server.ts';
import { createReport } from './report.ts';
import { asRun, beginImportRun, type ClaimedRun } from './runs/import-runs.server.ts';
import { refuseAnothersName } from './same-source.server.ts';
import { storeBatch } from './store-batch.server.ts';

/**
 * Imports a source in batches, each in a transaction. What is in already changes nothing: so a killed import resumes, and
 * a finished one is idempotent. @returns 0, 1 when something was lost, 130 when it was interrupted
 */
export async function runImport(source: ImportSource, context: CommandContext, options: RunOptions): Promise<number> {
  const { connection, output } = context;
  const { watcher, isDry = false } = options;
  await refuseAnothersName(connection.db, source);
  const report = createReport(source.name, output);
  if (isDry) output.out(`${source.name}: a dry run. Nothing is written.`);
  const images = await createImageStore(context, { fetches: options.fetchImages, folder: options.mediaFolder, isDry });
  const startedBy = options.startedBy ?? 'system';
  const held = isDry ? null : await beginImportRun(connection.db, source, { isGoingOn: true, startedBy });
  const run: Run = {
    source,
    context,
    report,
    images,
    held,
    date: options.date ?? undatedAt,
    isFresh: true,
    isDraft: options.drafts === true,
    hosts: hostsOf(source, options),
  };
  try {
    await watcher?.begun?.(held?.id ?? null);
    if (held?.report) await goOn(run, held);
    let ended: 'finished' | 'stopped' = 'finished';
    const work = async () => (ended = await takeEntries(run, watcher));
    await (held ? asRun(context, held, report, work) : work());
    if (ended === 'finished') return report.finish();
    if (!held) return 130;
    report.finish();
    output.out('Stopped. What is in is safe. Give the same command again to go on.');
    return 130;
  } finally {
    watcher?.ended?.(report);
  }
}

async function goOn({ source, context: { connection, output }, report }: Run, held: ClaimedRun): Promise<void> {
  report.goOn(held.report!);
  const done = await connection.db.$count(importRunPieces, eq(importRunPieces.runId, held.id));
  if (done > 0) output.out(`${source.name}: going on after ${done} pieces that are already in.`);
}

async function takeEntries(run: Run, watcher: ImportWatcher | undefined): Promise<'finished' | 'stopped'> {
  const { source, context, report } = run;
  const size = context.isInsideServer ? 10 : 50;
  let batch: ImportEntry[] = [];
  let isEmpty = true;
  // Pipelining: the next batch is read and rendered while the database writes this one.
  let storing: Promise<void> = Promise.resolve();
  const save = async () => {
    const prepared = await prepareBatch(run, batch);
    batch = [];
    await storing;
    storing = storeBatch(run, prepared);
    storing.catch(() => {});
  };
  try {
    for await (const entry of source.entries()) {
      isEmpty = false;
      batch.push(entry);
      if (batch.length < size) continue;
      await save();
      report.progress(source.progress());
      watcher?.progress?.(source.progress());
      if (!context.signal.aborted) continue;
      await storing;
      await refresh(run);
      return 'stopped';
    }
  } catch (error) {
    await storing;
    if (!(error instanceof SourceBroken) && !(error instanceof NotTaken)) throw error;
    isEmpty = false;
    report.lose(source.name, error.message);
  }
  if (batch.length > 0) await save();
  await storing;
  if (isEmpty) report.lose(source.name, 'There is nothing in it.');
  // In the report, so that the studio's desk shows it too.
  for (const remark of source.remarks?.() ?? []) report.note(source.name, remark);
  await refresh(run);
  return 'finished';
}

const hostsOf = ({ site }: ImportSource, { baseUrl }: RunOptions): string[] =>
  [site, (baseUrl && URL.parse(baseUrl)?.hostname) || site].map((host) => host.replace(/^www\./, ''));

async function refresh({ held, report: { counts }, context: { connection } }: Run): Promise<void> {
  if (!held || (counts.created + counts.changed === 0 && held.attempt === 1)) return;
  await connection.db.transaction(refreshTotals);
  await invalidatePages(connection, ['articles', 'feed', 'search', 'categories']);
}
