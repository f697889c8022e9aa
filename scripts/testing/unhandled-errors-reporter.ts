import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/**
 * Vitest's JSON report leaves out errors outside of any test (an unhandled rejection, a worker that died), which fail
 * the run all the same. Writes them to `UNHANDLED_ERRORS_FILE` as `{ message, stack, cause }[]`; `cause` is a message.
 */
export default class UnhandledErrorsReporter implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const file = process.env.UNHANDLED_ERRORS_FILE;
    const reported = errors.map(({ message, stack, cause }) => ({ message, stack, cause: (cause as Error)?.message }));
    if (file) writeFileSync(file, JSON.stringify(reported));
  }
}
