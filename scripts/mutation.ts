import { fork, type ChildProcess } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { makeMutants, type Mutant } from './testing/mutation/make-mutants.ts';
import { type MutatedModule, mutatedModules } from './testing/mutation/modules.ts';
import { pickSample } from './testing/mutation/pick-sample.ts';
import type { Trial } from './testing/mutation/worker.ts';

const help = `Usage: npm run mutation [-- OPTIONS] [MODULE …]
Changes the code in small ways, one at a time, and runs the module's tests on each change: a change that no test
notices has survived. Prints the survivors with place and change, and the share killed.
  --sample N    at most N changes of each module, drawn by --seed (default: all; hours)
  --seed S      default 1
  --least P     fails where less than P percent are killed (default 85)
  --quick       only modules whose tests need no database
  --workers N   tests at once (default 1)
Modules: ${mutatedModules.map(({ name }) => name).join(', ')}.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    quick: { type: 'boolean' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    least: { type: 'string', default: '85' },
    workers: { type: 'string', default: '1' },
  },
});
if (values.help) {
  process.stdout.write(help);
  process.exit(0);
}
const unknown = positionals.filter((name) => !mutatedModules.some((module) => module.name === name));
if (unknown.length > 0) {
  process.stderr.write(`There is no module ${unknown.join(', ')}.\n${help}`);
  process.exit(2);
}

type Place = { file: string; mutant: Mutant };
type Outcome = 'killed' | 'survived' | 'hung';

// A mutant may loop for ever.
const leastPatienceMs = 30_000;
const children = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.once('exit', () => children.forEach(stop));

let isGood = true;
for (const module of mutatedModules) {
  if (positionals.length > 0 ? !positionals.includes(module.name) : values.quick && !module.isQuick) continue;
  isGood = (await tryModule(module)) && isGood;
}
process.exit(isGood ? 0 : 1);

async function tryModule(module: MutatedModule): Promise<boolean> {
  const files = globSync(module.files)
    .filter((file) => !file.includes('.test.'))
    .sort();
  const all = files.flatMap((file) =>
    makeMutants(readFileSync(file, 'utf8'), file).map((mutant): Place => ({ file, mutant })),
  );
  const places = pickSample(all, Number(values.sample ?? all.length), values.seed);
  process.stdout.write(`\n${module.name}: ${places.length} of ${all.length} changes in ${files.length} files\n`);
  const survivors: Place[] = [];
  let hung = 0;
  const waiting = [...places];
  await Promise.all(
    Array.from({ length: Math.min(Number(values.workers), places.length) }, async () => {
      let worker = await startWorker(module);
      for (let place = waiting.shift(); place; place = waiting.shift()) {
        const outcome = await worker.run(place);
        if (outcome === 'survived') survivors.push(place);
        if (outcome !== 'hung') continue;
        hung += 1;
        worker.stop();
        worker = await startWorker(module);
      }
      // Or a worker that broke on its way would have counted everything as killed.
      if ((await worker.run(null)) !== 'survived') throw new Error(`${module.name}: the code as it is fails its tests`);
      worker.stop();
    }),
  );
  return report(module.name, places.length, survivors, hung);
}

function report(name: string, tried: number, survivors: Place[], hung: number): boolean {
  const byPlace = (one: Place, other: Place) =>
    one.file.localeCompare(other.file) || one.mutant.start - other.mutant.start;
  for (const { file, mutant } of survivors.sort(byPlace))
    process.stdout.write(`  survived  ${file}:${mutant.line}  ${brief(mutant.from)}  ->  ${brief(mutant.to)}\n`);
  const killed = tried - survivors.length;
  const share = (killed / tried) * 100;
  process.stdout.write(
    `${name}: ${killed} of ${tried} killed (${share.toFixed(1)}%), ${hung} of them by the time limit\n`,
  );
  return share >= Number(values.least);
}

function brief(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 70 ? `${line.slice(0, 67)}…` : line;
}

type Worker = { run(trial: Trial): Promise<Outcome>; stop(): void };

/** @throws Error where the tests fail without any change */
async function startWorker({ name, tests, isQuick }: MutatedModule): Promise<Worker> {
  // A process group of its own: vitest's workers end with it, even in an endless loop.
  const child = fork(new URL('testing/mutation/worker.ts', import.meta.url), {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      MUTATION_TESTS: JSON.stringify(globSync(tests)),
      MUTATION_ISOLATE: isQuick ? 'no' : 'yes',
    },
  });
  children.add(child);
  await answerOf<{ isReady: true }>(child, 120_000);
  let patienceMs = 600_000;
  const run = async (trial: Trial): Promise<Outcome> => {
    child.send(trial as never);
    const answer = await answerOf<{ isKilled: boolean }>(child, patienceMs);
    return answer === null ? 'hung' : answer.isKilled ? 'killed' : 'survived';
  };
  const begun = Date.now();
  if ((await run(null)) !== 'survived') throw new Error(`${name}: the code as it is fails its tests`);
  patienceMs = Math.max(leastPatienceMs, (Date.now() - begun) * 5);
  return { run, stop: () => stop(child) };
}

/** @returns null after the time limit, or where the child died */
function answerOf<Answer>(child: ChildProcess, patienceMs: number): Promise<Answer | null> {
  return new Promise((resolve) => {
    const end = (answer: Answer | null) => {
      clearTimeout(timer);
      child.off('message', end);
      child.off('exit', onExit);
      resolve(answer);
    };
    const onExit = () => end(null);
    const timer = setTimeout(onExit, patienceMs);
    child.once('message', end as (answer: unknown) => void);
    child.once('exit', onExit);
  });
}

function stop(child: ChildProcess): void {
  children.delete(child);
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
