/**
 * The proposals' figures on schemes that two readers labelled apart, before the program had seen their texts: of the
 * two readers, the one by whom the program does worse. docs/decisions/0017-proposed-rules.md; `command` repeats it.
 */
export const measuredProposals = {
  schemes: 60,
  peopleEach: 200,
  wrongExclusions: 0.024,
  precision: 0.956,
  recall: 0.709,
  on: '2026-11-23',
  command: 'npm run bench -- proposals FOLDER',
} as const;
