import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storedQuestions } from './app-killed.ts';
import { makeCluster } from './cluster.ts';
import { call, makeMembers, ownFolder, startSite, wait } from './site.ts';
import { atMost, exactly, none, report, skip } from './verdict.ts';
import { compare, startWriters } from './writers.ts';

const title = 'R16: the disk of the database is full';
const mount = mkdtempSync(join(tmpdir(), 'nagrik-disk-'));
if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=0755', 'tmpfs', mount]).status !== 0) {
  rmSync(mount, { recursive: true });
  skip(title, 'a small disk cannot be mounted here (root is needed).');
}
const cluster = await makeCluster(mount);
if (!cluster) {
  spawnSync('umount', [mount]);
  skip(title, 'PostgreSQL is not installed.');
}
process.once('exit', () => {
  spawnSync('umount', ['--lazy', mount]);
  rmSync(mount, { recursive: true, force: true });
});
const settings = { DATA_DIR: join(ownFolder(), 'data'), DATABASE_URL: cluster.url };
const members = await makeMembers(settings, 320);
const site = await startSite(settings);
const { written, stop } = startWriters(() => site.origin, members, 8);
while (written.acknowledged.size < 20) await wait(20);
await call(site.origin, '/about');

const filler = join(mount, 'filler');
const { bavail, bsize } = statfsSync(mount);
try {
  writeFileSync(filler, Buffer.alloc(bavail * bsize));
} catch (error) {
  // The database took some of the space meanwhile; the disk is full all the same.
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
}
const filledAt = performance.now();
// PostgreSQL preallocates WAL segments: the rest of the current one has to be filled too.
const padding = cluster
  .query('create table padding as select repeat(md5(g::text), 100) from generate_series(1, 100000) g')
  .then(
    () => 'stored',
    (error: { code?: string }) => error.code ?? 'refused',
  );
const refused = () => written.statuses.get(503) ?? 0;
while (refused() === 0 && performance.now() - filledAt < 60_000) await wait(50);
const whatFilled = await padding;
const reads = [];
for (let count = 0; count < 20; count += 1) {
  reads.push(await call(site.origin, count % 2 ? '/about' : '/healthz'));
  await wait(100);
}
rmSync(filler);
const freedAt = performance.now();
while (written.lastSuccessAt < freedAt && performance.now() - freedAt < 60_000) await wait(20);
const recoveryMs = performance.now() - freedAt;
await stop();
await site.end('SIGTERM');
const { lost, duplicates } = compare(written, await storedQuestions(settings));
report(
  `${title} (the database said ${whatFilled}; ${refused()} writes refused, ${written.acknowledged.size} acknowledged)`,
  [
    none('answers 500', written.statuses.get(500) ?? 0),
    exactly('reads that were 200', reads.filter(({ status }) => status === 200).length, reads.length),
    none('acknowledged writes lost', lost),
    none('stored twice', duplicates),
    atMost('unaided after there is room again', recoveryMs, 30_000, 'ms'),
  ],
);
