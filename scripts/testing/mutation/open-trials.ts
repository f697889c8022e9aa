import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';
import type { TrialEvent, TrialPlan, TrialResult } from './trial-plan.ts';

export type Trials = {
  /** Runs the test file once for each mutant, in one process. `patienceMs`: after that, a trial is ended as hung. */
  run(testFile: string, plan: TrialPlan, patienceMs: number): Promise<TrialResult[]>;
  close(): Promise<void>;
};

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

  async function runInOneProcess(testFile: string, plan: TrialPlan, patienceMs: number): Promise<TrialResult[]> {
    writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan));
    writeFileSync(join(folder, 'events'), '');
    const [specification] = await vitest.globTestSpecifications([resolve(testFile)]);
    if (!specification) throw new Error(`${testFile} is not a test file.`);
    let seen = 0;
    let since = Date.now();
    const watch = setInterval(() => {
      const events = readEvents();
      const latest = events.at(-1);
      if (latest && 'pid' in latest) worker = latest.pid;
      if (events.length > seen) [seen, since] = [events.length, Date.now()];
      else if (Date.now() - since > patienceMs) killWorker();
    }, 500);
    try {
      await vitest.runTestSpecifications(plan.mutants.map(() => specification));
    } finally {
      clearInterval(watch);
      worker = undefined;
    }
    const results = readEvents().filter((event) => 'outcome' in event);
    const hung = plan.mutants[results.length];
    return hung === undefined
      ? results
      : [...results, { mutant: hung, outcome: 'hung', ms: patienceMs, slowestMs: patienceMs, reached: [] }];
  }

  const readEvents = () =>
    readFileSync(join(folder, 'events'), 'utf8')
      .split('\n')
      .filter((line, index, lines) => line !== '' && index < lines.length - 1)
      .map((line) => JSON.parse(line) as TrialEvent);

  return {
    async run(testFile, plan, patienceMs) {
      const results: TrialResult[] = [];
      while (results.length < plan.mutants.length) {
        const rest = { ...plan, mutants: plan.mutants.slice(results.length) };
        results.push(...(await runInOneProcess(testFile, rest, patienceMs)));
      }
      return results;
    },
    async close() {
      await vitest.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
