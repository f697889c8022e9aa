import { join } from 'node:path';
import { makeCluster } from './cluster.ts';
import { type Answer, call, makeMembers, ownFolder, startSite, wait } from './site.ts';
import { atMost, exactly, none, report, skip } from './verdict.ts';

const title = 'R3: the database stands still (SIGSTOP) for 15 s';
const cluster = await makeCluster();
if (!cluster) skip(title, 'PostgreSQL is not installed.');
const settings = { DATA_DIR: join(ownFolder(), 'data'), DATABASE_URL: cluster.url, SEED_SAMPLES: 'on' };
const members = await makeMembers(settings, 24);
const site = await startSite(settings);
const [{ path }] = (await cluster.query<{ path: string }>(
  `select '/webstory/' || slug as path from webstories where lang = 'en' order by id limit 1`,
)) as [{ path: string }];
for (let attempt = 0; attempt < 50 && (await call(site.origin, path)).status !== 200; attempt += 1) await wait(200);

cluster.signal('SIGSTOP');
const stoppedAt = performance.now();
const answers: Answer[] = [];
const cached: Answer[] = [];
await Promise.all(
  members.map(async ({ headers }, index) => {
    for (let turn = 0; performance.now() - stoppedAt < 15_000; turn += 1) {
      const isWrite = index % 2 === 0;
      answers.push(
        await call(site.origin, isWrite ? '/api/communities/question/create' : '/api/user/get', {
          method: isWrite ? 'POST' : 'GET',
          headers,
          ...(isWrite ? { body: { title: `Question ${turn} of ${index} in the gap`, body: '' } } : {}),
        }),
      );
      cached.push(await call(site.origin, path));
      await wait(200);
    }
  }),
);
cluster.signal('SIGCONT');
const goesOnAt = performance.now();
while (
  (await call(site.origin, '/api/user/get', { headers: members[1]!.headers })).status !== 200 &&
  performance.now() - goesOnAt < 20_000
)
  await wait(20);
const recoveryMs = performance.now() - goesOnAt;
await site.end('SIGTERM');

report(`${title}: ${answers.length} calls, ${cached.length} cached pages`, [
  none(
    `answers other than 503 (${[...new Set(answers.map(({ status }) => status))].join(', ')})`,
    answers.filter(({ status }) => status !== 503).length,
  ),
  atMost('slowest answer', Math.max(...answers.map(({ afterMs }) => afterMs)), 3_000, 'ms'),
  exactly('cached pages that were 200', cached.filter(({ status }) => status === 200).length, cached.length),
  atMost('good again after it goes on', recoveryMs, 2_000, 'ms'),
]);
