import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/own-postgres.ts';
import { questionPath } from '../../src/platform/wire/ids.ts';
import { startBalancer } from '../../src/testing/balancer.ts';
import { storedQuestions } from './app-killed.ts';
import { makeCluster } from './cluster.ts';
import { shareAmong } from './shared-counts.ts';
import { call, makeMembers, ownFolder, type Site, startSite, wait } from './site.ts';
import { atMost, exactly, none, report, skip } from './verdict.ts';
import { compare, startWriters } from './writers.ts';

// `npm run faults -- r34-ten-instances [INSTANCES]`
const count = Number(process.argv[2] ?? 10);
// Each instance is ended with this process.
process.setMaxListeners(2 * count);
const title = `R34: ${count} instances over one PostgreSQL and its replica`;
const primary = await makeCluster();
if (!primary) skip(title, 'PostgreSQL is not installed.');
const standby = await primary.makeStandby();
const settings = {
  DATA_DIR: join(ownFolder(), 'data'),
  DATABASE_URL: primary.url,
  DATABASE_REPLICA_URL: standby.url,
  SEED_SAMPLES: 'on',
  TRUST_PROXY: '127.0.0.1',
};
let readers = 0;
/** Somebody else's address each time: one address has limits. */
const asReader = () => {
  readers += 1;
  return { headers: { 'x-forwarded-for': `10.${readers >> 16}.${(readers >> 8) & 255}.${readers & 255}` } };
};
const members = await makeMembers(settings, 220);
const [moderator] = await makeMembers(settings, 1, { role: 'moderator' });
const ports: string[] = [];
const sites: Site[] = [];
for (let started = 0; started < count; started += 1) {
  ports.push(String(await freePort()));
  sites.push(await startSite({ ...settings, PORT: ports.at(-1)! }));
}

const goals = await shareAmong(
  sites.map(
    ({ origin }) =>
      (path, options) =>
        call(origin, path, options),
  ),
  members.slice(0, 200),
  async (sql) => (await primary.query<{ count: number }>(sql))[0]!.count,
);

// Ten takedowns, each on another instance, of a page that every instance holds in its cache.
let [slowest, gone] = [0, 0];
for (const [turn, site] of sites.entries()) {
  const name = `Taken down on instance ${turn}`;
  const asked = await call(site.origin, '/api/communities/question/create', {
    method: 'POST',
    headers: members[200 + turn]!.headers,
    body: { title: name, body: '' },
  });
  const { id } = (asked.body as { data: { id: number } }).data;
  const path = questionPath(name, id);
  const askAll = () => Promise.all(sites.map(({ origin }) => call(origin, path, asReader())));
  while ((await askAll()).some((answer) => answer.status !== 200)) await wait(100);
  await call(site.origin, '/api/moderation/act', {
    method: 'POST',
    headers: moderator!.headers,
    body: { entityType: 'QUESTION', entityId: id, act: 'HIDE', reason: 'Names a person' },
  });
  const hiddenAt = performance.now();
  // When the last request was sent that brought the old page; on a busy machine answers take longer than that.
  for (let since = 0; since < 3_000; since = performance.now() - hiddenAt)
    if ((await askAll()).some((answer) => answer.status === 200)) slowest = Math.max(slowest, since);
  gone += (await askAll()).filter((answer) => answer.status === 404).length;
}

const memory = sites.map(
  ({ child }) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1_024,
);
const connections = await primary.query<{ name: string; count: number }>(
  `select application_name as name, count(*)::int from pg_stat_activity where application_name like 'nagrik%' group by 1 order by 1`,
);
process.stdout.write(
  `Memory of an instance: ${Math.round(Math.min(...memory))} to ${Math.round(Math.max(...memory))} MB
Connections to the primary: ${connections.reduce((sum, one) => sum + one.count, 0)} (${connections.map((one) => `${one.name} ${one.count}`).join(', ')})\n`,
);

// One instance after the other starts anew, behind a proxy, while people read and write.
const balancer = await startBalancer(sites.map(({ origin }) => origin));
const over = new AbortController();
const read = new Map<number, number>();
const reading = ['/', '/community', '/api/tags'].map(async (path) => {
  while (!over.signal.aborted) {
    const { status } = await call(balancer.origin, path, asReader());
    read.set(status, (read.get(status) ?? 0) + 1);
    await wait(100);
  }
});
const { written, stop } = startWriters(
  () => balancer.origin,
  // A token ends after a quarter of an hour.
  members.slice(10, 200).map(({ lasting }) => ({ headers: lasting })),
  2,
);
for (const [index, port] of ports.entries()) {
  await sites[index]!.end('SIGTERM');
  sites[index] = await startSite({ ...settings, PORT: port });
  await wait(500);
}
over.abort();
await Promise.all([...reading, stop()]);
await balancer.close();
await Promise.all(sites.map((site) => site.end('SIGTERM')));
const { lost, duplicates } = compare(written, await storedQuestions(settings));
await Promise.all([primary.kill(), standby.kill()]);
const said = (statuses: Map<number, number>) =>
  [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ');
const others = (statuses: Map<number, number>, wanted: number[]) =>
  [...statuses].filter(([status]) => !wanted.includes(status)).length;
report(title, [
  ...goals,
  atMost(`the last old page of ${count} takedowns was asked for after`, slowest, 2_000, 'ms'),
  exactly('answers 404 of all to all, three seconds after', gone, count * count),
  none(`reads that failed while all started anew (${said(read)})`, others(read, [200])),
  // 429: the day's questions of a person, where a run takes long.
  none(`writes that failed (${said(written.statuses)})`, others(written.statuses, [201, 429])),
  none(`of ${written.acknowledged.size} acknowledged lost, or stored twice`, lost + duplicates),
]);
