import { join } from 'node:path';
import { questionPath } from '../../src/platform/wire/ids.ts';
import { storedQuestions } from './app-killed.ts';
import { makeCluster } from './cluster.ts';
import { call, makeMembers, ownFolder, startSite, wait } from './site.ts';
import { atMost, exactly, type Goal, none, report, skip } from './verdict.ts';
import { openVirtualAddress } from './virtual-address.ts';
import { compare, startWriters } from './writers.ts';

const title = 'R33: the primary is lost while 16 write to two instances, and its synchronous standby is promoted';
const expected = new Set([201, 409, 429, 503]);

/** Milliseconds until somebody notices, which is the operator's part. */
const noticed = 2_000;

/**
 * @param fault killed: its machine's kernel closes the connections. Frozen: nothing answers, nothing is closed, and
 *   connections that stand are left there, so the site has to find out.
 */
async function failOver(fault: 'killed' | 'frozen'): Promise<Goal[] | null> {
  const primary = await makeCluster();
  if (!primary) return null;
  const standby = await primary.makeStandby();
  await primary.query(`alter system set synchronous_standby_names = '*'`);
  await primary.query('select pg_reload_conf()');
  while ((await primary.query(`select from pg_stat_replication where sync_state = 'sync'`)).length === 0)
    await wait(50);

  const address = await openVirtualAddress(Number(new URL(primary.url).port));
  const settings = {
    DATA_DIR: join(ownFolder(), 'data'),
    DATABASE_URL: `postgres://postgres@127.0.0.1:${address.port}/postgres`,
    // What becomes of it, once this is the primary.
    DATABASE_REPLICA_URL: standby.url,
  };
  const members = await makeMembers(settings, 640);
  const [moderator] = await makeMembers(settings, 1, { role: 'moderator' });
  const sites = [await startSite(settings), await startSite(settings)];
  let turn = 0;
  const { written, stop } = startWriters(() => sites[(turn += 1) % 2]!.origin, members, 16);
  while (written.acknowledged.size < 100) await wait(20);
  await wait(2_000);

  const before = written.acknowledged.size;
  if (fault === 'killed') await primary.kill();
  else primary.signal('SIGSTOP');
  await wait(noticed);
  await standby.query('select pg_promote()');
  const promotedAt = performance.now();
  address.pointTo(Number(new URL(standby.url).port), fault === 'killed' ? 'cut' : 'leave');
  const inTime = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo()) && performance.now() - promotedAt < 30_000) await wait(20);
    return performance.now() - promotedAt;
  };
  const gap = await inTime(async () => written.lastSuccessAt > promotedAt);
  const ready = await inTime(async () =>
    (await Promise.all(sites.map(({ origin }) => call(origin, '/readyz')))).every(({ status }) => status === 200),
  );
  await wait(3_000);
  const after = written.acknowledged.size;
  await stop();

  // A takedown on one instance reaches the other, whose page was cached.
  const id = [...written.acknowledged.values()].at(-1)!;
  const title = [...written.acknowledged].find(([, one]) => one === id)![0];
  const path = questionPath(title, id);
  await Promise.all(sites.map(({ origin }) => call(origin, path)));
  const act = { entityType: 'QUESTION', entityId: id, act: 'HIDE', reason: 'Names a person' };
  const hidden = await call(sites[0]!.origin, '/api/moderation/act', {
    method: 'POST',
    headers: moderator!.headers,
    body: act,
  });
  const hiddenAt = performance.now();
  while ((await call(sites[1]!.origin, path)).status !== 404 && performance.now() - hiddenAt < 10_000) await wait(10);
  const crossed = performance.now() - hiddenAt;

  await Promise.all(sites.map((site) => site.end('SIGTERM')));
  const { lost, duplicates } = compare(written, await storedQuestions({ ...settings, DATABASE_URL: standby.url }));
  const unexpected = [...written.statuses].filter(([status]) => !expected.has(status));
  await Promise.all(fault === 'killed' ? [standby.kill()] : [primary.kill(), standby.kill()]);
  return [
    none(`${fault}: acknowledged writes lost, of ${before} before and ${after - before} since`, lost),
    none(`${fault}: stored twice`, duplicates),
    none(
      `${fault}: answers other than 201, 409, 429 and 503 (${[...written.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')})`,
      unexpected.length,
    ),
    atMost(`${fault}: first acknowledged write after the promotion`, gap, 5_000, 'ms'),
    atMost(`${fault}: both are ready after the promotion`, ready, 10_000, 'ms'),
    exactly(`${fault}: a post is hidden afterwards`, hidden.status, 200),
    atMost(`${fault}: and gone on the other instance`, crossed, 2_000, 'ms'),
  ];
}

const goals: Goal[] = [];
for (const fault of ['killed', 'frozen'] as const) {
  const some = await failOver(fault);
  if (some === null) skip(title, 'PostgreSQL is not installed.');
  goals.push(...some);
}
report(title, goals);
