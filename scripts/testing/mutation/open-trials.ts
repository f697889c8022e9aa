import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, createVitest } from 'vitest/node';
import type { Trial, TrialEvent, TrialPlan, TrialResult } from './trial-plan.ts';

export type Trials = {
  /** Runs the trials in their order, in one process; in another one from where a trial hung. */
  run(trials: Trial[], options?: { isBaseline: boolean }): Promise<TrialResult[]>;
  close(): Promise<void>;
};

/** Vitest would run what it knows to be slow first. */
class InOrder extends BaseSequencer {
  override sort: BaseSequencer['sort'] = async (files) => files;
}

/** One vitest for all trials; `codeOf`: the code with its mutants, by absolute path. */
export async function openTrials(codeOf: Map<string, string>): Promise<Trials> {
  const folder = mkdtempSync(join(tmpdir(), 'nagrik-mutation-'));
  process.env.MUTATION_FOLDER = folder;
  const vitest = await createVitest(
    {
      watch: false,
      // On PostgreSQL too, where a database is copied in less time than PGlite starts in.
      include: ['src/**/*.test.{ts,tsx}'],
      // It would answer with the module as it was before.
      fsModuleCache: false,
      runner: fileURLToPath(new URL('trial-runner.ts', import.meta.url)),
      reporters: [{}],
      maxWorkers: 1,
      // All trials of a run in one process; the runner sees to their isolation.
      isolate: false,
      sequence: { sequencer: InOrder },
      silent: true,
      onConsoleLog: () => false,
    },
    {
      plugins: [{ name: 'mutants', enforce: 'pre', transform: (_code, id) => codeOf.get(id.split('?', 1)[0]!) }],
    },
  );
  let worker: number | undefined;
  const killWorker = () => {
    try {
      if (worker) process.kill(worker, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  };
  process.once('exit', () => {
    killWorker();
    rmSync(folder, { recursive: true, force: true });
  });

  async function runInOneProcess(plan: TrialPlan): Promise<TrialResult[]> {
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
    writeFileSync(join(folder, 'events'), '');
    const specifications = await Promise.all(plan.trials.map(({ file }) => specificationOf(file)));
    let seen = 0;
    let since = { ms: Date.now(), cpuMs: 0 };
    const watch = setInterval(() => {
      const events = readEvents();
      const latest = events.at(-1);
      if (latest && 'pid' in latest) worker = latest.pid;
      const { patience } = plan.trials[events.filter((event) => 'outcome' in event).length] ?? plan.trials.at(-1)!;
      const now = { ms: Date.now(), cpuMs: worker ? cpuTimeOf(worker) : 0 };
      if (events.length > seen) [seen, since] = [events.length, now];
      else if (now.ms - since.ms > patience.ms || now.cpuMs - since.cpuMs > patience.cpuMs) killWorker();
    }, 500);
    try {
      await vitest.runTestSpecifications(specifications);
    } finally {
      clearInterval(watch);
      worker = undefined;
    }
    const results = readEvents().filter((event) => 'outcome' in event);
    const hung = plan.trials[results.length];
    if (hung === undefined) return results;
    const { file, mutant, patience } = hung;
    return [...results, { file, mutant, outcome: 'hung', ms: patience.ms, slowestMs: patience.ms, reached: [] }];
  }

  async function specificationOf(file: string) {
    const [specification] = await vitest.globTestSpecifications([resolve(file)]);
    if (!specification) throw new Error(`${file} is not a test file.`);
    return specification;
  }

  const readEvents = () =>
    readFileSync(join(folder, 'events'), 'utf8')
      .split('\n')
      .filter((line, index, lines) => line !== '' && index < lines.length - 1)
      .map((line) => JSON.parse(line) as TrialEvent);

  return {
    async run(trials, { isBaseline } = { isBaseline: false }) {
      const results: TrialResult[] = [];
      while (results.length < trials.length) {
        const noticed = results.filter(({ outcome }) => outcome !== 'passed').map(({ mutant }) => mutant);
        results.push(...(await runInOneProcess({ trials: trials.slice(results.length), noticed, isBaseline })));
      }
      return results;
    },
    async close() {
      await vitest.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** In milliseconds; 0 where the system does not say. */
function cpuTimeOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    // utime and stime, in hundredths of a second
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}
