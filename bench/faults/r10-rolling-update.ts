import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkOut, knowsCommit } from '../check-out.ts';
import { makeCluster } from './cluster.ts';
import { call, makeMembers, ownFolder, startSite, type Site } from './site.ts';
import { exactly, none, report, skip } from './verdict.ts';

const title = 'R10: the version before and this one side by side, forwards and back';
const root = fileURLToPath(new URL('../..', import.meta.url));
// `npm run faults -- r10-rolling-update [COMMIT]`: the previous version, by default the parent commit.
const before = process.argv[2] ?? 'HEAD~1';
if (!knowsCommit(before)) skip(title, `git does not know ${before} here.`);
if (!existsSync(join(root, 'build/server/index.js'))) skip(title, 'this version is not built (npm run build).');
const cluster = await makeCluster();
if (!cluster) skip(title, 'PostgreSQL is not installed.');

const folder = ownFolder();
const old = join(folder, 'old');
checkOut(before, old);
const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: cluster.url };
const reads = [
  '/',
  '/about',
  '/api/categories',
  '/api/user/get',
  '/community',
  '/search?q=ration',
  '/api/notifications',
  '/videos',
  '/api/user/sessions',
];
const statuses = new Map<number, number>();
const load = async (sites: Site[], headers: Record<string, string>, name: string) => {
  for (let turn = 0; turn < 60; turn += 1) {
    const { origin } = sites[turn % sites.length]!;
    const { status } =
      turn % 20 === 0
        ? await call(origin, '/api/communities/question/create', {
            method: 'POST',
            headers,
            body: { title: `Asked by ${name}, turn ${turn}` },
          })
        : turn % 10 < 2
          ? await call(origin, '/api/profile/create', {
              method: 'POST',
              headers,
              body: { relation: 'SPOUSE', firstName: `Name of ${name}` },
            })
          : await call(origin, reads[turn % reads.length]!, { headers });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
};
const migrations = async () =>
  (await cluster.query<{ count: number }>('select count(*)::int as count from drizzle.__drizzle_migrations'))[0]!.count;

const first = await startSite({ ...settings, SEED_SAMPLES: 'on' }, { from: old });
const ofOld = await migrations();
const members = await makeMembers(settings, 8);
const second = await startSite(settings);
await Promise.all(members.map(({ headers }, index) => load([first, second], headers, `both ${index}`)));
await first.end('SIGTERM');
await Promise.all(members.map(({ headers }, index) => load([second], headers, `new ${index}`)));
const back = await startSite(settings, { from: old });
await second.end('SIGTERM');
await Promise.all(members.map(({ headers }, index) => load([back], headers, `old ${index}`)));
await back.end('SIGTERM');

const good = (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0);
const sum = [...statuses.values()].reduce((all, one) => all + one, 0);
report(`${title} (${before}: ${ofOld} migrations, this one: ${await migrations()})`, [
  exactly('calls answered 200 or 201', good, sum),
  none(`others (${[...statuses.keys()].join(', ')})`, sum - good),
]);
