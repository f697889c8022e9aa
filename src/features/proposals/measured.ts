/**
 * The proposals' figures on the last schemes that were drawn after the program was frozen, compared with rules written
 * from their texts by readers who had seen neither program nor proposals (docs/decisions/0017-proposed-rules.md).
 * `command` measures today's program on all schemes with such rules, these among them.
 */
export const measuredProposals = {
  schemes: 60,
  peopleEach: 200,
  wrongExclusions: 0.007,
  precision: 0.987,
  recall: 0.658,
  on: '2026-11-30',
  command: 'npm run bench -- proposals FOLDER',
} as const;
