import { connect } from '../../src/database/connect.server.ts';
import { applyMigrations } from '../../src/database/migrate.server.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCluster } from './cluster.ts';
import { ownFolder, startSite, wait } from './site.ts';
import { exactly, none, report, skip } from './verdict.ts';

const title = 'R11: migrations, by three that start at once, and by one that is killed';
const cluster = await makeCluster();
if (!cluster) skip(title, 'PostgreSQL is not installed.');
const dataDir = join(ownFolder(), 'data');
const { entries } = JSON.parse(
  readFileSync(new URL('../../src/database/migrations/meta/_journal.json', import.meta.url), 'utf8'),
) as { entries: unknown[] };
const applied = async () =>
  (
    await cluster
      .query<{ count: number }>('select count(*)::int as count from drizzle.__drizzle_migrations')
      .catch(() => [{ count: 0 }])
  )[0]!.count;
const empty = () =>
  cluster.query('drop schema if exists drizzle cascade; drop schema public cascade; create schema public');

const sites = await Promise.all(
  [1, 2, 3].map((number) => startSite({ DATA_DIR: `${dataDir}${number}`, DATABASE_URL: cluster.url })),
);
const together = await applied();
await Promise.all(sites.map((site) => site.end('SIGTERM')));

let wrong = 0;
let midway = 0;
for (let round = 0; round < 12; round += 1) {
  await empty();
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `
    const { connect } = await import('./src/database/connect.server.ts');
    const { applyMigrations } = await import('./src/database/migrate.server.ts');
    await applyMigrations(await connect({ databaseUrl: ${JSON.stringify(cluster.url)}, dataDir: '/nowhere' }));`,
    ],
    { cwd: new URL('../..', import.meta.url), stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  // Each kill comes a little later, starting from the first statement.
  while (
    child.exitCode === null &&
    (
      await cluster.query<{ count: number }>(`select count(*)::int as count from pg_locks where locktype = 'advisory'`)
    )[0]!.count === 0
  )
    await wait(5);
  await wait(round * 12);
  child.kill('SIGKILL');
  await ended;
  if ((await applied()) < entries.length) midway += 1;
  const connection = await connect({ databaseUrl: cluster.url, dataDir });
  await applyMigrations(connection).catch(() => {
    wrong += 1;
  });
  await connection.close();
  if ((await applied()) !== entries.length) wrong += 1;
}
report(`${title} (${midway} of 12 killed before the end)`, [
  exactly('migrations applied by three at once', together, entries.length),
  none('runs after a kill that did not come out clean', wrong),
  { name: 'kills that interrupted something', figure: midway, goal: 'at least 1', isMet: midway > 0 },
]);
