import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startOwnPostgres } from './own-postgres.ts';
import { makeRunFolder } from './testing/run-folder.ts';
import { createSummary, readPlaywrightReport, readVitestReport } from './testing/test-reports.ts';

const help = `Usage: npm test [-- NAME]           the quick suite: on PGlite, without the files that say they are slow
       npm run test:all [-- OPTIONS]  everything
  --pglite, --postgres, --e2e, --data   only these parts of everything (default: all, one after another)
  --strict                              a test that needed a second try fails the run
  NAME                                  only test files of vitest whose name contains NAME
Database: PGlite in temporary folders; then PostgreSQL, a cluster of its own or the one that TEST_DATABASE_URL names.
The first three parts need nothing beside the repository. NAGRIK_DATA names a folder with collections of hostile
and real input: then the tests that use it run once more, with it.`;

const args = process.argv.slice(2);
if (args.includes('--help')) {
  process.stdout.write(`${help}\n`);
  process.exit(0);
}

const parts = ['pglite', 'postgres', 'e2e', 'data'].filter((part) => args.includes(`--${part}`));
const isQuick = parts.length === 0 && !args.includes('--all');
const wants = (part: string) => !isQuick && (parts.length === 0 || parts.includes(part));
const filters = args.filter((arg) => !arg.startsWith('--'));
const folder = makeRunFolder();
process.env.TMPDIR = folder;
const { NAGRIK_DATA: dataFolder, ...bareEnvironment } = process.env;
const reports = mkdtempSync(join(folder, 'reports-'));
// All parts copy the same template databases.
const templates = mkdtempSync(join(folder, 'templates-'));
const summary = createSummary({ isStrict: args.includes('--strict') });
// An 'exit' listener also runs after Ctrl+C, as does the one that stops our PostgreSQL.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

if (isQuick) await runVitest('PGlite', filters.length > 0 ? {} : { SLOW_TESTS: 'off' }, filters);
if (wants('pglite')) await runVitest('PGlite', {}, filters);
if (wants('postgres')) await onPostgres();
if (wants('e2e') && filters.length === 0) await runPlaywright('Chromium', {}, []);
if (wants('data')) await withData();
process.stdout.write(summary.text());
process.exit(summary.isGood() ? 0 : 1);

async function onPostgres(): Promise<void> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return runVitest('PostgreSQL', { TEST_DATABASE_URL: given }, filters);
  let server: Awaited<ReturnType<typeof startOwnPostgres>>;
  try {
    server = await startOwnPostgres();
  } catch (error) {
    return summary.couldNotRun(`${(error as Error).message}: the suite's half on PostgreSQL did not run.`);
  }
  if (!server)
    return summary.couldNotRun('PostgreSQL is not installed (apt-get install postgresql): its half did not run.');
  try {
    await runVitest('PostgreSQL', { TEST_DATABASE_URL: server.url }, filters);
  } finally {
    server.stop();
  }
}

async function withData(): Promise<void> {
  if (!dataFolder || !existsSync(join(dataFolder, 'hard')))
    return summary.note('Tests with input from outside did not run: NAGRIK_DATA names no folder with it.');
  const env = { NAGRIK_DATA: dataFolder };
  const usesData = (file: string) => /\bcorpora\b|NAGRIK_DATA/.test(readFileSync(file, 'utf8'));
  const files = globSync(['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']).filter(usesData);
  const wanted = files.filter((file) => filters.every((name) => file.includes(name)));
  if (wanted.length > 0) await runVitest('PGlite, with outside data', env, wanted);
  if (filters.length === 0)
    await runPlaywright('Chromium, with outside data', env, globSync('e2e/*.spec.ts').filter(usesData));
}

/** Node crashes at times where PGlite starts (github.com/nodejs/node/issues/64500): such a file is run once more. */
async function runVitest(name: string, env: Record<string, string>, files: string[], isSecond = false): Promise<void> {
  process.stdout.write(`\n=== Tests on ${name}\n`);
  const file = join(reports, `${name}.json`);
  const unhandled = join(reports, `${name}, unhandled.json`);
  const reporters = ['default', 'json', './scripts/testing/unhandled-errors-reporter.ts'];
  const options = ['run', '--retry=1', ...reporters.map((each) => `--reporter=${each}`), `--outputFile.json=${file}`];
  const status = await run('node_modules/vitest/vitest.mjs', [...options, ...files], {
    ...env,
    UNHANDLED_ERRORS_FILE: unhandled,
  });
  const report = readVitestReport(file, unhandled);
  const crashed = isSecond ? [] : (report?.crashed.splice(0) ?? []).map(({ test }) => test);
  summary.add(name, crashed.length > 0 && report?.failed.length === 0 ? 0 : status, report);
  if (crashed.length === 0) return;
  summary.note(`Node crashed on ${name} while it ran ${crashed.join(', ')}, which ran again.`);
  await runVitest(`${name}, again`, env, crashed, true);
}

async function runPlaywright(name: string, env: Record<string, string>, files: string[]): Promise<void> {
  process.stdout.write(`\n=== Reader's goals in ${name}\n`);
  if (!['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].some((file) => existsSync(file)))
    return summary.couldNotRun("Chromium is not installed (apt-get install chromium): readers' goals were not tried.");
  const file = join(reports, `${name}.json`);
  const status = await run('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json', ...files], {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  summary.add(name, status, readPlaywrightReport(file));
}

function run(program: string, programArgs: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...programArgs], {
      stdio: 'inherit',
      env: { ...bareEnvironment, NAGRIK_TEST_TEMPLATES: templates, ...env },
    });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
