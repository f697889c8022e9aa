/**
 * The proposals' figures on schemes whose texts nobody had read; docs/decisions/0017-proposed-rules.md, third row.
 * `command` repeats the calculation over all labels, which have since been read.
 */
export const measuredProposals = {
  schemes: 25,
  peopleEach: 200,
  wrongExclusions: 0.025,
  precision: 0.951,
  recall: 0.736,
  on: '2026-11-22',
  command: 'NAGRIK_DATA=… npm test -- src/features/proposals/measure-proposals.test.ts',
} as const;
