import { describe, expect, test } from 'vitest';
import { checkCases } from './check-cases.ts';
import { changeDays, rulesOn } from './dated-rules.ts';
import { evaluate } from './evaluate.ts';
import { compileSchemes, findSchemes } from './find-schemes.ts';
import { checkRules, type Rules } from './rules.ts';
import { wordProblem } from '../../platform/wire/word-problem.ts';

const dated = {
  version: 2,
  all: [
    { fact: 'age', gte: 18 },
    {
      fact: 'householdIncome',
      lte: 250_000,
      until: '2026-03-31',
      quote: 'up to 2.5 lakh',
      source: 'https://a.gov.in/1',
    },
    {
      fact: 'householdIncome',
      lte: 300_000,
      from: '2026-04-01',
      quote: 'up to 3 lakh',
      source: 'https://a.gov.in/2',
      reviewedBy: 'asha-menon',
      reviewedOn: '2026-04-02',
    },
  ],
};
const load = (value: unknown): Rules => {
  const { rules, problems } = checkRules(value);
  expect(problems).toEqual([]);
  return rules!;
};
const told = (value: unknown) =>
  checkRules(value).problems.map((found) => `${found.path.join('.')}: ${wordProblem(found)}`);
const rich = { age: 30, householdIncome: 280_000 };

describe('rules of version 2', () => {
  test('are kept with their days, quotes and sources; version 1 stays as it is', () => {
    expect(load(dated)).toEqual(dated);
    const first = { version: 1, all: [{ fact: 'age', gte: 18 }] };
    expect(load(first)).toEqual(first);
    expect(changeDays(load(first))).toEqual([]);
    expect(rulesOn(load(first), '1990-01-01').all).toHaveLength(1);
  });

  test('are judged as of a day: the last day of the old limit, and the first of the new one', () => {
    const rules = load(dated);
    expect(changeDays(rules)).toEqual(['2026-04-01']);
    expect(evaluate(rules, rich, '2026-03-31')).toMatchObject({ verdict: 'no' });
    const now = evaluate(rules, rich, '2026-04-01');
    expect(now.verdict).toBe('yes');
    expect(now.reasons).toHaveLength(2);
    expect(now.reasons[1]).toMatchObject({
      quote: 'up to 3 lakh',
      source: 'https://a.gov.in/2',
      reviewedOn: '2026-04-02',
    });
    expect(JSON.stringify(now)).not.toContain('asha-menon');
    expect(evaluate(rules, { ...rich, householdIncome: 250_000 }, '2026-03-31').verdict).toBe('yes');
    expect(evaluate(rules, { ...rich, householdIncome: 300_001 }, '2026-04-01').verdict).toBe('no');
  });

  test('sort many schemes as of a day; one that has not begun is not offered', () => {
    const schemes = [
      { id: 1, rules: load(dated) },
      { id: 2, rules: load({ version: 2, all: [{ fact: 'age', gte: 18, from: '2027-01-01' }] }) },
    ];
    const ids = (day: string) => {
      const { mayFit, needsAnswers, doesNotFit } = findSchemes(compileSchemes(schemes, day), rich);
      return [mayFit, needsAnswers, doesNotFit].map((list) => list.length);
    };
    expect(ids('2026-03-31')).toEqual([0, 0, 1]);
    expect(ids('2026-04-01')).toEqual([1, 0, 0]);
    expect(ids('2027-01-01')).toEqual([2, 0, 0]);
    expect(evaluate(schemes[1]!.rules, rich, '2026-12-31')).toEqual({ verdict: 'unknown', reasons: [], missing: [] });
  });

  test('may contradict each other only while they are not in force together', () => {
    const apart = {
      version: 2,
      all: [
        { fact: 'gender', eq: 'woman' },
        { fact: 'age', lte: 40, until: '2026-03-31' },
        { fact: 'age', gte: 41, from: '2026-04-01' },
      ],
    };
    expect(load(apart).all).toHaveLength(3);
    const together = structuredClone(apart);
    together.all[2]!.from = '2026-03-31';
    expect(told(together)).toEqual(['all.2: on 2026-03-31: contradicts all.2: no age meets both']);
    const always = {
      version: 2,
      all: [
        { fact: 'age', lte: 40 },
        { fact: 'age', gte: 41 },
      ],
    };
    expect(told(always)).toEqual(['all.1: contradicts all.1: no age meets both']);
  });

  test('may hold on a single day', () => {
    expect(
      load({ version: 2, all: [{ fact: 'age', gte: 18, from: '2026-02-02', until: '2026-02-02' }] }).all,
    ).toHaveLength(1);
  });

  test.each([
    [{ fact: 'age', gte: 18, from: 'soon' }, 'all.0.from: must be a day such as 2026-11-22'],
    [{ fact: 'age', gte: 18, until: '2026-02-29' }, 'all.0.until: must be a day such as 2026-11-22'],
    [
      { fact: 'age', gte: 18, from: '2026-02-02', until: '2026-02-01' },
      'all.0.until: is before from, which is 2026-02-02',
    ],
    [{ fact: 'age', gte: 18, quote: '' }, 'all.0.quote: must be one line of at most 2000 characters'],
    [{ fact: 'age', gte: 18, quote: 'a\u0000b' }, 'all.0.quote: must be one line of at most 2000 characters'],
    [{ fact: 'age', gte: 18, source: 'javascript:alert(1)' }, 'all.0.source: must be a web address or a title'],
    [{ fact: 'age', gte: 18, reviewedBy: 'asha' }, 'all.0.reviewedBy: needs reviewedOn beside it'],
    [{ fact: 'age', gte: 18, note: 'x' }, 'all.0.note: is no comparison: use eq, in, gte, lte or between'],
    [
      { any: [{ fact: 'age', gte: 18, from: '2026-01-01' }] },
      'all.0.any.0.from: is no comparison: use eq, in, gte, lte or between',
    ],
  ])('%j is refused with its place', (condition, message) => {
    expect(told({ version: 2, all: [condition] })).toEqual([message]);
  });

  test('belong to version 2 alone, and there is no version 3', () => {
    expect(told({ ...dated, version: 1 })).toContain('all.1.until: is no comparison: use eq, in, gte, lte or between');
    expect(told({ ...dated, version: 3 })).toContain('version: must be 1 or 2');
  });
});

describe('cases of dated rules', () => {
  const problems = (cases: unknown[]) => checkCases(cases, load(dated)).problems.map(wordProblem);

  test('with a day are judged on it', () => {
    const why = 'The limit went up.';
    expect(
      problems([
        { answers: rich, asOf: '2026-03-31', verdict: 'no', why },
        { answers: rich, asOf: '2026-04-01', verdict: 'yes', why },
      ]),
    ).toEqual([]);
    expect(problems([{ answers: rich, asOf: '2026-03-31', verdict: 'yes', why }])[0]).toMatch(
      /^the case "The limit went up\." must give yes on 2026-03-31, but the rules give no: /,
    );
  });

  test('without a day must hold before and after every change, so that a file does not break by itself', () => {
    expect(problems([{ answers: { age: 17 }, verdict: 'no', why: 'Too young, always.' }])).toEqual([]);
    expect(problems([{ answers: rich, verdict: 'yes', why: 'Only since April.' }])[0]).toContain('on 2026-03-31');
  });
});
