import { join } from 'node:path';
import { killApp } from './app-killed.ts';
import { makeCluster } from './cluster.ts';
import { makeMembers, ownFolder } from './site.ts';
import { exactly, type Goal, none, report } from './verdict.ts';

// `npm run faults -- r1-app-killed [CYCLES]`; the default is what fits into five minutes, as PGlite takes a second or
// two to start.
const requested = process.argv[2] === undefined ? null : Number(process.argv[2]);
const cluster = await makeCluster();
const goals: Goal[] = [];
for (const [engine, databaseUrl, cycles] of [
  ['PostgreSQL', cluster?.url, requested ?? 20],
  ['PGlite', undefined, requested ?? 6],
] as const) {
  if (engine === 'PostgreSQL' && !databaseUrl) {
    process.stdout.write('SKIPPED  PostgreSQL: its programs are not installed.\n');
    continue;
  }
  const settings = { DATA_DIR: join(ownFolder(), 'data'), ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) };
  const members = await makeMembers(settings, 640);
  const {
    acknowledged,
    lost,
    duplicates,
    failures,
    cycles: done,
  } = await killApp(settings, members, { cycles, writers: 64 });
  goals.push(
    exactly(`${engine}: kills survived, with ${acknowledged} writes acknowledged`, done, cycles),
    none(`${engine}: acknowledged writes lost`, lost),
    none(`${engine}: stored twice`, duplicates),
    none(`${engine}: answers 500`, failures),
  );
}
report('R1: the app is killed (kill -9) while 64 write', goals);
