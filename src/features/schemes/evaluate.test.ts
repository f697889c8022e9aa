import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { type Answers, type FactId, factIds, factOf, isAnswer, readAnswers, wordsOf } from './facts.ts';
import { allQuestions } from './fact-questions.ts';
import { checkRules, type Condition, type Rules } from './rules.ts';

const rulesOf = (...all: unknown[]): Rules => {
  const { rules, problems } = checkRules({ version: 1, all });
  if (!rules) throw new Error(JSON.stringify(problems));
  return rules;
};
const verdict = (rules: Rules, answers: Answers) => evaluate(rules, answers).verdict;

describe('three values', () => {
  const rules = rulesOf(
    { fact: 'age', between: [18, 40] },
    {
      any: [
        { fact: 'category', in: ['SC', 'ST'] },
        { fact: 'householdIncome', lte: 300_000 },
      ],
    },
  );

  test('one failed condition decides, whatever else is open', () => {
    expect(verdict(rules, { age: 41 })).toBe('no');
    expect(verdict(rules, { category: 'GEN', householdIncome: 300_001 })).toBe('no');
  });

  test('one alternative is enough, and what is open may still decide', () => {
    expect(verdict(rules, { age: 18, category: 'ST' })).toBe('yes');
    expect(evaluate(rules, { age: 40, category: 'GEN' })).toMatchObject({
      verdict: 'unknown',
      missing: ['householdIncome'],
    });
    expect(evaluate(rules, {})).toMatchObject({ verdict: 'unknown', missing: ['age', 'category', 'householdIncome'] });
  });

  test('an answer left open, of the wrong type or out of range counts as not given', () => {
    for (const age of [null, '30', [30], Number.NaN, Infinity, 1e308, -1, 30.5, {}, true])
      expect(verdict(rules, { age, category: 'SC' } as Answers)).toBe('unknown');
    expect(verdict(rules, JSON.parse('{"__proto__":{"age":30},"category":"SC"}') as Answers)).toBe('unknown');
    expect(verdict(rules, Object.create({ age: 30, category: 'SC' }) as Answers)).toBe('unknown');
  });

  test('several things chosen meet "in" with one of them, and an empty choice is an answer', () => {
    const vendor = rulesOf({ fact: 'occupation', in: ['street_vendor', 'artisan'] });
    expect(verdict(vendor, { occupation: ['farmer', 'artisan'] })).toBe('yes');
    expect(verdict(vendor, { occupation: [] })).toBe('no');
    const none = rulesOf({ not: { fact: 'taxpayers', in: ['me', 'family_member'] } });
    expect(verdict(none, { taxpayers: [] })).toBe('yes');
    expect(verdict(none, {})).toBe('unknown');
  });

  test('texts are compared without regard to case and spaces around', () => {
    expect(verdict(rulesOf({ fact: 'district', in: ['Pune'] }), { district: ' pune ' })).toBe('yes');
  });
});

describe('reasons in words', () => {
  const text = (condition: unknown, answers: Answers) => evaluate(rulesOf(condition), answers).reasons[0]!.text;

  test('say what was answered and what is asked', () => {
    expect(text({ fact: 'age', between: [18, 40] }, { age: 45 })).toBe(
      'Age: 45 years. The scheme asks for: from 18 years to 40 years.',
    );
    expect(text({ fact: 'householdIncome', lte: 300_000 }, { householdIncome: 450_000 })).toBe(
      'Family income in a year: ₹4,50,000. The scheme asks for: at most ₹3,00,000.',
    );
    expect(text({ not: { fact: 'age', gte: 60 } }, { age: 60 })).toBe(
      'Age: 60 years. The scheme asks for: less than 60 years.',
    );
    expect(text({ fact: 'state', in: ['Goa', 'Kerala'] }, { state: 'Bihar' })).toBe(
      'State: Bihar. The scheme asks for: Goa or Kerala.',
    );
    expect(text({ fact: 'isWidow', eq: true }, { isWidow: false })).toBe('Widow: no. The scheme asks for: yes.');
    expect(text({ fact: 'disabilityPercent', gte: 40 }, { disabilityPercent: 60 })).toBe('Disability: 60%. This fits.');
    expect(text({ fact: 'rationCard', eq: 'antyodaya' }, {})).toBe(
      'Ration card: not answered yet. The scheme asks for: Antyodaya (AAY).',
    );
  });

  test("say the editor's own words where there are some", () => {
    expect(text({ fact: 'age', gte: 60, because: 'The pension begins at 60.' }, { age: 20 })).toBe(
      'Age: 20 years. The pension begins at 60.',
    );
    expect(
      text(
        {
          any: [
            { fact: 'age', gte: 60 },
            { fact: 'isWidow', eq: true },
          ],
          because: 'For the old and for widows.',
        },
        { age: 20, isWidow: false },
      ),
    ).toBe('For the old and for widows.');
  });

  test('list the alternatives', () => {
    const either = {
      any: [
        { fact: 'age', gte: 60 },
        {
          all: [
            { fact: 'isWidow', eq: true },
            { fact: 'age', gte: 40 },
          ],
        },
      ],
    };
    expect(text(either, { age: 20 })).toBe(
      'One of these is needed: Age: 60 years or more; Widow: yes and Age: 40 years or more.',
    );
    expect(text(either, { age: 50 })).toBe(
      'Not clear yet. One of these is needed: Widow: yes and Age: 40 years or more.',
    );
    expect(text(either, { age: 61 })).toBe('Age: 60 years or more. This fits.');
  });
});

