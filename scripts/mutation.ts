import { globSync, readFileSync } from 'node:fs';
import { matchesGlob, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startOwnPostgres } from './own-postgres.ts';
import { makeMutants, type Mutant } from './testing/mutation/make-mutants.ts';
import { type MutatedModule, mutatedModules } from './testing/mutation/modules.ts';
import { openTrials } from './testing/mutation/open-trials.ts';
import { pickSample } from './testing/mutation/pick-sample.ts';
import { noMutant, type Trial, type TrialResult } from './testing/mutation/trial-plan.ts';
import { withSwitches } from './testing/mutation/with-switches.ts';

const help = `Usage: npm run mutation [-- OPTIONS] [MODULE …]
Changes the code in small ways, one at a time, and runs on each change those of the module's test files that execute
it, the fastest first, up to the first failure: a change that no test notices has survived. Prints the survivors with
place and change, and the share killed.
  --sample N    at most N changes of each module, drawn by --seed (default: all)
  --seed S      default 1
  --least P     fails where less than P percent are killed (default 85)
  --files GLOB  only changes in these of the module's files
  --quick       only modules whose tests need no database
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
    files: { type: 'string', default: '**' },
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
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

type Place = { file: string; mutant: Mutant; number: number };
/** `reached`: the mutants that the file executes; `whileLoading`: those that must not share evaluated modules. */
type Baseline = { ms: number; slowestMs: number; reached: Set<number>; whileLoading: Set<number> };
type TestFile = { file: string; baseline: Baseline };

const say = (line: string) => process.stdout.write(`${line}\n`);
// So many trials share a process; then the code as it is must pass there, or they do not count.
const perProcess = 40;

const wanted = mutatedModules.filter(({ name, isQuick }) =>
  positionals.length > 0 ? positionals.includes(name) : !values.quick || isQuick,
);
const codeOf = new Map<string, string>();
const placesOfFile = new Map<string, Place[]>();
let count = 0;
const placesOf = new Map(wanted.map((module) => [module, findPlaces(module)]));
// PostgreSQL copies a database in less time than PGlite starts in.
const server =
  process.env.TEST_DATABASE_URL || wanted.every(({ isQuick }) => isQuick) ? null : await startOwnPostgres();
if (server) process.env.TEST_DATABASE_URL = server.url;
const trials = await openTrials(codeOf);
const baselines = new Map<string, Baseline>();
let isGood = true;
for (const [module, places] of placesOf) isGood = (await tryModule(module, places)) && isGood;
await trials.close();
process.exit(isGood ? 0 : 1);

function findPlaces(module: MutatedModule): Place[] {
  const files = globSync(module.files)
    .filter((file) => !file.includes('.test.') && matchesGlob(file, values.files))
    .sort();
  const all = files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return placesIn(file).filter(({ mutant }) => !module.lines || module.lines.test(lines[mutant.line - 1]!));
  });
  const places = pickSample(all, Number(values.sample ?? all.length), values.seed);
  say(`${module.name}: ${places.length} of ${all.length} changes in ${files.length} files`);
  return places;
}

/** Modules may share a file: its changes are numbered once. */
function placesIn(file: string): Place[] {
  const known = placesOfFile.get(file);
  if (known) return known;
  const code = readFileSync(file, 'utf8');
  const mutants = makeMutants(code, file);
  codeOf.set(resolve(file), withSwitches(code, mutants, count));
  const places = mutants.map((mutant): Place => ({ file, mutant, number: count++ }));
  placesOfFile.set(file, places);
  return places;
}

async function tryModule({ name, tests }: MutatedModule, places: Place[]): Promise<boolean> {
  if (places.length === 0) return true;
  const began = performance.now();
  const files = globSync(tests);
  await measure(files.filter((file) => !baselines.has(file)));
  const testFiles = files
    .flatMap((file) => {
      const baseline = baselines.get(file);
      return baseline ? [{ file, baseline }] : [];
    })
    .sort((one, other) => one.baseline.ms - other.baseline.ms);

  const outcomes = new Map<number, TrialResult['outcome']>();
  for (let start = 0; start < places.length; start += perProcess) {
    const numbers = places.slice(start, start + perProcess).map(({ number }) => number);
    for (const { mutant, outcome } of await tryMutants(testFiles, numbers))
      if (outcome !== 'passed' && outcome !== 'left out') outcomes.set(mutant, outcome);
    const seconds = (performance.now() - began) / 1000;
    say(`  ${start + numbers.length} of ${places.length} tried; noticed ${outcomes.size}; ${seconds.toFixed(0)} s`);
  }
  return report(name, places, outcomes, testFiles);
}

/** Runs each file twice on the code as it is. One that fails can say nothing, and is left out. */
async function measure(files: string[]): Promise<void> {
  const patience = { ms: 1_200_000, cpuMs: 600_000 };
  const twice = (file: string, isSecondFresh: boolean): Trial[] =>
    [true, isSecondFresh].map((isFresh) => ({ file, mutant: noMutant, isFresh, patience }));
  const results = await trials.run(
    files.flatMap((file) => twice(file, false)),
    { isBaseline: true },
  );
  for (const [at, file] of files.entries()) {
    let [first, second] = results.slice(2 * at, 2 * at + 2);
    // Tests that replace modules need them evaluated anew each time, and may mind the files before them.
    const canShare = first?.outcome === 'passed' && second?.outcome === 'passed';
    if (!canShare) [first, second] = await trials.run(twice(file, true), { isBaseline: true });
    if (first?.outcome !== 'passed' || second?.outcome !== 'passed') {
      say(`  ${file} is left out: it fails on the code as it is, or where it ran before: ${second?.why ?? first?.why}`);
      isGood = false;
      continue;
    }
    const timesAfter = new Map(second.reached);
    const whileLoading = first.reached.filter(([number, times]) => !canShare || times !== timesAfter.get(number));
    say(
      `  ${file}: ${(first.ms / 1000).toFixed(1)} s, then ${(second.ms / 1000).toFixed(1)} s;` +
        ` executes ${first.reached.length} changes, ${whileLoading.length} of them while it loads`,
    );
    baselines.set(file, {
      ms: second.ms,
      slowestMs: second.slowestMs,
      reached: new Set([...first.reached, ...second.reached].map(([number]) => number)),
      whileLoading: new Set(whileLoading.map(([number]) => number)),
    });
  }
}

/** In one process: on each file those that it executes, the fastest file first, and at its end the code as it is. */
async function tryMutants(files: TestFile[], numbers: number[]): Promise<TrialResult[]> {
  const results = await trials.run([
    ...files.flatMap((file) => trialsOn(file, numbers, false)),
    ...files.flatMap((file) => trialsOn(file, numbers, true)),
  ]);
  const broken = new Set(results.filter(isFailedCheck).map(({ file }) => file));
  const isDoubtful = ({ file, outcome }: TrialResult) => broken.has(file) && !['passed', 'left out'].includes(outcome);
  const kept = results.filter((result) => result.mutant !== noMutant && !isDoubtful(result));
  const again = results.filter((result) => result.mutant !== noMutant && isDoubtful(result));
  // Alone, a mutant cannot have been noticed because of another one.
  if (again.length === 0 || numbers.length === 1) return [...kept, ...again];
  say(`  something outlived its trial in ${[...broken].join(', ')}: ${again.length} of ${numbers.length} run again`);
  const doubtful = again.map(({ mutant }) => mutant);
  const half = doubtful.length < numbers.length ? doubtful.length : Math.ceil(doubtful.length / 2);
  for (const part of [doubtful.slice(0, half), doubtful.slice(half)])
    if (part.length > 0) kept.push(...(await tryMutants(files, part)));
  return kept;
}

function isFailedCheck({ mutant, outcome }: TrialResult): boolean {
  return mutant === noMutant && outcome !== 'passed' && outcome !== 'left out';
}

function trialsOn({ file, baseline }: TestFile, numbers: number[], isFresh: boolean): Trial[] {
  const { ms, slowestMs, reached, whileLoading } = baseline;
  const chosen = numbers.filter((number) => reached.has(number) && whileLoading.has(number) === isFresh);
  // Generous: a busy machine must not count as a test that noticed.
  const testTimeout = Math.max(8_000, slowestMs * 10);
  const patience = { ms: Math.max(120_000, ms * 20), cpuMs: Math.max(8_000, ms * 5) };
  const trial = (mutant: number) => ({ file, mutant, isFresh, testTimeout, patience });
  return chosen.length === 0 ? [] : [...chosen, noMutant].map(trial);
}

function report(
  name: string,
  places: Place[],
  outcomes: Map<number, TrialResult['outcome']>,
  testFiles: TestFile[],
): boolean {
  const isReached = ({ number }: Place) => testFiles.some(({ baseline }) => baseline.reached.has(number));
  for (const place of places) {
    const { file, mutant, number } = place;
    const outcome = outcomes.get(number) ?? (isReached(place) ? 'survived' : 'not executed');
    if (outcome !== 'failed')
      say(`  ${outcome}  ${file}:${mutant.line}  ${brief(mutant.from)}  ->  ${brief(mutant.to)}`);
  }
  const late = [...outcomes.values()].filter((outcome) => outcome !== 'failed').length;
  const share = (outcomes.size / places.length) * 100;
  say(`${name}: ${outcomes.size} of ${places.length} killed (${share.toFixed(1)}%), ${late} of them by a time limit\n`);
  return share >= Number(values.least);
}

function brief(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 70 ? `${line.slice(0, 67)}…` : line;
}
