import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closedLoop } from './closed-loop.ts';
import { nodeFlags } from './node-flags.ts';

// Uncached article pages on PGlite: this checkout and an earlier commit take turns, so that only their ratio counts.
const rounds = 5;
const seconds = 4;
const [commit = '78a2787', visitors = '4'] = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'nagrik-bench-uncached-'));
const children: ChildProcess[] = [];
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'pipe' });
const earlier = join(scratch, 'earlier');

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  if (existsSync(earlier)) git('worktree', 'remove', '--force', earlier);
  rmSync(scratch, { recursive: true, force: true });
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
    if (child.exitCode !== null || waited > 1_200) throw new Error(`${name} did not start`);
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
  return perSecond;
};
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

git('worktree', 'add', '--detach', earlier, commit);
cpSync(join(root, 'node_modules'), join(earlier, 'node_modules'), { recursive: true, mode: 2, verbatimSymlinks: true });
process.stdout.write(`Building ${commit} …\n`);
execFileSync(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build'], { cwd: earlier, stdio: 'ignore' });

for (const core of [null, '0']) {
  if (core !== null && availableParallelism() < 2) continue;
  const sites = [await start('this checkout', root, 3405, core), await start(commit, earlier, 3406, core)];
  for (const site of sites) await load(site);
  for (let round = 0; round < rounds; round += 1) for (const site of sites) site.rates.push(await load(site));
  const [own, former] = sites as [Site, Site];
  const ratio = median(own.rates.map((rate, round) => rate / former.rates[round]!));
  process.stdout.write(
    `Uncached article on PGlite, ${visitors} visitors, ${core === null ? 'all cores' : 'one core'}: ${median(own.rates).toFixed(0)} /s, ${commit} ${median(former.rates).toFixed(0)} /s: ${ratio.toFixed(2)} times as many\n`,
  );
  for (const child of children.splice(0)) child.kill('SIGKILL');
}
process.exit(0);
