/** Measures the service rate of a saturated queue, in units per second. */
export type ServiceRate = {
  /** @param units of work completed just now */
  finished(units: number): void;
  /** Call it whenever the queue may have run empty: idle time says nothing about capacity. */
  pause(): void;
  /** The best rate within the last ten busy seconds. */
  best(): number;
};

const sampleMs = 500;
const samplesKept = 20;

/**
 * @param assumed units per second, until half a busy second has been measured
 * @param now a monotonic clock, in milliseconds
 */
export function createServiceRate(assumed: number, now: () => number): ServiceRate {
  let samples: number[] = [];
  let since: number | null = null;
  let units = 0;
  let bestOfSamples = assumed;

  return {
    finished(done) {
      if (since === null) {
        since = now();
        units = 0;
        return;
      }
      units += done;
      const elapsed = now() - since;
      if (elapsed < sampleMs) return;
      samples = [...samples, (units * 1_000) / elapsed].slice(-samplesKept);
      // The maximum may be an outlier: take the second best, once there are several samples.
      bestOfSamples = samples.toSorted((one, other) => other - one)[samples.length > 4 ? 1 : 0] ?? assumed;
      since = now();
      units = 0;
    },
    pause() {
      since = null;
    },
    best: () => bestOfSamples,
  };
}