describe('the catalogue', () => {
  test('has a question for every fact, words for every option, and shares that can be', () => {
    for (const id of factIds) expect(wordsOf(id).question, id).toMatch(/^[A-Z].*\?$/);
    const choices = factIds.flatMap((id) => {
      const fact = factOf(id);
      return 'options' in fact ? [{ id, ...fact }] : [];
    });
    for (const { id, options, shares } of choices) {
      expect(id === 'state' ? options : Object.keys(wordsOf(id).options ?? {}), id).toEqual(options);
      expect(shares?.length ?? options.length, id).toBe(options.length);
    }
    for (const { shares } of choices.filter(({ type }) => type === 'single'))
      expect((shares ?? [1]).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
    expect(allQuestions().map(({ id }) => id)).toEqual(factIds);
  });

  test('answers kept on a device are read defensively', () => {
    expect(
      readAnswers(
        JSON.parse(
          '{"__proto__":{"age":5},"constructor":1,"age":30,"gender":"x","category":null,"occupation":["farmer","farmer"],"householdHas":[],"isWidow":"true","unknown":1,"landHectares":1e999}',
        ),
      ),
    ).toEqual({ age: 30, category: null, householdHas: [] });
    for (const value of [null, undefined, 'x', 7, [], [1]]) expect(readAnswers(value)).toEqual({});
    expect(({} as { age?: number }).age).toBeUndefined();
  });
});

// Property-based: arbitrary facts, answers and rule trees.
const answerTo = (id: FactId): fc.Arbitrary<unknown> => {
  const fact = factOf(id);
  if (fact.type === 'number') return fc.integer({ min: fact.min, max: Math.min(fact.max, 200) });
  if (fact.type === 'boolean') return fc.boolean();
  if (fact.type === 'text') return fc.constantFrom('Pune', 'Gaya');
  return fact.type === 'single' ? fc.constantFrom(...fact.options) : fc.subarray([...fact.options]);
};
const someFacts: FactId[] = ['age', 'gender', 'occupation', 'isWidow', 'landHectares', 'district'];
const answersArbitrary = fc.record(Object.fromEntries(someFacts.map((id) => [id, answerTo(id)])), {
  requiredKeys: [],
}) as fc.Arbitrary<Answers>;
const comparison = fc.constantFrom<Condition>(
  { fact: 'age', gte: 18 },
  { fact: 'age', between: [20, 60] },
  { fact: 'gender', eq: 'woman' },
  { fact: 'occupation', in: ['farmer', 'artisan'] },
  { fact: 'isWidow', eq: true },
  { fact: 'landHectares', lte: 2 },
  { fact: 'district', eq: 'pune' },
);
const conditionArbitrary = fc.letrec<{ node: Condition }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    comparison,
    fc.record({ all: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('node') }),
  ),
})).node;

describe('for any rules and answers', () => {
  test('a decided verdict stays when more is answered, and missing facts are what could decide', () => {
    fc.assert(
      fc.property(
        fc.array(conditionArbitrary, { minLength: 1, maxLength: 3 }),
        answersArbitrary,
        answersArbitrary,
        (all, some, more) => {
          const rules: Rules = { version: 1, all };
          const before = evaluate(rules, some);
          const after = evaluate(rules, { ...more, ...some });
          if (before.verdict !== 'unknown') return after.verdict === before.verdict && before.missing.length === 0;
          return before.missing.length > 0 && before.missing.every((id) => isAnswer(id, some[id]) === false);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('"not" turns yes and no around and leaves unknown', () => {
    fc.assert(
      fc.property(conditionArbitrary, answersArbitrary, (condition, answers) => {
        const turned = { yes: 'no', no: 'yes', unknown: 'unknown' }[verdict({ version: 1, all: [condition] }, answers)];
        return verdict({ version: 1, all: [{ not: condition }] }, answers) === turned;
      }),
      { numRuns: 500 },
    );
  });

  test('every reason is a sentence, and answers are not changed', () => {
    fc.assert(
      fc.property(conditionArbitrary, answersArbitrary, (condition, answers) => {
        const before = JSON.stringify(answers);
        const { reasons } = evaluate({ version: 1, all: [condition] }, Object.freeze(answers));
        return reasons.length === 1 && /^[A-Z].*\.$/s.test(reasons[0]!.text) && JSON.stringify(answers) === before;
      }),
      { numRuns: 300 },
    );
  });
});
