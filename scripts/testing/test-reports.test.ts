import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSummary, readPlaywrightReport, readVitestReport } from './test-reports.ts';
import { newFolder } from '../../src/testing/new-folder.ts';

const folder = newFolder();
const written = (report: unknown) => {
  const file = join(folder, 'report.json');
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report));
  return file;
};
const vitest = (assertionResults: { fullName: string; status: string; failureMessages: string[] }[]) =>
  readVitestReport(
    written({
      numPendingTests: 1,
      testResults: [{ name: join(process.cwd(), 'src/a.test.ts'), status: 'passed', assertionResults }],
    }),
  );
const spec = (title: string, status: string) => ({
  title,
  file: 'a.spec.ts',
  tests: [{ status, results: [{ error: { message: 'too late' } }, {}] }],
});

describe('the summary of a test run', () => {
  it('names a test that passed on a retry, and where it is strict counts it as failed', () => {
    const lenient = createSummary();
    const summary = createSummary({ isStrict: true });
    for (const each of [lenient, summary])
      each.add(
        'PGlite',
        0,
        vitest([
          { fullName: 'is steady', status: 'passed', failureMessages: [] },
          { fullName: 'is shaky', status: 'passed', failureMessages: ['Error: timed out'] },
        ]),
      );
    expect(lenient.isGood()).toBe(true);
    expect(lenient.text()).toContain('passed at its second try on PGlite: src/a.test.ts: is shaky');
    expect(summary.isGood()).toBe(false);
    expect(summary.text()).toContain('FAILED at its second try on PGlite: src/a.test.ts: is shaky');
    expect(summary.text()).toMatch(/\n1 passed, 1 failed, 1 skipped\n$/);
  });

  it('does the same for the browser tests', () => {
    const summary = createSummary({ isStrict: true });
    const suites = [
      { title: '', specs: [spec('a', 'expected')], suites: [{ title: '', specs: [spec('b', 'flaky')] }] },
    ];
    summary.add('Chromium', 0, readPlaywrightReport(written({ suites })));
    expect(summary.isGood()).toBe(false);
    expect(summary.text()).toContain('e2e/a.spec.ts: b');
    expect(summary.text()).toMatch(/\n1 passed, 1 failed\n$/);
  });

  it('tells a file in whose process Node crashed from other errors outside of any test', () => {
    const unhandled = join(folder, 'unhandled.json');
    const file = join(process.cwd(), 'src/a.test.ts');
    const cause = `Worker exited unexpectedly with signal SIGSEGV during started state while running test file ${file}`;
    writeFileSync(
      unhandled,
      JSON.stringify([
        { message: 'a worker', cause },
        { message: 'a rejection', stack: 'at b' },
      ]),
    );
    const report = readVitestReport(written({ numPendingTests: 0, testResults: [] }), unhandled)!;
    expect(report.crashed.map(({ test }) => test)).toEqual(['src/a.test.ts']);
    expect(report.failed).toEqual([{ test: 'an error outside of any test', why: 'at b' }]);
    const summary = createSummary();
    summary.add('PGlite', 1, report);
    expect(summary.text()).toMatch(/\n0 passed, 2 failed\n$/);
  });

  it('is no success when a runner crashes, leaves half a report, or runs nothing', () => {
    for (const [status, report] of [
      [1, readVitestReport(written('{"numPen'))],
      [0, null],
      [1, vitest([{ fullName: 'is steady', status: 'passed', failureMessages: [] }])],
    ] as const) {
      const summary = createSummary();
      summary.add('PGlite', status, report);
      expect(summary.isGood()).toBe(false);
    }
    expect(createSummary().isGood()).toBe(false);
  });

  it('names an error that no test owns', () => {
    const summary = createSummary();
    const unhandled = join(folder, 'unhandled.json');
    writeFileSync(unhandled, JSON.stringify([{ message: 'late', stack: 'Error: late\n    at a.ts:1:1' }]));
    const report = written({ numPendingTests: 0, testResults: [] });
    summary.add('PGlite', 1, readVitestReport(report, unhandled));
    expect(summary.text()).toContain('FAILED on PGlite: an error outside of any test\n    Error: late');
    expect(summary.text()).toMatch(/\n0 passed, 1 failed\n$/);
  });

  it('ends with the tally alone on a line when all is well', () => {
    const summary = createSummary();
    summary.add('PGlite', 0, vitest([{ fullName: 'is steady', status: 'passed', failureMessages: [] }]));
    expect(summary.isGood()).toBe(true);
    expect(summary.text().trimEnd().split('\n').at(-1)).toBe('1 passed, 0 failed, 1 skipped');
  });
});
