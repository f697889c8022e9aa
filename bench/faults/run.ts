import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const known = readdirSync(folder)
  .flatMap((name) => /^(r\d+-[\w-]+|fuzz)\.ts$/.exec(name)?.[1] ?? [])
  .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
const words: Record<string, string> = {
  'r1-app-killed': '[CYCLES]',
  'r6-overload': '[SECONDS] [--pglite] [--cores 2]',
  'r10-rolling-update': '[COMMIT]',
  'r34-ten-instances': '[INSTANCES, 10]',
  'r24-abuse': '[SECONDS, 40] [--accounts]',
  fuzz: '[REQUESTS] [SEED] [MINUTES]',
};
const names = process.argv.slice(2);
if (names.length === 0 || names.includes('--help')) {
  const lines = known.map((name) => `  ${name} ${words[name] ?? ''}`.trimEnd());
  process.stdout.write(`Usage: npm run faults -- NAME…   or all
${lines.join('\n')}
Each prints its figure and its goal, and ends with 1 where that is missed. Arguments are for a single one.
Database: a PostgreSQL cluster of its own in /tmp, removed at the end. Where PostgreSQL's programs are not installed,
PGlite in a temporary folder, or SKIPPED. fuzz makes a database on the server in BENCH_DATABASE_URL, else uses PGlite;
r24-abuse uses PGlite. bench/README.md says more.
`);
  process.exit(names.length === 0 ? 2 : 0);
}
// Arguments after a single scenario's name are passed on to it, unless they are names themselves.
const isOne = known.includes(names[0]!) && names.slice(1).every((name) => !known.includes(name));
const wanted = isOne ? [names] : (names[0] === 'all' ? known : names).map((name) => [name]);
const unknown = wanted.flatMap(([name]) => (known.includes(name!) ? [] : [name]));
if (unknown.length > 0) {
  process.stderr.write(`There is no fault called ${unknown.join(' or ')}; --help lists them.\n`);
  process.exit(2);
}
const missed: string[] = [];
for (const [name, ...args] of wanted) {
  const child = spawn(process.execPath, [`${folder}${name}.ts`, ...args], { stdio: 'inherit' });
  let isInterrupted = false;
  const forward = (signal: NodeJS.Signals) => {
    isInterrupted = true;
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, forward);
  const [status] = (await once(child, 'exit')) as [number | null];
  if (isInterrupted || status === 130) process.exit(130);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, forward);
  if (status !== 0) missed.push(name!);
}
if (wanted.length > 1)
  process.stdout.write(
    `\n${wanted.length} run; ${missed.length > 0 ? `missed: ${missed.join(', ')}` : 'none missed'}\n`,
  );
process.exit(missed.length > 0 ? 1 : 0);
