import { fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openLoop, percentile, type Sent } from '../open-loop.ts';
import { makeCluster } from './cluster.ts';
import { keepToCore } from './own-core.ts';
import { ownFolder, startSite, wait } from './site.ts';
import type { Ended } from './slow-crowd.ts';
import { atMost, none, report, skip } from './verdict.ts';

const title = 'R13: 2,000 clients that never finish their request';
const crowd = 2_000;
/** One in so many of them sends a body. */
const bodyEvery = process.argv[2] ?? '10';
keepToCore(process.pid, 1);
const cluster = await makeCluster();
if (!cluster) skip(title, 'PostgreSQL is not installed.');
const site = await startSite(
  { DATA_DIR: join(ownFolder(), 'data'), DATABASE_URL: cluster.url, SEED_SAMPLES: 'on' },
  { entry: 'bench/faults/serve-unlimited.ts' },
);
keepToCore(site.child.pid!, 0);
const next = (index: number): Sent => ({ kind: 'reading', path: index % 2 ? '/about' : '/api/tags' });
const load = async () =>
  percentile(
    (await openLoop(site.origin, { rate: 100, seconds: 15, next })).map(({ status, afterMs }) =>
      status === 200 ? afterMs : 20_000,
    ),
    0.99,
  );

await load();
const alone = await load();
// A separate process: in this one it would delay the timers that measure.
const others = fork(fileURLToPath(new URL('./slow-crowd.ts', import.meta.url)), [
  new URL(site.origin).port,
  String(crowd),
  bodyEvery,
]);
// Lower priority, because it shares its core with the measurement and the database.
setPriority(others.pid!, 10);
const ends: Ended[] = [];
others.on('message', (ended: Ended) => ends.push(ended));
await wait(6_000);
const crowded = await load();
others.disconnect();

// A byte in flight when the server closes causes a TCP reset, which discards the response. A body's handler may also
// give it up.
const isCut = ({ status }: Ended) => ['408', '503', ''].includes(status);
const cut = ends.filter(isCut).map(({ afterMs }) => afterMs);
report(title, [
  atMost(
    `99% of the others answered, of the time without the crowd (${alone.toFixed(1)} ms), in percent`,
    (crowded / alone) * 100,
    200,
    '%',
  ),
  {
    name: 'slow clients cut off with 408 or 503',
    figure: cut.length,
    goal: `at least ${crowd}`,
    isMet: cut.length >= crowd,
  },
  atMost('after', percentile(cut, 0.5), 5_500, 'ms'),
  none('answered in another way', ends.length - cut.length),
]);
