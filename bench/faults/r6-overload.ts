import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { closedLoop } from '../closed-loop.ts';
import { openLoop, type Outcome, percentile, type Sent } from '../open-loop.ts';
import { makeCluster } from './cluster.ts';
import { keepToCore } from './own-core.ts';
import { ownFolder, startSite, wait } from './site.ts';
import { atLeast, atMost, none, report, skip } from './verdict.ts';

const title =
  'R6: five times as many requests as the site can answer, for a minute, and visitors who ask again at once';
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pglite: { type: 'boolean', default: false },
    cores: { type: 'string', default: '1' },
    busy: { type: 'boolean', default: false },
  },
});
const seconds = Number(positionals[0] ?? 60);
const isPinned = options.cores !== '2';
// The load, and PostgreSQL, which it starts, have the second core; the site the first.
if (isPinned) keepToCore(process.pid, 1);
const cluster = options.pglite ? null : await makeCluster();
if (!options.pglite && !cluster) skip(title, 'PostgreSQL is not installed.');
const site = await startSite(
  { DATA_DIR: join(ownFolder(), 'data'), SEED_SAMPLES: 'on', ...(cluster ? { DATABASE_URL: cluster.url } : {}) },
  { entry: 'bench/faults/serve-unlimited.ts' },
);
if (isPinned) keepToCore(site.child.pid!, 0);
if (options.busy) makeBusy(isPinned ? 0 : null);

// Uncached reads only: articles' data, and searches that are all different.
let asked = 0;
const next = (index: number): Sent =>
  index % 4 === 0
    ? { kind: 'search', path: `/search?q=ration+${asked++}` }
    : { kind: 'reading', path: `/api/article/${1_001 + (index % 20)}` };
const load = (rate: number, during: number) => openLoop(site.origin, { rate, seconds: during, next });
const good = (outcomes: Outcome[]) => outcomes.filter(({ status }) => status === 200);
const times = (outcomes: Outcome[]) => good(outcomes).map(({ afterMs }) => afterMs);
// What an answer costs: the site sheds searches first, and answers of the cheap kind alone would flatter it.
const work = (outcomes: Outcome[]) =>
  good(outcomes).reduce((sum, { kind }) => sum + (kind === 'search' ? searchCosts : 1), 0);

// Warm-up for the JIT compiler.
await load(50, 10);
await load(100, 10);
const closed = async (visitors: number, kinds: string[] = ['reading', 'search'], during = 8) => {
  const shots = Array.from({ length: 20_000 }, (_, index) => next(index)).filter(({ kind }) => kinds.includes(kind));
  return closedLoop({ origin: site.origin, shots, visitors, seconds: during });
};
const readings = (await closed(4, ['reading'])).perSecond;
const searchCosts = readings / (await closed(4, ['search'])).perSecond;
print(`a search costs as much as ${searchCosts.toFixed(1)} readings`);

const rounds: { visitors: number; perSecond: number; failed: number }[] = [];
for (const visitors of [2, 4, 10, 20, 40, 80]) {
  const { perSecond, failed, p99 } = await closed(visitors);
  rounds.push({ visitors, perSecond: perSecond - failed / 8, failed });
  print(`${visitors} visitors: ${perSecond.toFixed(0)} a second, ${failed} refused, p99 ${p99.toFixed(0)} ms`);
}
const best = Math.max(...rounds.map(({ perSecond }) => perSecond));
await wait(2_000);
let mostMemory = 0;
const sampling = setInterval(() => {
  mostMemory = Math.max(mostMemory, residentMegabytes(site.child.pid!));
}, 200);
const outcomes = await load(best * 5, seconds);
clearInterval(sampling);
await wait(5_000);
const after = await load(best / 5, 5);

const byStatus = Map.groupBy(outcomes, ({ status }) => status);
print([...byStatus].map(([status, { length }]) => `${length} times ${status}`).join(', '));
const accepted = times(outcomes);
for (const kind of ['search', 'reading']) {
  const own = times(outcomes.filter((outcome) => outcome.kind === kind));
  print(
    `${kind}: ${own.length} answered, p50 ${Math.round(percentile(own, 0.5))} ms, p99 ${Math.round(percentile(own, 0.99))} ms`,
  );
}
const refused = outcomes.filter(({ status }) => status === 503);
const bestWork = best * (0.75 + 0.25 * searchCosts);
print(`best rate: ${best.toFixed(0)} a second; of ${outcomes.length} at five times as many ${refused.length} refused`);
report(title, [
  atMost('99% of the accepted answered within', percentile(accepted, 0.99), 1_000, 'ms'),
  atLeast('work done under five times the load, of the best rate', work(outcomes) / seconds / bestWork, 0.9),
  ...rounds
    .filter(({ visitors }) => visitors >= 10)
    .flatMap(({ visitors, perSecond, failed }) => [
      atLeast(`${visitors} visitors, of the best rate`, perSecond / best, 0.9),
      ...(visitors / best <= 0.8 ? [none(`refused with ${visitors} visitors`, failed)] : []),
    ]),
  none('refused without Retry-After', refused.filter(({ hasRetryAfter }) => !hasRetryAfter).length),
  none('neither answered nor refused', outcomes.length - accepted.length - refused.length),
  // PGlite's own process holds its database in memory as well.
  ...(options.pglite ? [] : [atMost('memory', mostMemory, 512, 'MB')]),
  none('not answered five seconds later', after.length - times(after).length),
]);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Two neighbours that never rest; they end with this process. */
function makeBusy(core: number | null): void {
  for (let started = 0; started < 2; started += 1) {
    const child = spawn(process.execPath, [fileURLToPath(new URL('./busy-neighbour.ts', import.meta.url))], {
      stdio: 'ignore',
    });
    process.once('exit', () => child.kill('SIGKILL'));
    if (core !== null) keepToCore(child.pid!, core);
  }
}

function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}
