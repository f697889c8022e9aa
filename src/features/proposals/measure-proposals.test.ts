import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Condition, Rules } from '../schemes/rules.ts';
import { measureProposals } from './measure-proposals.ts';
import { canScore, scoreProposals } from './score-proposals.server.ts';

const rulesOf = (...all: Condition[]): Rules => ({ version: 1, all });
const adult: Condition = { fact: 'age', gte: 18 };
const poor: Condition = { fact: 'householdIncome', lte: 100_000 };
const measure = (truth: Rules | null, proposed: Rules | null) =>
  measureProposals([{ name: 'One', rules: truth }], new Map([['One', proposed]]), ['age', 'householdIncome', 'gender']);

it('gives full marks to the same rules', () => {
  expect(measure(rulesOf(adult, poor), rulesOf(poor, adult))).toEqual({ wrongExclusions: 0, precision: 1, recall: 1 });
});

it('sees a limit that is one too strict, and one that is missing', () => {
  const strict = measure(rulesOf(adult, poor), rulesOf({ fact: 'age', gte: 19 }, poor));
  expect(strict.wrongExclusions).toBeGreaterThan(0);
  expect(strict.precision).toBe(0.5);
  expect(measure(rulesOf(adult, poor), rulesOf(adult))).toEqual({ wrongExclusions: 0, precision: 1, recall: 0.5 });
});

it('counts a condition where the labels have none as wrong', () => {
  const { wrongExclusions, precision } = measure(null, rulesOf({ fact: 'gender', eq: 'woman' }));
  expect(wrongExclusions).toBeGreaterThan(0.4);
  expect(precision).toBe(0);
});

const folder = process.env.NAGRIK_DATA ? join(process.env.NAGRIK_DATA, 'schemes') : '';
const hasLabels = folder !== '' && canScore(folder);
if (!hasLabels)
  console.info('NAGRIK_DATA does not name the data folder: proposals are not held against rules written by hand.');

it.skipIf(!hasLabels)('keeps its figures on schemes with rules written by hand', { timeout: 120_000 }, () => {
  const { known, unseen, schemes, problems } = scoreProposals(folder);
  expect(problems).toEqual([]);
  console.info(JSON.stringify(known));
  expect(known.wrongExclusions).toBeLessThan(0.02);
  expect(known.precision).toBeGreaterThan(0.96);
  expect(known.recall).toBeGreaterThan(0.73);

  // What the program makes today of all schemes that were labelled while it was frozen.
  expect(schemes).toBe(300);
  console.info(JSON.stringify(unseen));
  expect(unseen.wrongExclusions).toBeLessThan(0.02);
  expect(unseen.precision).toBeGreaterThan(0.97);
  expect(unseen.recall).toBeGreaterThan(0.625);
});
