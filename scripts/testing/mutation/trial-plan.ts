/**
 * After which a trial is ended as hung: `ms` by the clock, or `cpuMs` of its process's own processor time, which says
 * so sooner of an endless loop and does not depend on what else the machine does (Linux only).
 */
export type Patience = { ms: number; cpuMs: number };

/**
 * One run of a test file. `isFresh`: all of the project's modules are evaluated anew for it. It is left out where its
 * mutant was noticed before, and without a mutant, as a check, where all trials since the last check were left out.
 */
export type Trial = { file: string; mutant: number; isFresh: boolean; testTimeout?: number; patience: Patience };

/** What vitest's worker is to run, in this order; `noticed`: mutants that were noticed in a process before it. */
export type TrialPlan = { trials: Trial[]; noticed: number[]; isBaseline: boolean };

/** The number of the code as it is. */
export const noMutant = -1;

/** `reached`: how often the code as it is executed the place of each mutant; `why`: the first error. */
export type TrialResult = {
  file: string;
  mutant: number;
  outcome: 'passed' | 'failed' | 'timed out' | 'hung' | 'left out';
  why?: string | undefined;
  ms: number;
  slowestMs: number;
  reached: [mutant: number, times: number][];
};

/** A line of the worker's report. */
export type TrialEvent = { begins: number; pid: number } | TrialResult;
