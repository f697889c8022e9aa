import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/**
 * Vitest's JSON report leaves out errors outside of any test (an unhandled rejection, a worker that died), which fail
 * the run all the same. Writes them to `UNHANDLED_ERRORS_FILE` as `{ message, stack }[]`.
 */
export default class UnhandledErrorsReporter implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const file = process.env.UNHANDLED_ERRORS_FILE;
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ message, stack }) => ({ message, stack }))));
  }
}
