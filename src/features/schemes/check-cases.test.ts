import { describe, expect, test } from 'vitest';
import { checkCases } from './check-cases.ts';
import { checkRules } from './rules.ts';
import { wordProblem } from '../../platform/wire/word-problem.ts';

const { rules } = checkRules({
  version: 1,
  all: [
    { fact: 'age', between: [18, 40] },
    { not: { fact: 'taxpayers', eq: 'me' }, because: 'Tax payers cannot join.' },
  ],
});
const told = (value: unknown) =>
  checkCases(value, rules!).problems.map((found) => `${found.path.join('.')}: ${wordProblem(found)}`);

describe('cases', () => {
  test('that hold are kept, with the answers in the order of the facts', () => {
    const { cases, problems } = checkCases(
      [
        { answers: { taxpayers: [], age: 18 }, verdict: 'yes', why: ' The first age. ' },
        { answers: { age: 41 }, verdict: 'no', why: 'Too old.', asOf: '2026-11-22' },
        { answers: { age: null, taxpayers: [] }, verdict: 'unknown', why: 'Asked, and left open.' },
      ],
      rules!,
    );
    expect(problems).toEqual([]);
    expect(cases.map(({ why }) => why)).toEqual(['The first age.', 'Too old.', 'Asked, and left open.']);
    expect(JSON.stringify(cases[0]!.answers)).toBe('{"age":18,"taxpayers":[]}');
  });

  test('that fail are named in plain words, with what the rules say instead', () => {
    expect(
      told([
        { answers: { age: 17, taxpayers: [] }, verdict: 'yes', why: 'The first age.' },
        { answers: { age: 30, taxpayers: [] }, verdict: 'no', why: 'Far too old.' },
        { answers: { age: 30 }, verdict: 'no', why: 'Pays tax.' },
        { answers: { age: 30, taxpayers: ['me'] }, verdict: 'unknown', why: 'Nobody knows.' },
      ]),
    ).toEqual([
      '0: the case "The first age." must give yes, but the rules give no: Age: 17 years. The scheme asks for: from 18 years to 40 years.',
      '1: the case "Far too old." must give no, but the rules give yes',
      '2: the case "Pays tax." must give no, but the rules give unknown (an answer is missing): Pays income tax: not answered yet. Tax payers cannot join.',
      '3: the case "Nobody knows." must give unknown (an answer is missing), but the rules give no: Pays income tax: me. Tax payers cannot join.',
    ]);
  });

  test.each([
    ['text', ': must be a list of at most 200 cases'],
    [Array.from({ length: 201 }, () => ({})), ': must be a list of at most 200 cases'],
    [[7], '0: must be a case such as'],
    [[{ answers: {}, verdict: 'unknown' }], '0.why: must say in one line'],
    [[{ answers: {}, verdict: 'unknown', why: 'a\nb' }], '0.why: must say in one line'],
    [[{ answers: {}, verdict: 'MAY_BE_ELIGIBLE', why: 'x' }], '0.verdict: must be one of yes, no, unknown'],
    [[{ answers: {}, verdict: true, why: 'x' }], '0.verdict: must be one of yes, no, unknown'],
    [[{ answers: {}, verdict: 'yes', why: 'x', asOf: '2026-02-30' }], '0.asOf: must be a day'],
    [[{ answers: [], verdict: 'yes', why: 'x' }], '0.answers: must be answers by fact'],
    [[{ answers: { agee: 3 }, verdict: 'yes', why: 'x' }], '0.answers.agee: unknown fact "agee"'],
    [[{ answers: { age: -1 }, verdict: 'yes', why: 'x' }], '0.answers.age: is no answer to age'],
    [[{ answers: { age: 3 }, verdict: 'yes', why: 'x', note: 1 }], '0.note: is not known here'],
    [[{ answers: JSON.parse('{"__proto__":1}'), verdict: 'unknown', why: 'x' }], '0.answers.__proto__: unknown fact'],
  ])('%j is refused with its place', (value, message) => {
    const problems = told(value);
    expect(problems).toHaveLength(1);
    expect(problems[0]!.startsWith(message)).toBe(true);
  });
});
