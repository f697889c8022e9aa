import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../scripts/own-postgres.ts';
import { checkOut, knowsCommit } from './check-out.ts';
import { closedLoop } from './closed-loop.ts';
import { atLeast, type Goal, none, report } from './faults/verdict.ts';
import { nodeFlags, startEnvironment } from './node-flags.ts';
import { ownFolder } from './own-folder.ts';

// Uncached article pages on PGlite: this checkout and an earlier commit take turns, so that only their ratio counts.
const rounds = 5;
const seconds = 4;
const before = '78a2787';
const [commit = before, visitors = '4'] = process.argv.slice(2);
/** On one core: a quarter less CPU time for a page than before queries were pipelined (decision 2). */
const goalOnOneCore = 1.33;
const root = fileURLToPath(new URL('..', import.meta.url));
if (!knowsCommit(commit)) {
  process.stdout.write(`SKIPPED  uncached: git does not know ${commit} here.\n`);
  process.exit(0);
}
const scratch = ownFolder();
const children: ChildProcess[] = [];
const earlier = join(scratch, 'earlier');

process.prependListener('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

type Site = { name: string; origin: string; paths: string[]; rates: number[]; pid: number };

async function start(name: string, folder: string, port: number, core: string | null): Promise<Site> {
  const list = join(scratch, `${port}.json`);
  const command = [process.execPath, ...nodeFlags, 'bench/serve-bench-site.ts'];
  const [program = '', ...args] = core === null ? command : ['taskset', '-c', core, ...command];
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...startEnvironment,
      TMPDIR: scratch,
      NODE_ENV: 'production',
      BENCH_ARTICLES: '200',
      BENCH_PORT: String(port),
      BENCH_CACHE_BYTES: '0',
      BENCH_PATHS: list,
      BENCH_DATABASE_URL: '',
    },
  });
  children.push(child);
  for (let waited = 0; !existsSync(list); waited += 1) {
    if (child.exitCode !== null || waited > 3_000) throw new Error(`${name} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  const paths = JSON.parse(readFileSync(list, 'utf8')) as string[];
  return { name, origin: `http://127.0.0.1:${port}`, paths, rates: [], pid: child.pid! };
}

const load = async ({ origin, paths, name }: Site) => {
  const shots = paths.map((path) => ({ path, headers: { 'accept-encoding': 'br' } }));
  const { perSecond, failed } = await closedLoop({ origin, shots, visitors: Number(visitors), seconds });
  if (failed > 0) process.stdout.write(`  ${name}: ${failed} answers were refusals\n`);
  return { perSecond, failed };
};
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

checkOut(commit, earlier);
const goals: Goal[] = [];

for (const core of [null, '0']) {
  if (core !== null && (availableParallelism() < 2 || spawnSync('taskset', ['--version']).error)) continue;
  const sites = [
    await start('this checkout', root, await freePort(), core),
    await start(commit, earlier, await freePort(), core),
  ];
  for (const site of sites) await load(site);
  const [own, former] = sites as [Site, Site];
  let refused = 0;
  for (let round = 0; round < rounds; round += 1)
    for (const site of sites) {
      const { perSecond, failed } = await load(site);
      site.rates.push(perSecond);
      if (site === own) refused += failed;
    }
  const ratio = median(own.rates.map((rate, round) => rate / former.rates[round]!));
  const where = core === null ? 'all cores' : 'one core';
  process.stdout.write(
    `Uncached article on PGlite, ${visitors} visitors, ${where}: ${median(own.rates).toFixed(0)} /s, ${commit} ${median(former.rates).toFixed(0)} /s: ${ratio.toFixed(2)} times as many\n`,
  );
  goals.push(none(`${where}: refused`, refused));
  // Of other commits nothing is known.
  if (commit === before) goals.push(atLeast(`${where}: of ${commit}`, ratio, core === null ? 1 : goalOnOneCore));
  for (const child of children.splice(0)) child.kill('SIGKILL');
}
report('Uncached article pages', goals);
