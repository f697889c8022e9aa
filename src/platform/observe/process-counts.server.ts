/** Counted since the start of this process, far from its metrics, which read them. */
export const bucketFailures = { away: 0, refused: 0, broken: 0 };

/** By the name of the background work. */
export const jobRuns = new Map<string, { done: number; failed: number; doneAt: Date | null }>();
