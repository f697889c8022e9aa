import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openLoop, type Outcome, percentile, type Sent } from '../open-loop.ts';
import { makeCluster } from './cluster.ts';
import { keepToCore } from './own-core.ts';
import { ownFolder, startSite, wait } from './site.ts';
import { atMost, none, report, skip } from './verdict.ts';

const title = 'R6: five times as many requests as the site can answer, for a minute';
const seconds = Number(process.argv[2] ?? 60);
keepToCore(process.pid, 1);
const cluster = await makeCluster();
if (!cluster) skip(title, 'PostgreSQL is not installed.');
const site = await startSite(
  { DATA_DIR: join(ownFolder(), 'data'), DATABASE_URL: cluster.url, SEED_SAMPLES: 'on' },
  { entry: 'bench/faults/serve-unlimited.ts' },
);
keepToCore(site.child.pid!, 0);

// Uncached reads only: articles' data, and searches that are all different.
let asked = 0;
const next = (index: number): Sent =>
  index % 4 === 0
    ? { kind: 'search', path: `/search?q=ration+${asked++}` }
    : { kind: 'reading', path: `/api/article/${1_001 + (index % 20)}` };
const load = (rate: number, during: number) => openLoop(site.origin, { rate, seconds: during, next });
const times = (outcomes: Outcome[]) => outcomes.filter(({ status }) => status === 200).map(({ afterMs }) => afterMs);
const isFine = (outcomes: Outcome[]) =>
  times(outcomes).length > outcomes.length * 0.99 && percentile(times(outcomes), 0.99) < 500;

// Warm-up for the JIT compiler.
await load(50, 10);
await load(100, 10);
let capacity = 50;
for (let rate = 75; isFine(await load(rate, 4)); rate *= 1.5) capacity = rate;
await wait(2_000);
const unloaded = percentile(times(await load(capacity / 5, 10)), 0.99);
let mostMemory = 0;
const sampling = setInterval(() => {
  mostMemory = Math.max(mostMemory, residentMegabytes(site.child.pid!));
}, 200);
const outcomes = await load(capacity * 5, seconds);
clearInterval(sampling);
await wait(5_000);
const after = await load(capacity / 5, 5);

const byStatus = Map.groupBy(outcomes, ({ status }) => status);
process.stdout.write(`${[...byStatus].map(([status, { length }]) => `${length} times ${status}`).join(', ')}\n`);
const accepted = times(outcomes);
for (const kind of ['search', 'reading']) {
  const own = times(outcomes.filter((outcome) => outcome.kind === kind));
  process.stdout.write(
    `${kind}: ${own.length} answered, p50 ${Math.round(percentile(own, 0.5))} ms, p99 ${Math.round(percentile(own, 0.99))} ms\n`,
  );
}
const refused = outcomes.filter(({ status }) => status === 503);
const answered = percentile(accepted, 0.99);
process.stdout.write(
  `${Math.round(capacity)} a second can be answered; of ${outcomes.length} at ${Math.round(capacity * 5)} a second ${accepted.length} were, and ${refused.length} were refused\n`,
);
report(title, [
  atMost('99% of the accepted answered within', answered, 1_000, 'ms'),
  atMost(
    `the same, of what it is unloaded (${Math.round(unloaded)} ms), in percent`,
    (answered / unloaded) * 100,
    300,
    '%',
  ),
  none('refused without Retry-After', refused.filter(({ hasRetryAfter }) => !hasRetryAfter).length),
  none('neither answered nor refused', outcomes.length - accepted.length - refused.length),
  atMost('memory', mostMemory, 512, 'MB'),
  none('not answered five seconds later', after.length - times(after).length),
]);

function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}
