/** What vitest's worker is to run: the same test file, once for each of these mutants. */
export type TrialPlan = { mutants: number[]; testTimeout?: number };

/** The number of the code as it is. */
export const noMutant = -1;

/** `reached`: the mutants that the code as it is executed; `why`: the first error. */
export type TrialResult = {
  mutant: number;
  outcome: 'passed' | 'failed' | 'timed out' | 'hung';
  why?: string | undefined;
  ms: number;
  slowestMs: number;
  reached: number[];
};

/** A line of the worker's report. */
export type TrialEvent = { begins: number; pid: number } | TrialResult;
