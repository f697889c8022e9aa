import { spawnSync } from 'node:child_process';
import { explainFailure } from '../src/platform/observe/explain-failure.server.ts';
import { type Benchmark, benchmarks, databases } from './benchmarks.ts';
import { hasChromium } from './chromium.ts';
import { benchServer, onServer } from './own-database.ts';

const [name = '', ...rest] = process.argv.slice(2);
const benchmark = benchmarks[name];
if (!benchmark || rest.includes('--help')) {
  process.stdout.write(benchmark ? helpOf(name, benchmark) : overview());
  process.exit(rest.includes('--help') || name === '--help' ? 0 : 2);
}
const missing = await whatIsMissing(benchmark);
if (missing !== null) {
  process.stdout.write(`SKIPPED  ${name}: ${missing}\n`);
  process.exit(0);
}
process.argv.splice(2, 1);
// As in production; must be set before React is loaded.
process.env.NODE_ENV = 'production';
try {
  await import(new URL(`./${name}.ts`, import.meta.url).href);
} catch (error) {
  const { code, message } = error as { code?: string; message?: string };
  if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
  process.stderr.write(`${message}\n\n${helpOf(name, benchmark)}`);
  process.exit(2);
}

function overview(): string {
  const width = Math.max(...Object.keys(benchmarks).map((one) => one.length));
  const lines = Object.entries(benchmarks).map(([one, { measures }]) => `  ${one.padEnd(width)}  ${measures}\n`);
  return `Usage: npm run bench -- NAME\n${lines.join('')}npm run bench -- NAME --help names its arguments, its database and what it needs; bench/README.md says more.\n`;
}

function helpOf(one: string, { measures, arguments: words, options = [], database, programs }: Benchmark): string {
  return [
    `Usage: npm run bench -- ${one}${words ? ` ${words}` : ''}`,
    `Measures ${measures}.`,
    ...options.map((line) => `  ${line}`),
    `Database: ${databases[database]}.`,
    `Programs: ${programs?.join(', ') ?? 'none'}.\n`,
  ].join('\n');
}

/** A sentence for whoever wants to run it, or null where everything is there. */
async function whatIsMissing({ database, programs = [] }: Benchmark): Promise<string | null> {
  for (const program of programs) {
    const isThere = program === 'chromium' ? hasChromium() : !spawnSync(program, ['--version']).error;
    if (!isThere) return `${program} is not installed.`;
  }
  const { BENCH_DATABASE_URL } = process.env;
  if (database === 'filled' && !BENCH_DATABASE_URL)
    return 'BENCH_DATABASE_URL names no PostgreSQL database for it to fill.';
  if (database === 'none' || database === 'pglite') return null;
  return onServer('select 1').then(
    () => null,
    (error: unknown) => {
      const place = { databaseUrl: benchServer(), host: '', port: 0, dataDir: '' };
      const why = explainFailure(error, place)?.replace('DATABASE_URL', 'BENCH_DATABASE_URL');
      return why ?? `PostgreSQL cannot be used: ${String(error)}`;
    },
  );
}
