import { spawnSync } from 'node:child_process';
import { appendFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { programsFolder, runAs, unprivilegedUser } from '../../scripts/own-postgres.ts';
import { storedQuestions } from './app-killed.ts';
import { makeCluster } from './cluster.ts';
import { call, makeMembers, ownFolder, startSite, wait } from './site.ts';
import { atMost, exactly, none, report, skip } from './verdict.ts';
import { startWriters } from './writers.ts';

const title = 'R35: everything is deleted by mistake, and the database brought back to the moment before';
const cluster = await makeCluster();
if (!cluster) skip(title, 'PostgreSQL is not installed.');
const user = process.getuid?.() === 0 ? unprivilegedUser() : null;
const asServer = (program: string, args: string[]) => {
  const [command = '', ...rest] = [...runAs(user), program, ...args];
  const { status, stderr } = spawnSync(command, rest, { encoding: 'utf8', cwd: cluster.folder });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
};
const [data, base, archive] = ['data', 'base', 'wal'].map((name) => join(cluster.folder, name)) as [
  string,
  string,
  string,
];
asServer('mkdir', [archive]);

// The steps of docs/operating.md.
await cluster.query(`alter system set archive_mode = on`);
await cluster.query(`alter system set archive_timeout = 60`);
await cluster.query(
  `alter system set archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f'`,
);
await cluster.kill();
await cluster.start();
const settings = { DATA_DIR: join(ownFolder(), 'data'), DATABASE_URL: cluster.url };
const members = await makeMembers(settings, 200);
let site = await startSite(settings);
asServer(join(programsFolder()!, 'pg_basebackup'), ['-D', base, '-d', cluster.url, '-c', 'fast']);

const { written, stop } = startWriters(() => site.origin, members, 4);
while (written.acknowledged.size < 50) await wait(20);
await stop();
const before = new Map(written.acknowledged);
await wait(1_000);
const [moment] = await cluster.query<{ at: string }>('select now()::text as at');
await wait(1_000);
await cluster.query('delete from questions');
await call(site.origin, '/api/communities/question/create', {
  method: 'POST',
  headers: members[0]!.headers,
  body: { title: 'Asked after the mistake', body: '' },
});
await cluster.query('select pg_switch_wal()');
while (
  (await cluster.query("select from pg_stat_archiver where last_archived_time > now() - interval '1 second'"))
    .length === 0
)
  await wait(50);
await site.end('SIGTERM');
await cluster.kill();

const startedAt = performance.now();
renameSync(data, join(cluster.folder, 'data.lost'));
asServer('cp', ['-a', base, data]);
appendFileSync(
  join(data, 'postgresql.auto.conf'),
  `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment!.at}'\nrecovery_target_action = promote\n`,
);
asServer('touch', [join(data, 'recovery.signal')]);
await cluster.start();
while ((await cluster.query('select where pg_is_in_recovery()')).length > 0) await wait(50);
site = await startSite(settings);
const restoredAfter = performance.now() - startedAt;
const stored = await storedQuestions(settings);
const asked = await call(site.origin, '/api/communities/question/create', {
  method: 'POST',
  headers: members[1]!.headers,
  body: { title: 'Asked after the way back', body: '' },
});
await site.end('SIGTERM');
await cluster.kill();
const ids = new Set(stored.map(({ id }) => id));
report(title, [
  none(
    `of ${before.size} acknowledged before the moment lost`,
    [...before.values()].filter((id) => !ids.has(id)).length,
  ),
  none('questions from after it', stored.filter(({ title: name }) => name === 'Asked after the mistake').length),
  exactly('a write afterwards, by a session of before', asked.status, 201),
  atMost('until the site serves again', restoredAfter, 60_000, 'ms'),
]);
