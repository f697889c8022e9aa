/** Measures what a saturated process does, and how long work will take it. */
export type ServiceRate<Kind extends string> = {
  /** A request of that kind has been completed just now. */
  finished(kind: Kind): void;
  /** Call it whenever the queue may have run empty: idle time says nothing about capacity. */
  pause(): void;
  /** Seconds that so many requests take at the best speed within the last ten busy seconds. */
  secondsFor(requests: Readonly<Record<Kind, number>>): number;
};

const sampleMs = 500;
const samplesKept = 20;
/** Weight of a sample in the mean cost of a kind. */
const learning = 0.2;

/**
 * The cost of a kind, in seconds, is an exponentially weighted mean. Requests share the thread and the database, so
 * none can be timed by itself: what a sample took more or less than expected is put down to the kinds in proportion to
 * their parts of it (gradient descent on the logarithms of the costs, which keeps them positive).
 * @param assumed seconds per request, until half a busy second has been measured
 * @param now a monotonic clock, in milliseconds
 */
export function createServiceRate<Kind extends string>(
  assumed: Readonly<Record<Kind, number>>,
  now: () => number,
): ServiceRate<Kind> {
  type Counts = Record<Kind, number>;
  const kinds = Object.keys(assumed) as Kind[];
  const costs: Counts = { ...assumed };
  let samples: { counts: Counts; seconds: number }[] = [];
  let current: ReturnType<typeof newSample> | null = null;
  let bestSpeed = 1;

  const newSample = () => ({ counts: Object.fromEntries(kinds.map((kind) => [kind, 0])) as Counts, since: now() });
  const workOf = (counts: Readonly<Counts>) => kinds.reduce((sum, kind) => sum + costs[kind] * counts[kind], 0);

  function learn(counts: Counts, seconds: number): void {
    const expected = workOf(counts);
    const error = Math.log(seconds / expected);
    for (const kind of kinds) {
      const part = (costs[kind] * counts[kind]) / expected;
      costs[kind] *= Math.exp(learning * error * part);
    }
    samples = [...samples, { counts, seconds }].slice(-samplesKept);
    const speeds = samples.map((each) => workOf(each.counts) / each.seconds).sort((one, other) => other - one);
    // The maximum may be an outlier: take the second best, once there are several samples.
    bestSpeed = speeds[speeds.length > 4 ? 1 : 0] ?? 1;
  }

  return {
    finished(kind) {
      if (current === null) {
        current = newSample();
        return;
      }
      current.counts[kind] += 1;
      const elapsed = now() - current.since;
      if (elapsed < sampleMs) return;
      const { counts } = current;
      current = newSample();
      learn(counts, elapsed / 1_000);
    },
    pause() {
      current = null;
    },
    secondsFor: (requests) => workOf(requests) / bestSpeed,
  };
}
