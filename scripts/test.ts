import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOwnPostgres } from './own-postgres.ts';

const help = `Usage: npm test [-- OPTIONS]
  --pglite, --postgres, --e2e   only that part (default: all three, one after another)
  -- NAME                       only test files whose name contains NAME
Data from outside is read from NAGRIK_DATA where that names a folder.`;

type Tally = { passed: number; failed: number; skipped: number };
const args = process.argv.slice(2);
if (args.includes('--help')) {
  process.stdout.write(`${help}\n`);
  process.exit(0);
}

const parts = ['pglite', 'postgres', 'e2e'].filter((part) => args.includes(`--${part}`));
const wants = (part: string) => parts.length === 0 || parts.includes(part);
const filters = args.filter((arg) => !arg.startsWith('--'));
const reports = mkdtempSync(join(tmpdir(), 'nagrik-reports-'));
const total: Tally = { passed: 0, failed: 0, skipped: 0 };
// Said again at the end, where a reader of a long log looks first.
const remarks: string[] = [];
// Also after Ctrl+C: 'exit' is what stops our PostgreSQL.
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

if (wants('pglite')) await runVitest('PGlite', {});
if (wants('postgres')) await onPostgres();
if (wants('e2e') && filters.length === 0) await runPlaywright();
if (remarks.length > 0) process.stdout.write(`\n${remarks.join('\n')}\n`);
process.stdout.write(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`,
);
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0);

async function onPostgres(): Promise<void> {
  if (process.env.TEST_DATABASE_URL)
    return runVitest('PostgreSQL', { TEST_DATABASE_URL: process.env.TEST_DATABASE_URL });
  let server: Awaited<ReturnType<typeof startOwnPostgres>>;
  try {
    server = await startOwnPostgres();
  } catch (error) {
    return couldNotRun(`${(error as Error).message}: the suite's half on PostgreSQL did not run.`);
  }
  if (!server)
    return couldNotRun('PostgreSQL is not installed (apt-get install postgresql): its half of the suite did not run.');
  try {
    await runVitest('PostgreSQL', { TEST_DATABASE_URL: server.url });
  } finally {
    server.stop();
  }
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    message?: string;
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

async function runVitest(name: string, env: Record<string, string>): Promise<void> {
  process.stdout.write(`\n=== Tests on ${name}\n`);
  const file = join(reports, `${name}.json`);
  const status = await run(
    'node_modules/vitest/vitest.mjs',
    ['run', '--retry=1', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filters],
    env,
  );
  const report = readReport<VitestReport>(file);
  for (const { name: path, message, status: outcome, assertionResults } of report?.testResults ?? []) {
    if (outcome === 'failed' && assertionResults.length === 0) remark(`FAILED on ${name}`, path, message ?? '');
    for (const test of assertionResults) {
      // A test that passed keeps the message of its first try.
      if (test.failureMessages.length > 0)
        remark(
          `${test.status === 'passed' ? 'passed at its second try' : 'FAILED'} on ${name}`,
          `${path}: ${test.fullName}`,
          test.failureMessages[0]!,
        );
    }
  }
  add(name, report ? status : status || 1, {
    passed: report?.numPassedTests ?? 0,
    failed: report?.numFailedTests ?? 0,
    skipped: report?.numPendingTests ?? 0,
  });
}

async function runPlaywright(): Promise<void> {
  process.stdout.write("\n=== Reader's goals in Chromium\n");
  if (!['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].some((file) => existsSync(file))) {
    return couldNotRun("Chromium is not installed (apt-get install chromium): the readers' goals were not tried.");
  }
  const file = join(reports, 'e2e.json');
  const status = await run('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const counts =
    readReport<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(file)?.stats ??
    null;
  add('Chromium', counts ? status : status || 1, {
    passed: (counts?.expected ?? 0) + (counts?.flaky ?? 0),
    failed: counts?.unexpected ?? 0,
    skipped: counts?.skipped ?? 0,
  });
}

// A runner that crashed has left no report, or half of one.
function readReport<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

// A runner that fails without a failed test (a broken file, a crash) still counts as a failure.
function add(name: string, status: number, part: Tally): void {
  if (status !== 0 && part.failed === 0)
    remarks.push(`FAILED: the runner on ${name} ended with ${status} and names no test`);
  total.passed += part.passed;
  total.failed += status !== 0 && part.failed === 0 ? 1 : part.failed;
  total.skipped += part.skipped;
}

function couldNotRun(why: string): void {
  remarks.push(why);
  total.failed += 1;
}

function remark(what: string, test: string, why: string): void {
  remarks.push(
    `${what}: ${test.replace(`${process.cwd()}/`, '')}\n    ${why.split('\n').slice(0, 6).join('\n    ').slice(0, 700)}`,
  );
}

function run(program: string, programArgs: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...programArgs], {
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('error', () => resolve(1));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
