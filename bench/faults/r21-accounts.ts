import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../../src/database/connect.server.ts';
import { addressesOf, fillAccount, fillDesks, ownOf } from '../../src/testing/account-at-limits.ts';
import { invalidatePagesAtOnce } from '../../src/platform/cache/page-cache.server.ts';
import type { Member } from '../../src/testing/join.ts';
import { residentMegabytes } from '../process-usage.ts';
import { makeCluster } from './cluster.ts';
import { makeMembers, ownFolder, startSite, wait } from './site.ts';
import { atMost, exactly, none, report } from './verdict.ts';

// Accounts at every limit that exists: what each address costs for a stranger, such an account and each role of the
// newsroom, and what 20 exports at once do.
const accounts = 20;
/** Of what is bounded by the day only. */
const days = 5;
const cluster = await makeCluster();
const settings = { DATA_DIR: join(ownFolder(), 'data'), ...(cluster ? { DATABASE_URL: cluster.url } : {}) };
const members = await makeMembers(settings, accounts, { roles: ['writer'] });
const [moderator] = (await makeMembers(settings, 1, { roles: ['moderator'] })) as [Member];
const [admin] = (await makeMembers(settings, 1, { roles: ['admin', 'editor'] })) as [Member];
const connection = await connect({ databaseUrl: cluster?.url, dataDir: settings.DATA_DIR });
for (const { id } of members) await fillAccount(connection.db, id, days);
const [first] = members as [Member];
await fillDesks(connection.db, first.id, moderator.id);
await connection.db.execute('analyze');
const own = await ownOf(connection.db, first.id);
const people = { stranger: { cookies: '' }, writer: first, moderator, admin };
// PGlite is one process's alone.
if (!cluster) await connection.close();
const site = await startSite({ ...settings, SEED_SAMPLES: 'on' }, { entry: 'bench/faults/serve-unlimited.ts' });
const pid = site.child.pid!;
const { paths } = (await (await fetch(`${site.origin}/api/openapi.json`)).json()) as { paths: Record<string, object> };
const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`),
);
const addresses = addressesOf(calls, first.id, own);

/** CPU time of the serving thread, in milliseconds: other threads and other processes do not count. */
const threadTime = () => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

type Got = { status: number; bytes: number };
// By cookies, which outlive an access token: on a busy machine all of this takes longer than its quarter of an hour.
async function get({ cookies }: Pick<Member, 'cookies'>, path: string): Promise<Got> {
  try {
    const answer = await fetch(`${site.origin}${path}`, { headers: { cookie: cookies } });
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
  } catch {
    return { status: 0, bytes: 0 };
  }
}

const figures: { path: string; ms: number; bytes: number; status: number }[] = [];
for (const [role, person] of Object.entries(people))
  for (const path of addresses) {
    let [best, got] = [Infinity, { status: 0, bytes: 0 }];
    // The first time loads and compiles what it needs; the best of the others is the cost.
    for (let times = 0; times < 4; times += 1) {
      // A cached page costs nothing.
      if (cluster) await invalidatePagesAtOnce(connection, ['all']);
      const before = threadTime();
      got = await get(person, path);
      if (times > 0) best = Math.min(best, threadTime() - before);
    }
    figures.push({ path: `${path} (${role})`, ms: best, ...got });
  }
if (cluster) await connection.close();
const dearest = figures.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
for (const { path, ms, bytes, status } of dearest)
  process.stdout.write(`  ${ms.toFixed(1)} ms, ${(bytes / 1e6).toFixed(2)} MB, ${status}: ${decodeURI(path)}\n`);

const atRest = residentMegabytes(pid);
let peak = atRest;
let longestWait = 0;
const over = new AbortController();
const watching = (async () => {
  while (!over.signal.aborted) {
    const requestedAt = performance.now();
    await fetch(`${site.origin}/healthz`).catch(() => {});
    longestWait = Math.max(longestWait, performance.now() - requestedAt);
    peak = Math.max(peak, residentMegabytes(pid));
    await wait(20);
  }
})();
const began = performance.now();
const ofOne = await Promise.all(Array.from({ length: 20 }, () => get(first, '/api/user/export')));
const ofAll = await Promise.all(members.map((member) => get(member, '/api/user/export')));
const seconds = (performance.now() - began) / 1_000;
over.abort();
await watching;
const whole = ofAll.filter(({ status }) => status === 200);
process.stdout.write(
  `  exports: one of 20 by one person is made (${ofOne.filter(({ status }) => status === 200).length}); of 20 people ${whole.length}, each ${((whole[0]?.bytes ?? 0) / 1e6).toFixed(1)} MB, in ${seconds.toFixed(1)} s
  RSS ${atRest.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most; longest wait for /healthz ${longestWait.toFixed(0)} ms\n`,
);
const isAlive = site.child.exitCode === null && site.child.signalCode === null;
await site.end('SIGTERM');
report(`R21: accounts at every limit (${cluster ? 'PostgreSQL' : 'PGlite'})`, [
  atMost(`thread time of the dearest of ${figures.length} addresses and roles`, dearest[0]!.ms, 100, 'ms'),
  atMost('largest answer', Math.max(...figures.map(({ bytes }) => bytes)) / 1e6, 5, 'MB'),
  none('answers that failed', figures.filter(({ status }) => status === 0 || status >= 500).length),
  // On a busy machine some wait for too long, and are asked to try again.
  none(
    'exports that are neither whole nor refused with 409 or 503',
    [...ofOne, ...ofAll].filter(({ status }) => ![200, 409, 503].includes(status)).length,
  ),
  // PGlite is a part of the process.
  ...(cluster ? [atMost('RSS during 40 exports at once', peak, 512, 'MB')] : []),
  exactly('the process lives', Number(isAlive), 1),
]);
