import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { knownFlakyTests } from './known-flaky-tests.ts';

/** One runner's results. A test that passed on a retry counts as neither passed nor failed here. */
export type RunnerReport = {
  passed: number;
  failed: TestRemark[];
  retried: TestRemark[];
  /** Test files in whose process Node itself crashed. */
  crashed: TestRemark[];
  skipped: number;
};
type TestRemark = { test: string; why: string };
type UnhandledError = { message?: string; stack?: string; cause?: string };

type VitestReport = {
  numPendingTests: number;
  testResults: {
    name: string;
    message?: string;
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
};

/**
 * @param unhandled errors outside of any test, as unhandled-errors-reporter.ts writes them
 * @returns null where the runner crashed before writing its report
 */
export function readVitestReport(file: string, unhandled?: string): RunnerReport | null {
  const read = readJson<VitestReport>(file);
  if (!read) return null;
  const report: RunnerReport = { passed: 0, failed: [], retried: [], crashed: [], skipped: read.numPendingTests };
  for (const { message = '', stack = message, cause = '' } of (unhandled && readJson<UnhandledError[]>(unhandled)) ||
    []) {
    const crashedIn = /signal SIGSEGV .* while running test file (\S+)$/.exec(cause)?.[1];
    if (crashedIn) report.crashed.push({ test: relative(process.cwd(), crashedIn), why: cause });
    else report.failed.push({ test: 'an error outside of any test', why: cause || stack });
  }
  for (const { name, message, status, assertionResults } of read.testResults) {
    const path = relative(process.cwd(), name);
    if (status === 'failed' && assertionResults.length === 0) report.failed.push({ test: path, why: message ?? '' });
    for (const { fullName, status: outcome, failureMessages } of assertionResults) {
      // A test that passed on a retry keeps the message of its first failure.
      const remark = { test: `${path}: ${fullName}`, why: failureMessages[0] ?? '' };
      if (outcome === 'failed') report.failed.push(remark);
      else if (outcome === 'passed' && failureMessages.length > 0) report.retried.push(remark);
      else if (outcome === 'passed') report.passed += 1;
    }
  }
  return report;
}

type PlaywrightSuite = {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    file: string;
    tests: { status: string; results: { error?: { message?: string } }[] }[];
  }[];
};

/** @returns null where the runner crashed before writing its report */
export function readPlaywrightReport(file: string): RunnerReport | null {
  const read = readJson<{ suites: PlaywrightSuite[]; errors?: { message?: string }[] }>(file);
  if (!read) return null;
  const report: RunnerReport = { passed: 0, failed: [], retried: [], crashed: [], skipped: 0 };
  for (const { message } of read.errors ?? []) report.failed.push({ test: 'e2e', why: message ?? '' });
  const walk = (suite: PlaywrightSuite) => {
    for (const spec of suite.specs ?? []) {
      for (const { status, results } of spec.tests) {
        const why = results.find(({ error }) => error)?.error?.message ?? '';
        const remark = { test: `e2e/${spec.file}: ${spec.title}`, why };
        if (status === 'unexpected') report.failed.push(remark);
        else if (status === 'flaky') report.retried.push(remark);
        else if (status === 'skipped') report.skipped += 1;
        else report.passed += 1;
      }
    }
    for (const inner of suite.suites ?? []) walk(inner);
  };
  for (const suite of read.suites) walk(suite);
  return report;
}

function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

/** Adds up the runners' reports. `isStrict`: a test that needed a second try is a failure unless it is a known one. */
export function createSummary({ isStrict = false } = {}) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const remarks: string[] = [];
  const remark = (what: string, { test, why }: TestRemark) =>
    remarks.push(`${what}: ${test}\n    ${why.split('\n').slice(0, 6).join('\n    ').slice(0, 700)}`);

  return {
    /** @param status the runner's exit status */
    add(name: string, status: number, report: RunnerReport | null): void {
      const failed = report ? [...report.failed, ...report.crashed] : [];
      if (!report || (status !== 0 && failed.length === 0)) {
        // A crashed runner is a failure, too.
        remarks.push(`FAILED: the runner on ${name} ended with ${status} and names no failed test`);
        total.failed += 1;
      }
      if (!report) return;
      for (const each of failed) remark(`FAILED on ${name}`, each);
      for (const retried of report.retried) {
        const known = knownFlakyTests.find(({ test }) => test === retried.test);
        const fails = isStrict && !known;
        const since = known ? ` (known since ${known.since}: ${known.reason})` : '';
        remark(`${fails ? 'FAILED' : 'passed'} at its second try on ${name}${since}`, retried);
        if (fails) total.failed += 1;
        else total.passed += 1;
      }
      total.passed += report.passed;
      total.failed += failed.length;
      total.skipped += report.skipped;
    },
    couldNotRun(why: string): void {
      remarks.push(`FAILED: ${why}`);
      total.failed += 1;
    },
    note(text: string): void {
      remarks.push(text);
    },
    isGood: () => total.failed === 0 && total.passed > 0,
    /** Remarks first; the tally is the last line. */
    text(): string {
      const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
      const remarkText = remarks.length > 0 ? `\n${remarks.join('\n')}\n` : '';
      return `${remarkText}\n${total.passed} passed, ${total.failed} failed${skipped}\n`;
    },
  };
}
