import { join } from 'node:path';
import { storedQuestions } from './app-killed.ts';
import { makeCluster } from './cluster.ts';
import { killDatabase } from './database-killed.ts';
import { makeMembers, ownFolder, startSite } from './site.ts';
import { atMost, none, report, skip } from './verdict.ts';

const title = 'R2: the database is killed (kill -9) while 32 write, ten times';
const cluster = await makeCluster();
if (!cluster) skip(title, 'PostgreSQL is not installed.');
const settings = { DATA_DIR: join(ownFolder(), 'data'), DATABASE_URL: cluster.url };
const members = await makeMembers(settings, 640);
const site = await startSite(settings);
const result = await killDatabase(cluster, site, members, { cycles: 10, writers: 32 });
await site.end('SIGTERM');
const { acknowledged, lost, duplicates, unexpected, slowestMs, slowestRecoveryMs, isAlive } = {
  ...result,
  ...result.compare(await storedQuestions(settings)),
};
report(`${title} (${acknowledged} acknowledged)`, [
  none('acknowledged writes lost', lost),
  none('stored twice', duplicates),
  none(`answers other than 201, 409, 429 and 503 (${result.statuses})`, unexpected),
  atMost('slowest answer', slowestMs, 3_000, 'ms'),
  atMost('first success after the database takes connections', slowestRecoveryMs, 2_000, 'ms'),
  none('processes of the app that ended', isAlive ? 0 : 1),
]);
