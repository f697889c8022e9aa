import { join } from 'node:path';
import { makeCluster } from './cluster.ts';
import { call, makeMembers, ownFolder, startSite } from './site.ts';
import { shareAmong } from './shared-counts.ts';
import { report, skip } from './verdict.ts';

const title = 'R8: two instances over one PostgreSQL';
const cluster = await makeCluster();
if (!cluster) skip(title, 'PostgreSQL is not installed.');
const settings = { DATA_DIR: join(ownFolder(), 'data'), DATABASE_URL: cluster.url };
const members = await makeMembers(settings, 220);
const sites = [await startSite(settings), await startSite(settings)];
const goals = await shareAmong(
  sites.map(
    ({ origin }) =>
      (path, options) =>
        call(origin, path, options),
  ),
  members,
  async (sql) => (await cluster.query<{ count: number }>(sql))[0]!.count,
);
await Promise.all(sites.map((site) => site.end('SIGTERM')));
report(title, goals);
