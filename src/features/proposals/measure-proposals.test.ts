import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { checkRules, type Condition, type Rules } from '../schemes/rules.ts';
import { factsAsked, measureProposals, type Labelled } from '../../testing/measure-proposals.ts';
import { measuredProposals } from './measured.ts';
import { proposeRules } from './propose-rules.ts';
import { readScheme } from './scheme-source.ts';

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
const hasLabels = folder !== '' && existsSync(join(folder, 'gold.jsonl'));
if (!hasLabels)
  console.info('NAGRIK_DATA does not name the data folder: proposals are not held against rules written by hand.');

const lines = (bytes: Buffer) => bytes.toString('utf8').split('\n').filter(Boolean);

/** Proposed rules by the name of the scheme, for all texts of the data folder. */
function proposeAll() {
  const problems: unknown[] = [];
  const proposed = new Map<string, Rules | null>();
  for (const line of lines(gunzipSync(readFileSync(join(folder, 'schemes.jsonl.gz'))))) {
    const { name, rules, spans } = proposeRules(readScheme(JSON.parse(line)));
    expect(spans).toHaveLength(rules?.all.length ?? 0);
    if (rules) problems.push(...checkRules(rules).problems);
    proposed.set(name.trim(), rules);
  }
  expect(problems).toEqual([]);
  return proposed;
}

it.skipIf(!hasLabels)('keeps its figures on schemes with rules written by hand', { timeout: 120_000 }, () => {
  const proposed = proposeAll();
  const labelled = lines(readFileSync(join(folder, 'gold.jsonl'))).map((line) => JSON.parse(line) as Labelled);
  expect(labelled.filter(({ name }) => !proposed.has(name.trim()))).toEqual([]);
  const asked = factsAsked(labelled.map(({ rules }) => rules));
  const figures = measureProposals(labelled, proposed, asked);
  console.info(JSON.stringify(figures));
  expect(figures.wrongExclusions).toBeLessThan(0.03);
  expect(figures.precision).toBeGreaterThan(0.94);
  expect(figures.recall).toBeGreaterThan(0.65);

  // Two readers labelled these apart, before the program had seen the texts (decision 17).
  const unseen = lines(readFileSync(join(import.meta.dirname, 'unseen-labels.jsonl'))).map(
    (line) => JSON.parse(line) as { name: string; first: Rules | null; second: Rules | null },
  );
  expect(unseen).toHaveLength(measuredProposals.schemes);
  for (const reader of ['first', 'second'] as const) {
    const own = unseen.map(({ name, [reader]: rules }) => ({ name, rules }));
    const ofReader = measureProposals(own, proposed, asked);
    console.info(reader, JSON.stringify(ofReader));
    expect(ofReader.wrongExclusions).toBeLessThanOrEqual(measuredProposals.wrongExclusions + 0.001);
    expect(ofReader.precision).toBeGreaterThanOrEqual(measuredProposals.precision - 0.001);
    expect(ofReader.recall).toBeGreaterThanOrEqual(measuredProposals.recall - 0.001);
  }
});
