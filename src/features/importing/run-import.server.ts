import { and, eq, ne, sql } from 'drizzle-orm';
import { imports } from '../../database/schema.ts';
import type { CommandContext } from '../../platform/process/command.ts';
import { invalidatePages } from '../../platform/cache/page-cache.server.ts';
import { undatedAt } from '../../platform/wire/undated.ts';
import { refreshTotals } from '../publishing/refresh-totals.server.ts';
import { createImageStore } from './imported-images.server.ts';
import type { ImportWatcher, Run, RunOptions } from './import-run.ts';
import { NotTaken, SourceBroken, type ImportEntry, type ImportSource } from './import-source.ts';
import { prepareBatch } from './prepare-batch.server.ts';
import { countsOf, createReport, type ImportReport } from './report.ts';
import { beginImportRun, endImportRun, keepRunAlive } from './runs/import-runs.server.ts';
import { refuseAnothersName } from './same-source.server.ts';
import { merged, storeBatch } from './store-batch.server.ts';

/**
 * Imports a source in batches. Batch and position are one transaction, so a killed import resumes and a finished one is
 * idempotent. @returns 0, 1 when something was lost, 130 when it was interrupted
 */
export async function runImport(source: ImportSource, context: CommandContext, options: RunOptions): Promise<number> {
  const { db } = context.connection;
  await refuseAnothersName(db, source);
  const report = createReport(source.name, context.output);
  const run = await beginRun(source, context, report, options);
  const { held } = run;
  const stopHeartbeat = held ? keepRunAlive(db, held, report.parts) : () => {};
  try {
    await options.watcher?.begun?.(held?.id ?? null);
    return await takeEntries(run, options.watcher);
  } catch (error) {
    if (held) await endImportRun(db, held, 'failed', { report: report.parts() }).catch(() => {});
    throw error;
  } finally {
    stopHeartbeat();
    options.watcher?.ended?.(report);
  }
}

async function takeEntries(run: Run, watcher: ImportWatcher | undefined): Promise<number> {
  const { source, context, report } = run;
  const size = context.isInsideServer ? 10 : 50;
  let batch: ImportEntry[] = [];
  const alreadyIn = run.done;
  let position = 0;
  let isWhole = true;
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
      position += 1;
      if (position <= alreadyIn) {
        // Losses of the earlier run are reported again: a killed run printed no report.
        if ((run.before.lost ?? 0) > 0) await reportLoss(entry, report);
        continue;
      }
      batch.push(entry);
      if (batch.length < size) continue;
      await save();
      report.progress(source.progress());
      watcher?.progress?.(source.progress());
      if (context.signal.aborted) {
        await storing;
        return stop(run);
      }
    }
  } catch (error) {
    await storing;
    if (!(error instanceof SourceBroken) && !(error instanceof NotTaken)) throw error;
    isWhole = false;
    report.lose(source.name, error.message);
  }
  if (batch.length > 0) await save();
  await storing;
  if (position === 0 && isWhole) report.lose(source.name, 'There is nothing in it.');
  // In the report, so that the studio's desk shows it too.
  for (const remark of source.remarks?.() ?? []) report.note(source.name, remark);
  await endRun(run, isWhole);
  return report.finish();
}

const hostsOf = ({ site }: ImportSource, { baseUrl }: RunOptions): string[] =>
  [site, (baseUrl && URL.parse(baseUrl)?.hostname) || site].map((host) => host.replace(/^www\./, ''));

async function beginRun(
  source: ImportSource,
  context: CommandContext,
  report: ImportReport,
  options: RunOptions,
): Promise<Run> {
  const { db } = context.connection;
  const images = (isDry: boolean) =>
    createImageStore(context, { fetches: options.fetchImages, folder: options.mediaFolder, isDry });
  const fresh = {
    source,
    context,
    report,
    date: options.date ?? undatedAt,
    isFresh: true,
    isDraft: options.drafts === true,
    hosts: hostsOf(source, options),
  };
  if (options.isDry) {
    context.output.out(`${source.name}: a dry run. Nothing is written.`);
    return { ...fresh, held: null, done: 0, before: {}, hasChanged: false, images: await images(true) };
  }
  const [known] = await db.select().from(imports).where(eq(imports.fingerprint, source.fingerprint));
  const isGoingOn = known !== undefined && known.isFinished === 0 && known.doneEntries > 0;
  const done = isGoingOn ? known.doneEntries : 0;
  const before = isGoingOn ? known.counts : {};
  // With other settings the same source starts over: earlier positions are void.
  await db
    .delete(imports)
    .where(
      and(
        eq(imports.name, source.name.slice(0, 300)),
        eq(imports.format, source.format),
        eq(imports.isFinished, 0),
        ne(imports.fingerprint, source.fingerprint),
      ),
    );
  await db
    .insert(imports)
    .values({
      fingerprint: source.fingerprint,
      name: source.name.slice(0, 300),
      format: source.format,
      startedAt: known?.startedAt ?? new Date(),
    })
    .onConflictDoUpdate({
      target: imports.fingerprint,
      set: { doneEntries: done, counts: before, isFinished: 0, updatedAt: new Date() },
    });
  if (isGoingOn)
    context.output.out(
      `${source.name}: going on after ${done} entries that are already in (${Object.entries(before)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')}).`,
    );
  const claimed = await beginImportRun(db, source, { isGoingOn, startedBy: options.startedBy ?? 'system' });
  if (isGoingOn) report.goOn(claimed.report ?? []);
  return { ...fresh, held: claimed, done, before, hasChanged: isGoingOn, images: await images(false) };
}

async function reportLoss(entry: ImportEntry, report: ImportReport): Promise<void> {
  try {
    await entry.convert();
  } catch (error) {
    report.lose(entry.name, (error as Error).message);
  }
}

async function endRun(run: Run, isWhole: boolean): Promise<void> {
  const { held } = run;
  if (!held) return;
  const { created, changed } = run.report.counts;
  await run.context.connection.db.transaction(async (tx) => {
    if (created + changed > 0 || run.hasChanged) await refreshTotals(tx);
    // A truncated source starts over next time, since a complete file may have replaced it.
    await tx
      .update(imports)
      .set({
        isFinished: isWhole ? 1 : 0,
        ...(isWhole ? {} : { doneEntries: 0 }),
        counts: sql`${JSON.stringify(merged(run.before, countsOf(run.report)))}::jsonb`,
        updatedAt: new Date(),
      })
      .where(eq(imports.fingerprint, run.source.fingerprint));
    await endImportRun(tx, held, 'finished', {
      counts: merged(run.before, countsOf(run.report)),
      report: run.report.parts(),
    });
  });
  if (created + changed > 0)
    await invalidatePages(run.context.connection, ['articles', 'feed', 'search', 'categories']);
  const lostBefore = (run.before.lost ?? 0) - run.report.counts.lost;
  if (lostBefore > 0)
    run.report.lose(
      run.source.name,
      `${lostBefore} entries were lost before the import was stopped; run it once more to see which.`,
    );
}

async function stop(run: Run): Promise<number> {
  if (!run.held) return 130;
  const { created, changed } = run.report.counts;
  if (created + changed > 0) await run.context.connection.db.transaction(refreshTotals);
  await endImportRun(run.context.connection.db, run.held, 'stopped', { report: run.report.parts() });
  run.report.finish();
  run.context.output.out(
    `Stopped after ${run.done} entries, which are safely in. Give the same command again to go on from there.`,
  );
  return 130;
}
