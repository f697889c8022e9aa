import { expect, test } from 'vitest';
import { compileSchemes } from './find-schemes.ts';
import { matchSchemes } from './match-schemes.ts';
import type { SchemeCard } from './schemes.contract.ts';
import { checkRules } from './rules.ts';
import { people, personOf } from './whom.ts';

const day = '2026-01-10';
const scheme = (id: number, ...all: unknown[]) => {
  const { rules } = checkRules({ version: 1, all });
  return { ...({ id, name: `scheme ${id}`, alsoCheck: ['Ask the office.'] } as unknown as SchemeCard), rules: rules! };
};
const compiled = compileSchemes([
  scheme(1, { fact: 'age', lte: 20 }),
  scheme(2, { fact: 'age', gte: 60 }),
  scheme(3, { fact: 'isWidow', eq: true }),
  scheme(4, { fact: 'age', gte: 50 }),
  scheme(5, { fact: 'age', gte: 40 }, { fact: 'isStudent', eq: true }),
]);
const answers = { age: 65 };
const ids = (list: { scheme: { id: number } }[]) => list.map((each) => each.scheme.id);

test('what fits comes first, then what is open, then what does not fit', () => {
  const { data, counts, total, hasMore, nextCursor, totalIsCapped } = matchSchemes(compiled, { answers }, day);
  expect(data.map((each) => each.outcome)).toEqual([
    'MAY_BE_ELIGIBLE',
    'MAY_BE_ELIGIBLE',
    'NEEDS_ANSWERS',
    'NEEDS_ANSWERS',
    'NOT_ELIGIBLE',
  ]);
  expect(ids(data).toSorted()).toEqual([1, 2, 3, 4, 5]);
  expect(ids(data).at(-1)).toBe(1);
  expect(counts).toEqual({ mayBeEligible: 2, needsAnswers: 2, notEligible: 1 });
  expect({ total, hasMore, nextCursor, totalIsCapped }).toEqual({
    total: 5,
    hasMore: false,
    nextCursor: null,
    totalIsCapped: false,
  });
});

test('pages do not overlap and leave nothing out; the counts are of all', () => {
  const page = (number: number) => matchSchemes(compiled, { answers, page: number, pageSize: 2 }, day);
  expect([1, 2, 3].flatMap((number) => ids(page(number).data)).toSorted()).toEqual([1, 2, 3, 4, 5]);
  expect([1, 2, 3].map((number) => page(number).hasMore)).toEqual([true, true, false]);
  expect(page(2)).toMatchObject({ page: 2, pageSize: 2, total: 5, counts: { mayBeEligible: 2 } });
  expect(page(4).data).toEqual([]);
  expect(matchSchemes(compiled, { answers, page: 1, pageSize: 5 }, day).hasMore).toBe(false);
});

test('one outcome alone', () => {
  const only = (outcome: 'MAY_BE_ELIGIBLE' | 'NEEDS_ANSWERS' | 'NOT_ELIGIBLE') =>
    ids(matchSchemes(compiled, { answers, outcome }, day).data).toSorted();
  expect(only('MAY_BE_ELIGIBLE')).toEqual([2, 4]);
  expect(only('NEEDS_ANSWERS')).toEqual([3, 5]);
  expect(only('NOT_ELIGIBLE')).toEqual([1]);
});

test('each match has its reasons and what is missing; the next question is one of those', () => {
  const { data, nextQuestion } = matchSchemes(compiled, { answers }, day);
  expect(data.find(({ scheme: { id } }) => id === 5)).toMatchObject({ missing: ['isStudent'] });
  expect(data.every(({ reasons }) => reasons.length > 0)).toBe(true);
  expect(data[0]?.alsoCheck).toEqual(['Ask the office.']);
  expect(data.at(-1)?.alsoCheck).toEqual([]);
  expect(['isWidow', 'isStudent']).toContain(nextQuestion?.id);
  const all = { age: 65, isWidow: true, isStudent: false };
  expect(matchSchemes(compiled, { answers: all }, day).nextQuestion).toBeNull();
});

test('the answers are for oneself unless the address names somebody else', () => {
  for (const person of people) expect(personOf(new URLSearchParams({ for: person }))).toBe(person);
  expect(people).toEqual(['me', 'parent', 'child', 'spouse', 'other']);
  expect(personOf(new URLSearchParams({ for: 'neighbour' }))).toBe('me');
  expect(personOf(new URLSearchParams())).toBe('me');
});
