import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../scripts/own-postgres.ts';
import { nodeFlags } from '../node-flags.ts';
import { percentile } from '../open-loop.ts';
import { makeCluster } from './cluster.ts';
import { ownFolder, secret, startSite, wait } from './site.ts';
import { atMost, none, report, skip } from './verdict.ts';

const title = 'R20: from the start of the process until it is ready';
const cluster = await makeCluster();
if (!cluster) skip(title, 'PostgreSQL is not installed.');
const settings = { DATA_DIR: join(ownFolder(), 'data'), DATABASE_URL: cluster.url, SEED_SAMPLES: 'on' };
await (await startSite(settings)).end('SIGTERM');

const port = String(await freePort());
const isReady = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
const times: number[] = [];
for (let round = 0; round < 5; round += 1) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...nodeFlags, 'src/main.server.ts'], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      PORT: port,
      AUTH_SECRET: secret,
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '0',
      ...settings,
    },
  });
  while (!(await isReady())) await wait(10);
  times.push(performance.now() - startedAt);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

// Without the migrations applied, it must not be ready.
await cluster.query('drop schema drizzle cascade').catch(() => {});
const unmigrated = spawn(process.execPath, ['src/main.server.ts'], {
  stdio: 'ignore',
  env: { PATH: process.env.PATH, PORT: port, AUTH_SECRET: secret, LOG_LEVEL: 'error', ...settings },
});
const ended = new Promise((resolve) => unmigrated.once('exit', resolve));
let tooEarly = 0;
while (unmigrated.exitCode === null) {
  if (await isReady()) tooEarly += 1;
  await wait(20);
}
await ended;
report(title, [
  atMost('median of five starts', percentile(times, 0.5), 3_000, 'ms'),
  none('ready although its migrations cannot be applied', tooEarly),
]);
