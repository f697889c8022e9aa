import { join } from 'node:path';
import { freePort } from '../../scripts/own-postgres.ts';
import { startBalancer } from '../../src/testing/balancer.ts';
import { openLoop, type Sent } from '../open-loop.ts';
import { makeCluster } from './cluster.ts';
import { ownFolder, startSite, wait } from './site.ts';
import { atMost, none, report, skip } from './verdict.ts';

const title = 'R9: instances are ended (SIGTERM) one after the other under load, behind a proxy';
const cluster = await makeCluster();
if (!cluster) skip(title, 'PostgreSQL is not installed.');
const data = join(ownFolder(), 'data');
const start = (port: string) =>
  startSite(
    { DATA_DIR: data, DATABASE_URL: cluster.url, SEED_SAMPLES: 'on', PORT: port },
    { entry: 'bench/faults/serve-unlimited.ts' },
  );
const ports = [String(await freePort()), String(await freePort())];
const sites = [await start(ports[0]!), await start(ports[1]!)];
const balancer = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`));

const paths = ['/about', '/videos', '/api/tags'];
const next = (index: number): Sent => ({ kind: 'reading', path: paths[index % paths.length]! });
const loading = openLoop(balancer.origin, { rate: 30, seconds: 45, next });
let slowest = 0;
const statuses: (number | null)[] = [];
for (const [index, port] of ports.entries()) {
  await wait(5_000);
  const startedAt = performance.now();
  await sites[index]!.end('SIGTERM');
  slowest = Math.max(slowest, performance.now() - startedAt);
  statuses.push(sites[index]!.child.exitCode);
  sites[index] = await start(port);
}
const outcomes = await loading;
await balancer.close();
const byStatus = Map.groupBy(outcomes, ({ status }) => status);
process.stdout.write(`${[...byStatus].map(([status, { length }]) => `${length} times ${status}`).join(', ')}\n`);
report(title, [
  none(`failed of ${outcomes.length} requests`, outcomes.filter(({ status }) => status !== 200).length),
  none('ended with another status than 0', statuses.filter((status) => status !== 0).length),
  atMost('slowest end', slowest, 10_000, 'ms'),
]);
