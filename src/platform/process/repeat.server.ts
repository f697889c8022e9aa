import { describeError } from '../observe/describe-error.server.ts';
import { jobRuns } from '../observe/process-counts.server.ts';
import { briefly } from '../http/request-context.server.ts';

type Repeated = {
  /** Says in the log what failed. */
  name: string;
  everyMs: number;
  isAtStart?: boolean;
  /** Its statements may take longer than those of brief jobs (src/database/pool-bounds.server.ts). */
  isLong?: boolean;
  log: { error(fields: object, text: string): void };
};

/**
 * Repeats background work at an interval, which is skipped while a run is under way. A failure is logged.
 * @returns stops it: aborts the signal and waits for the run under way
 */
export function repeat(
  { name, everyMs, isAtStart = false, isLong = false, log }: Repeated,
  work: (signal: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const stop = new AbortController();
  let running: Promise<void> | null = null;
  const runs = jobRuns.get(name) ?? { done: 0, failed: 0, doneAt: null };
  jobRuns.set(name, runs);
  const begin = () => (isLong ? work(stop.signal) : briefly(name, () => work(stop.signal)));
  const run = () => {
    running ??= begin()
      .then(
        () => {
          runs.done += 1;
          runs.doneAt = new Date();
        },
        (error: unknown) => {
          if (stop.signal.aborted) return;
          runs.failed += 1;
          log.error({ err: describeError(error), work: name }, 'background work failed');
        },
      )
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(run, everyMs);
  if (isAtStart) run();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  };
}
