import { expect, test } from 'vitest';
import type { Answers } from './facts.ts';
import { findSchemes, compileSchemes } from './find-schemes.ts';
import { changesSince, lookAtVerdicts } from './fit-changes.ts';
import { checkRules, type Rules } from './rules.ts';
import { withWords } from './finder-file.ts';

const day = '2026-11-22';
const rulesOf = (all: object[], version = 1): Rules => {
  const { rules, problems } = checkRules({ version, all });
  if (!rules) throw new Error(JSON.stringify(problems));
  return rules;
};
const schemeOf = (id: number, rules: Rules, more: { originalId?: number } = {}) => ({
  id,
  name: `Scheme ${id}`,
  kind: 'other' as const,
  ...more,
  rules,
});
type Given = ReturnType<typeof schemeOf>[];

function told(before: Given, after: Given, answers: Answers, { then = day, now = day, answersNow = answers } = {}) {
  const seen = lookAtVerdicts(compileSchemes(before, then), answers, then);
  return changesSince(seen, compileSchemes(after, now), answersNow, now, (scheme) => withWords(scheme, null)).map(
    ({ scheme, kind, verdict, reason, since }) => ({ id: scheme.id, kind, verdict, reason, since }),
  );
}
const upTo = (years: number, because = 'Too old.') =>
  rulesOf([
    { fact: 'age', gte: 18 },
    { fact: 'age', lte: years, because },
  ]);

test('a higher limit: it may fit now, with the condition that changed', () => {
  expect(told([schemeOf(1, upTo(40))], [schemeOf(1, upTo(50))], { age: 46 })).toEqual([
    { id: 1, kind: 'mayFit', verdict: 'yes', reason: 'Age: 46 years. This fits.', since: null },
  ]);
});

test('a lower limit: no longer, and why', () => {
  expect(told([schemeOf(1, upTo(50))], [schemeOf(1, upTo(40))], { age: 46 })).toEqual([
    { id: 1, kind: 'noLonger', verdict: 'no', reason: 'Age: 46 years. Too old.', since: null },
  ]);
});

test('a limit that begins on a day: told with that day, though the file is the same', () => {
  const dated = rulesOf(
    [
      { fact: 'age', gte: 18 },
      { fact: 'householdIncome', lte: 250_000, until: '2026-11-30' },
      { fact: 'householdIncome', lte: 300_000, from: '2026-12-01' },
    ],
    2,
  );
  const answers = { age: 30, householdIncome: 280_000 };
  expect(told([schemeOf(1, dated)], [schemeOf(1, dated)], answers, { now: '2026-11-30' })).toEqual([]);
  expect(told([schemeOf(1, dated)], [schemeOf(1, dated)], answers, { now: '2026-12-05' })).toEqual([
    {
      id: 1,
      kind: 'mayFit',
      verdict: 'yes',
      reason: expect.stringContaining('2,80,000') as string,
      since: '2026-12-01',
    },
  ]);
});

test('a limit that ended without another: the day after its last', () => {
  const dated = rulesOf(
    [
      { fact: 'age', gte: 18 },
      { fact: 'age', lte: 40, until: '2026-11-30' },
    ],
    2,
  );
  expect(told([schemeOf(1, dated)], [schemeOf(1, dated)], { age: 46 }, { now: '2026-12-05' })).toEqual([
    { id: 1, kind: 'mayFit', verdict: 'yes', reason: null, since: '2026-12-01' },
  ]);
});

test('excluded before and open now is told; open before and excluded now is not', () => {
  const asksMore = rulesOf([
    { fact: 'age', lte: 60 },
    { fact: 'isWidow', eq: true },
  ]);
  expect(told([schemeOf(1, upTo(40))], [schemeOf(1, asksMore)], { age: 46 })).toMatchObject([
    { kind: 'mayFit', verdict: 'unknown' },
  ]);
  expect(told([schemeOf(1, asksMore)], [schemeOf(1, upTo(40))], { age: 46 })).toEqual([]);
});

test('nothing is told of other words, other answers, new schemes and schemes that are gone', () => {
  const [old, young] = [schemeOf(1, upTo(40)), schemeOf(1, upTo(50))];
  expect(told([old], [schemeOf(1, upTo(40, 'Only up to 40.'))], { age: 46 })).toEqual([]);
  expect(told([old], [young], { age: 46 }, { answersNow: { age: 38 } })).toEqual([]);
  expect(told([old], [old], { age: 46 }, { answersNow: { age: 38 } })).toEqual([]);
  expect(told([], [young], { age: 46 })).toEqual([]);
  expect(told([young], [], { age: 46 })).toEqual([]);
});

test('a translation is the same scheme, and a skipped question is no other answer', () => {
  const before = [schemeOf(1, upTo(40))];
  const after = [schemeOf(77, upTo(50), { originalId: 1 })];
  expect(told(before, after, { age: 46 }, { answersNow: { age: 46, area: null } as Answers })).toMatchObject([
    { id: 77, kind: 'mayFit' },
  ]);
});

test('the device keeps no answer in what it remembers', () => {
  const rules = rulesOf([
    { fact: 'age', lte: 50 },
    { fact: 'state', in: ['Bihar'] },
  ]);
  const compiled = compileSchemes([schemeOf(1, rules), schemeOf(2, upTo(30))], day);
  const answers: Answers = { age: 46, state: 'Bihar' };
  const seen = lookAtVerdicts(compiled, answers, day);
  expect(findSchemes(compiled, answers).mayFit).toHaveLength(1);
  expect(seen.schemes).toMatch(/^1y[\w-]{8} 2n[\w-]{8}$/);
  expect(JSON.stringify(seen)).not.toMatch(/46|Bihar/);
});

test('a damaged memory tells nothing', () => {
  const compiled = compileSchemes([schemeOf(1, upTo(50))], day);
  const { answers } = lookAtVerdicts(compiled, { age: 46 }, day);
  for (const schemes of ['', ' ', '1', '1x', 'n', '1y']) {
    expect(changesSince({ answers, schemes }, compiled, { age: 46 }, day, (scheme) => withWords(scheme, null))).toEqual(
      [],
    );
  }
});

test('4,000 schemes are remembered in less than 150 kB', () => {
  const many = Array.from({ length: 4_000 }, (_, at) => schemeOf(100_000 + at, upTo(40 + (at % 40))));
  expect(lookAtVerdicts(compileSchemes(many, day), { age: 46 }, day).schemes.length).toBeLessThan(150_000);
});
