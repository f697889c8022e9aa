import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { closedLoop, type Load } from '../closed-loop.ts';
import { openLoop, type Outcome, percentile, type Sent } from '../open-loop.ts';
import { cpuSeconds, residentMegabytes } from '../process-usage.ts';
import { makeCluster } from './cluster.ts';
import { keepToCore } from './own-core.ts';
import { ownFolder, startSite, wait } from './site.ts';
import { atLeast, atMost, type Goal, none, report, skip } from './verdict.ts';

const title = 'R6: five times as many requests as the site can answer, and visitors who ask again at once';
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { pglite: { type: 'boolean', default: false }, cores: { type: 'string', default: '1' } },
});
const seconds = Number(positionals[0] ?? 60);
let requestCount = 0;
const mix = ['search', 'reading', 'reading', 'reading'];
const crowds = [10, 20, 40, 80];
const roundSeconds = 4;
/** A single round of the same load differs by a tenth from the next one. */
const turns = 3;

// Before PostgreSQL is started, which inherits it. The load has the second core, and so has PostgreSQL.
keepToCore(process.pid, 1);
const cluster = options.pglite ? null : await makeCluster();
if (!options.pglite && !cluster) skip(title, 'PostgreSQL is not installed.');
const site = await startSite(
  {
    DATA_DIR: join(ownFolder(), 'data'),
    SEED_SAMPLES: 'on',
    ...(cluster ? { DATABASE_URL: cluster.url } : {}),
  },
  { entry: 'bench/faults/serve-unlimited.ts' },
);
const pid = site.child.pid!;
keepToCore(pid, 0, options.cores === '2' ? 1 : 0);

const goals: Goal[] = [];
await askForManyPages(120);
await warmUp();
const best = await askAgainAtOnce();
await wait(1_000);
await askFiveTimesAsMuch();
await site.end('SIGTERM');
await cluster?.kill();
report(title, goals);

function isGood({ status }: Outcome): boolean {
  return status === 200;
}
function timesOf(outcomes: Outcome[]): number[] {
  return outcomes.filter(isGood).map(({ afterMs }) => afterMs);
}

/** A burst on a cold process: each page is rendered for the first time. */
async function askForManyPages(count: number): Promise<void> {
  const listedIn = async (path: string) =>
    [...(await (await fetch(site.origin + path)).text()).matchAll(/<loc>http:\/\/[^/]+([^<]*)<\/loc>/g)].map(
      ([, found]) => found!,
    );
  const paths = (await Promise.all((await listedIn('/sitemap.xml')).map(listedIn))).flat().slice(0, count);
  const outcomes = await openLoop(site.origin, {
    rate: 100_000,
    seconds: paths.length / 100_000,
    next: (index) => ({ kind: 'page', path: paths[index]! }),
  });
  print(
    `${outcomes.length} pages at once after the start: the last after ${(Math.max(...timesOf(outcomes)) / 1_000).toFixed(1)} s`,
  );
  goals.push(none(`not answered of ${count} pages at once after the start`, count - timesOf(outcomes).length));
}

/** Never in the page cache: articles' data, and searches that are all different. */
function requestOf(kind: string): Sent {
  requestCount += 1;
  return {
    kind,
    path: kind === 'search' ? `/search?q=ration+${requestCount}` : `/api/article/${1_001 + (requestCount % 20)}`,
  };
}

async function visit(visitors: number, during: number): Promise<Load & { good: number }> {
  const shots = Array.from({ length: during * 2_000 }, (_, index) => requestOf(mix[index % mix.length]!));
  const load = await closedLoop({ origin: site.origin, shots, visitors, seconds: during, core: 1 });
  return { ...load, good: load.perSecond * (1 - load.failed / Math.max(1, load.answers)) };
}

/** Until three rounds in a row bring no more: then the JIT compiler has done its work. */
async function warmUp(): Promise<void> {
  let best = 0;
  for (let [rounds, without] = [0, 0]; rounds < 10 && without < 3; rounds += 1) {
    const { good } = await visit(4, 3);
    without = good > best * 1.03 ? 0 : without + 1;
    best = Math.max(best, good);
  }
}

/** @returns the best rate of the mix, in answers a second, with 99% within a second and none refused */
async function askAgainAtOnce(): Promise<number> {
  const rounds = new Map<number, Awaited<ReturnType<typeof visit>>[]>();
  for (let turn = 0; turn < turns; turn += 1)
    for (const visitors of [4, 8, ...crowds])
      rounds.set(visitors, [...(rounds.get(visitors) ?? []), await visit(visitors, roundSeconds)]);
  print('visitors  good/s  refused   p50  p99 ms');
  let best = 0;
  const goodOf = new Map<number, number>();
  for (const [visitors, loads] of rounds) {
    const mean = (of: (load: (typeof loads)[0]) => number) => loads.reduce((sum, load) => sum + of(load), 0) / turns;
    const worst = (of: (load: (typeof loads)[0]) => number) => Math.max(...loads.map(of));
    const [good, failed, p99] = [mean((load) => load.good), worst((load) => load.failed), worst((load) => load.p99)];
    goodOf.set(visitors, good);
    if (p99 <= 1_000 && failed === 0) best = Math.max(best, good);
    const figures = [good, failed, mean((load) => load.p50), p99].map((figure) => figure.toFixed(0).padStart(7));
    print(`${String(visitors).padStart(8)} ${figures.join(' ')}`);
  }
  for (const visitors of crowds)
    goals.push(
      atLeast(`${visitors} visitors, of the best rate (${best.toFixed(0)}/s)`, goodOf.get(visitors)! / best, 0.8),
    );
  return best;
}

async function askFiveTimesAsMuch(): Promise<void> {
  const load = (rate: number, during: number) =>
    openLoop(site.origin, { rate, seconds: during, next: (index) => requestOf(mix[index % mix.length]!) });
  let megabytes = 0;
  const sampling = setInterval(() => (megabytes = Math.max(megabytes, residentMegabytes(pid))), 200);
  const used = cpuSeconds(process.pid);
  const outcomes = await load(best * 5, seconds);
  const ownCpu = (cpuSeconds(process.pid) - used) / seconds;
  clearInterval(sampling);
  await wait(5_000);
  const after = await load(best / 5, 3);

  for (const kind of ['search', 'reading']) {
    const times = timesOf(outcomes.filter((outcome) => outcome.kind === kind));
    const [rate, p50, p99] = [times.length / seconds, percentile(times, 0.5), percentile(times, 0.99)];
    print(
      `at ${Math.round(best * 5)} a second, ${kind}: ${rate.toFixed(0)} a second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    );
  }
  const times = timesOf(outcomes);
  const refused = outcomes.filter(({ status }) => status === 503);
  const late = percentile(
    outcomes.map(({ lateMs }) => lateMs),
    0.99,
  );
  goals.push(
    atLeast('good answers at five times the capacity, of the best rate', times.length / seconds / best, 0.8),
    atMost('99% of the accepted answered within', percentile(times, 0.99), 1_500, 'ms'),
    none('refused without Retry-After', refused.filter(({ hasRetryAfter }) => !hasRetryAfter).length),
    none('neither answered nor refused', outcomes.length - times.length - refused.length),
    // PGlite's own process holds its database in memory as well.
    ...(cluster ? [atMost('memory', megabytes, 512, 'MB')] : []),
    none('not answered five seconds later', after.length - timesOf(after).length),
    atMost('the load generator was late (else it measures itself), 99%', late, 100, 'ms'),
    atMost('CPU of the load generator (else it is the bottleneck)', ownCpu * 100, 80, '% of a core'),
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
