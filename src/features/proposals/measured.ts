/**
 * The proposals' figures on schemes drawn after the program was frozen, compared with rules that were written from their
 * texts by readers who had seen neither program nor proposals. docs/decisions/0017-proposed-rules.md; `command` repeats it.
 */
export const measuredProposals = {
  schemes: 120,
  peopleEach: 200,
  wrongExclusions: 0.016,
  precision: 0.976,
  recall: 0.65,
  on: '2026-11-29',
  command: 'npm run bench -- proposals FOLDER',
} as const;
