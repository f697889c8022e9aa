/** One run of the test file. `isFresh`: all of the project's modules are evaluated anew for it. */
export type Trial = { mutant: number; isFresh: boolean };

/** What vitest's worker is to run: the same test file, once for each of these trials. */
export type TrialPlan = { trials: Trial[]; testTimeout?: number };

/** The number of the code as it is. */
export const noMutant = -1;

/** `reached`: how often the code as it is executed the place of each mutant; `why`: the first error. */
export type TrialResult = {
  mutant: number;
  outcome: 'passed' | 'failed' | 'timed out' | 'hung';
  why?: string | undefined;
  ms: number;
  slowestMs: number;
  reached: [mutant: number, times: number][];
};

/** A line of the worker's report. */
export type TrialEvent = { begins: number; pid: number } | TrialResult;
