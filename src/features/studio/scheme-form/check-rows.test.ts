import { expect, it } from 'vitest';
import { checkRows } from './check-rows.ts';
import { compareOf, comparisonsFor, freshSentence, withCompare, withFact } from './compare.ts';
import { describeRow } from './row-sentence.ts';
import { readRows, type Sentence, writeRow, writeRows } from './rule-rows.ts';
import { inLanguage } from '../../../platform/http/request-context.server.ts';

const rowsOf = (all: unknown[], version: 1 | 2 = 1) => readRows({ version, all })!;
const problemsOf = (all: unknown[], version: 1 | 2 = 1) =>
  checkRows(rowsOf(all, version), { version, all }).map(({ path, message }) => [path.join('.'), message]);
const said = (condition: unknown) => describeRow(rowsOf([condition])[0]!);

it('says a condition as one sentence, in English and Hindi', () => {
  const conditions = [
    { fact: 'age', between: [18, 40] },
    { fact: 'state', in: ['Bihar', 'Jharkhand'] },
    { fact: 'isWidow', eq: true },
    { not: { fact: 'isWidow', eq: true } },
    { not: { fact: 'householdIncome', lte: 250_000 } },
    { fact: 'category', in: ['SC', 'ST'] },
    { fact: 'age', gte: null },
    { not: { any: [{ fact: 'age', gte: 18 }] } },
  ];
  expect(conditions.map(said)).toEqual([
    'Age is from 18 years to 40 years',
    'Lives in Bihar or Jharkhand',
    'Is a widow',
    'Is not a widow',
    expect.stringContaining('is more than ₹2,50,000'),
    'Category: Scheduled Caste (SC) or Scheduled Tribe (ST)',
    'Age: not complete yet',
    'None of these',
  ]);
  inLanguage('hi', () => expect(said(conditions[2])).toBe('विधवा हैं'));
});

it('shows every pair that excludes each other, and what nobody can meet', () => {
  const age = { fact: 'age', gte: 60 };
  expect(problemsOf([age, { fact: 'isWidow', eq: true }, { fact: 'age', lte: 40 }])).toEqual([
    ['all.2', 'This and “Age is 60 years or more” can never both be true.'],
  ]);
  expect(problemsOf([{ fact: 'age', between: [40, 18] }])).toEqual([
    ['all.0', 'The second number must not be smaller than the first.'],
  ]);
  expect(problemsOf([{ not: { fact: 'age', between: [0, 120] } }])).toEqual([
    ['all.0', 'Nobody can meet this condition.'],
  ]);
  const three = [
    { fact: 'category', in: ['SC', 'ST'] },
    { fact: 'category', in: ['ST', 'OBC'] },
    { fact: 'category', in: ['OBC', 'SC'] },
  ];
  expect(problemsOf(three)).toEqual([['all', 'Nobody can meet all of these conditions together.']]);
  expect(problemsOf([{ any: [{ all: [age, { fact: 'age', lte: 40 }] }, { fact: 'isWidow', eq: true }] }])).toEqual([
    ['all.0.any.0.all.1', 'This and “Age is 60 years or more” can never both be true.'],
  ]);
});

it('takes two limits that hold one after the other for no contradiction, and no duplicate', () => {
  const until = { fact: 'age', eq: 18, until: '2026-03-31' };
  const from = { fact: 'age', eq: 21, from: '2026-04-01' };
  expect(problemsOf([until, from], 2)).toEqual([]);
  expect(problemsOf([until, { ...from, from: '2026-03-01' }], 2)).toEqual([
    ['all.1', 'This and “Age is 18 years” can never both be true.'],
  ]);
  expect(problemsOf([until, { ...from, eq: 18 }], 2)).toEqual([]);
});

it('shows what stands there twice, with other words or in another order', () => {
  const one = { fact: 'age', gte: 18, because: 'One.' };
  expect(problemsOf([one, { gte: 18, fact: 'age' }])).toEqual([['all.1', 'The same as “Age is 18 years or more”.']]);
  expect(problemsOf([{ any: [one, { fact: 'isWidow', eq: true }, { ...one, because: 'Two.' }] }])).toEqual([
    ['all.0.any.2', 'The same as “Age is 18 years or more”.'],
  ]);
});

it('says beside the row what is still to be chosen', () => {
  expect(problemsOf([{ fact: 'age', gte: null }])).toEqual([['all.0', 'Write a number from 0 years to 120 years.']]);
  expect(problemsOf([{ fact: 'state', in: [] }])).toEqual([['all.0', 'Choose a value.']]);
  expect(problemsOf([{ any: [] }])).toEqual([['all.0', 'Add a condition to this group, or take it away.']]);
  expect(problemsOf([{ fact: 'age', gte: 18, from: '2026-13-01', reviewedBy: 'Asha' }], 2)).toEqual([
    ['all.0', 'Write a day such as 2026-11-22.'],
    ['all.0', 'Say on which day it was checked.'],
  ]);
});

it('offers comparisons that suit the fact, and keeps the values that fit', () => {
  expect(comparisonsFor('isWidow')).toEqual([]);
  expect(comparisonsFor('state')).toEqual(['oneOf', 'noneOf']);
  const age: Sentence = { ...freshSentence('age'), values: [18] };
  const written = (row: Sentence) => writeRow(row);
  expect(written(withCompare(age, 'below'))).toEqual({ not: { fact: 'age', gte: 18 } });
  const between = withCompare(age, 'fromTo');
  expect(written({ ...between, values: [18, 40] })).toEqual({ fact: 'age', between: [18, 40] });
  expect(written(withCompare({ ...between, values: [18, 40] }, 'atMost'))).toEqual({ fact: 'age', lte: 40 });
  expect(written(withCompare(age, 'noneOf'))).toEqual({ not: { fact: 'age', in: [18] } });
  expect(written(withFact(age, 'isWidow'))).toEqual({ fact: 'isWidow', eq: true });
  for (const compare of comparisonsFor('age')) expect(compareOf(withCompare(age, compare))).toBe(compare);
});

it('keeps rules that were just begun', () => {
  expect(writeRows([freshSentence('age')], undefined)).toEqual({ version: 1, all: [{ fact: 'age', gte: null }] });
});
