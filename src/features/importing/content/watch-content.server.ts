import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { watch } from 'chokidar';
import type { CommandContext } from '../command.ts';
import { createReport } from '../report.ts';
import { optionsOf, targetOf } from './content-target.server.ts';
import { importContent } from './import-content.server.ts';
import type { FolderCache } from './read-folder.server.ts';

const settleMilliseconds = 250;

/** Imports a folder, and again whenever a file in it is saved, until the signal. A broken file is told; its old version stays. */
export async function watchContent(root: string, context: CommandContext, prune: boolean): Promise<number> {
  const { output, signal } = context;
  const cache: FolderCache = new Map();
  const options = await optionsOf(context, prune);
  const name = basename(root);
  if (!(await stat(root).catch(() => null))?.isDirectory()) {
    output.err(`${root}: there is no such folder.`);
    return 1;
  }

  let isFirst = true;
  const runOnce = async (): Promise<void> => {
    const report = createReport(name, isFirst ? output : { ...output, isTty: false, out: () => {} });
    try {
      await importContent(root, targetOf(context), report, { ...options, cache });
      if (isFirst) report.finish();
      else tellChange(report.counts, report.problems());
    } catch (error) {
      if (signal.aborted) return;
      output.err(`${time()} could not import: ${(error as Error).message}`);
    }
    isFirst = false;
  };
  const told = new Set<string>();
  const tellChange = (counts: Record<string, number>, problems: string[]) => {
    const done = ['created', 'changed'].flatMap((tally) =>
      counts[tally] ? [`${counts[tally]} ${tally === 'created' ? 'new' : tally}`] : [],
    );
    if (done.length > 0) output.out(`${time()} ${done.join(', ')}`);
    for (const problem of problems) if (!told.has(problem)) output.err(`${time()} ${problem}`);
    if (done.length === 0 && told.size > 0 && problems.length === 0) output.out(`${time()} nothing is broken any more`);
    told.clear();
    for (const problem of problems) told.add(problem);
  };

  let wake: (() => void) | undefined;
  let isDirty = false;
  const watcher = watch(root, {
    ignoreInitial: true,
    ignored: (path) => /(?:^|\/)\.[^/]+$|~$|\.(?:swp|part|tmp)$/.test(path.slice(root.length)),
  });
  watcher.on('all', () => {
    isDirty = true;
    wake?.();
  });
  watcher.on('error', (error) => output.err(`${time()} watching: ${String(error)}`));
  await new Promise<void>((ready) => watcher.once('ready', ready));
  signal.addEventListener('abort', () => wake?.());

  await runOnce();
  if (!signal.aborted) output.out(`Watching ${root}. Save a file, and it is published. Stop with Ctrl-C.`);
  while (!signal.aborted) {
    if (!isDirty)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    // Editors write in several steps; what comes within this moment is one change.
    while (isDirty && !signal.aborted) {
      isDirty = false;
      await delay(settleMilliseconds);
    }
    if (!signal.aborted) await runOnce();
  }
  await watcher.close();
  return 0;
}

const time = () => new Date().toTimeString().slice(0, 8);
