import { performance } from 'node:perf_hooks';

/** Tells how many requests may be in progress at once. */
export type ConcurrencyLimit = () => number;

const sampleMs = 100;
/** Above the upper share of busy time one request less, below the lower one more. */
const busy = { upper: 0.99, lower: 0.97 };
/** Minimum concurrency: enough to keep the thread busy while some of them wait for the database. */
const fewest = 6;

/**
 * As many requests at once as keep the event loop busy, and no more: beyond that, each further one only makes every
 * turn of the loop longer, and a request takes many turns. Where the loop waits for the database instead, the limit
 * rises to `most` (additive increase and decrease).
 * @param utilization share of the time since its last call in which the event loop was not idle
 * @param now a monotonic clock, in milliseconds
 */
export function createConcurrencyLimit(most: number, utilization: () => number, now: () => number): ConcurrencyLimit {
  let limit = most;
  let sampledAt = now();
  return () => {
    const samples = Math.floor((now() - sampledAt) / sampleMs);
    if (samples === 0) return limit;
    sampledAt = now();
    const share = utilization();
    if (share > busy.upper) limit = Math.max(Math.min(fewest, most), limit - 1);
    // Without requests nobody asks: the limit has risen in the meantime.
    else if (share < busy.lower) limit = Math.min(most, limit + samples);
    return limit;
  };
}

/** Share of the time since its last call in which this thread's event loop was busy; waiting for a core counts. */
export function measureUtilization(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, last);
    last = current;
    return utilization;
  };
}
