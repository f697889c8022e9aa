import { expect, test } from 'vitest';
import { corpora, naughtyStrings } from '../../testing/corpora.ts';
import { factIds, readAnswers } from './facts.ts';
import { fieldOf, readFormAnswer, readFormAnswers, toFormValues } from './form-answers.ts';

test.each([
  ['age', ['35'], 35],
  ['age', [' ३५ '], 35],
  ['age', ['35.5'], null],
  ['age', ['-1'], null],
  ['age', ['x'], null],
  ['age', [''], undefined],
  ['age', [], undefined],
  ['householdIncome', ['₹ 1,20,000'], 120_000],
  ['landHectares', ['0.4'], 0.4],
  ['landHectares', ['2.5', 'acre'], 1.0117],
  ['landHectares', ['5', 'acre'], 2.0234],
  ['landHectares', ['2', 'hectare'], 2],
  ['landHectares', ['40', 'guntha'], 0.4047],
  ['landHectares', ['3', 'bigha_assam_bengal'], 0.4013],
  ['landHectares', ['1', 'bigha_bihar_up'], 0.2529],
  ['landHectares', ['20', 'katha_bihar'], 0.2529],
  ['landHectares', ['', 'acre'], undefined],
  ['landHectares', ['1', 'furlong'], null],
  ['landHectares', ['1', 'constructor'], null],
  ['landHectares', ['99999999999', 'acre'], null],
  ['irrigatedHectares', ['२.५', 'acre'], 1.0117],
  ['householdIncome', ['20,833', 'month'], 249_996],
  ['householdIncome', ['2,50,000', 'year'], 250_000],
  ['monthlyEarnings', ['1,80,000', 'year'], 15_000],
  ['monthlyEarnings', ['1,80,007', 'year'], 15_001],
  ['monthlyPension', ['10000', 'month'], 10_000],
  ['age', ['35', 'year'], null],
  ['isWidow', ['no'], false],
  ['isWidow', ['maybe'], null],
  ['occupation', ['farmer', 'student', 'farmer'], ['farmer', 'student']],
  ['occupation', ['-'], []],
  ['occupation', ['-', 'farmer'], null],
  ['occupation', ['king'], null],
  ['state', ['Karnataka'], 'Karnataka'],
  ['state', ['Atlantis'], null],
  ['district', ['पुणे'], 'पुणे'],
] as const)('%s: %j is read as %j', (id, values, expected) => {
  expect(readFormAnswer(id, [...values])).toEqual(expected);
});

test('an answer goes into a form and comes back the same', () => {
  for (const [id, answer] of [
    ['age', 0],
    ['isWidow', true],
    ['occupation', []],
    ['occupation', ['farmer']],
    ['district', 'Pune'],
    ['landHectares', 0.25],
  ] as const) {
    expect(readFormAnswer(id, toFormValues(Array.isArray(answer) ? [...answer] : (answer as never)))).toEqual(answer);
  }
});

test('a form carries answers and what was skipped, and nothing else', () => {
  const form = new URLSearchParams([
    ['q.age', '40'],
    ['q.area', 'moon'],
    ['skip', 'gender'],
    ['skip', 'age'],
    ['skip', '__proto__'],
    ['q.__proto__', 'x'],
    ['go', 'next'],
  ]);
  expect(readFormAnswers(form)).toEqual({ age: 40, gender: null });
});

test.skipIf(!corpora)('whatever is sent, what is read can be used', () => {
  for (const text of naughtyStrings()) {
    const form = new URLSearchParams(factIds.map((id) => [fieldOf(id), text]));
    const answers = readFormAnswers(form);
    expect(readAnswers(answers)).toEqual(answers);
  }
});
