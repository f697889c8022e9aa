import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { watch } from 'chokidar';
import type { CommandContext } from '../../../platform/process/command.ts';
import { explainFailure } from '../../../platform/observe/explain-failure.server.ts';
import { refusalOf } from '../../pieces/refused-by-database.server.ts';
import { createReport } from '../report.ts';
import { type FolderOptions, importAsRun, type Session } from './import-as-run.server.ts';
import type { FolderCache } from './read-folder.server.ts';
import { wordProblem } from '../../../platform/wire/word-problem.ts';

const settleMilliseconds = 250;

/**
 * Imports a folder, and again on every change until aborted. Invalid files are reported; their stored version stays.
 */
export async function watchContent(root: string, context: CommandContext, options: FolderOptions): Promise<number> {
  const { output, signal } = context;
  const cache: FolderCache = new Map();
  const session: Session = { runId: null };
  const name = basename(root);
  if (!(await stat(root).catch(() => null))?.isDirectory()) {
    output.err(`${root}: there is no such folder.`);
    return 1;
  }

  let isFirst = true;
  const runOnce = async (): Promise<void> => {
    const report = createReport(name, isFirst ? output : { ...output, isTty: false, out: () => {} });
    try {
      await importAsRun(root, context, options, report, { cache, session });
      if (isFirst) report.finish();
      else reportChange(report.counts, report.problems());
    } catch (error) {
      if (signal.aborted) return;
      output.err(`${time()} could not import: ${inPlainWords(error, context)}`);
    }
    isFirst = false;
  };
  const reported = new Set<string>();
  const reportChange = (counts: Record<string, number>, problems: string[]) => {
    const done = ['created', 'changed'].flatMap((tally) =>
      counts[tally] ? [`${counts[tally]} ${tally === 'created' ? 'new' : tally}`] : [],
    );
    if (done.length > 0) output.out(`${time()} ${done.join(', ')}`);
    for (const problem of problems) if (!reported.has(problem)) output.err(`${time()} ${problem}`);
    if (done.length === 0 && reported.size > 0 && problems.length === 0)
      output.out(`${time()} nothing is broken any more`);
    reported.clear();
    for (const problem of problems) reported.add(problem);
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
  if (!signal.aborted)
    output.out(
      `Watching ${root}. Save a file, and it is ${options.isPublishing ? 'published' : 'a draft in the studio'}. Stop with Ctrl-C.`,
    );
  while (!signal.aborted) {
    if (!isDirty)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    // Debounce: editors save in several steps.
    while (isDirty && !signal.aborted) {
      isDirty = false;
      await delay(settleMilliseconds);
    }
    if (!signal.aborted) await runOnce();
  }
  await watcher.close();
  return 0;
}

/** A query's text means nothing to an editor and may contain personal data. */
function inPlainWords(error: unknown, { config }: CommandContext): string {
  const refused = refusalOf(error);
  const known = refused ? wordProblem(refused) : explainFailure(error, config);
  if (known !== null) return known;
  const deepest = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return deepest instanceof Error && !deepest.message.startsWith('Failed query')
    ? deepest.message
    : 'the database did not take it.';
}

const time = () => new Date().toTimeString().slice(0, 8);
