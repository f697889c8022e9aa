import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeAnswers, makeSchemes } from '../../testing/make-schemes.ts';
import { evaluate } from './evaluate.ts';
import { type Answers, factIds } from './facts.ts';
import { compileSchemes, findSchemes } from './find-schemes.ts';
import type { Condition, Rules } from './rules.ts';

const scheme = (name: string, ...all: Condition[]) => ({ name, rules: { version: 1, all } satisfies Rules });
const pension = scheme('pension', { fact: 'age', gte: 60 });
const widow = scheme('widow', { fact: 'age', between: [40, 79] }, { fact: 'isWidow', eq: true });
const goa = scheme('goa', { fact: 'state', eq: 'Goa' }, { fact: 'isStudent', eq: true });
const compiled = compileSchemes([pension, widow, goa]);
const names = (list: { name: string }[]) => list.map(({ name }) => name);

describe('schemes are sorted by what the answers say', () => {
  test('with nothing answered all are open', () => {
    const found = findSchemes(compiled, {});
    expect(found).toMatchObject({ mayFit: [], doesNotFit: [] });
    expect(found.needsAnswers.map(({ scheme, missing }) => [scheme.name, missing])).toEqual([
      ['pension', ['age']],
      ['widow', ['age', 'isWidow']],
      ['goa', ['state', 'isStudent']],
    ]);
  });

  test('fewest open answers come first, and the rest is decided', () => {
    const found = findSchemes(compiled, { age: 65, state: 'Kerala' });
    expect(names(found.mayFit)).toEqual(['pension']);
    expect(found.needsAnswers).toEqual([{ scheme: widow, missing: ['isWidow'] }]);
    expect(names(found.doesNotFit)).toEqual(['goa']);
    expect(found.nextQuestion).toBe('isWidow');
  });

  test('what hardly anybody of that age fits comes last', () => {
    const maternity = scheme('maternity', { fact: 'isPregnant', eq: true });
    const both = compileSchemes([maternity, widow]);
    const order = (answers: Answers) => names(findSchemes(both, answers).needsAnswers.map((each) => each.scheme));
    expect(order({ age: 30, gender: 'woman', state: 'Goa' })).toEqual(['maternity']);
    expect(order({ age: 45 })).toEqual(['widow', 'maternity']);
    expect(order({ age: 64, gender: 'woman' })).toEqual(['widow', 'maternity']);
  });

  test('one who needs all of the same conditions, and one who needs any of them, are told apart', () => {
    const same: Condition[] = [
      { fact: 'age', gte: 60 },
      { fact: 'isWidow', eq: true },
    ];
    const found = findSchemes(compileSchemes([scheme('all', { all: same }), scheme('any', { any: same })]), {
      age: 65,
      isWidow: false,
    });
    expect([names(found.mayFit), names(found.doesNotFit)]).toEqual([['any'], ['all']]);
  });

  test('when all is decided nothing more is asked', () => {
    expect(findSchemes(compiled, { age: 65, isWidow: true, state: 'Goa', isStudent: true })).toMatchObject({
      needsAnswers: [],
      nextQuestion: null,
      doesNotFit: [],
    });
    expect(findSchemes(compileSchemes([]), {})).toEqual({
      mayFit: [],
      needsAnswers: [],
      doesNotFit: [],
      nextQuestion: null,
    });
  });
});

describe('the next question', () => {
  test('is the one that most schemes turn on', () => {
    expect(findSchemes(compiled, {}).nextQuestion).toBe('age');
    const states = compileSchemes(
      ['Goa', 'Kerala', 'Bihar', 'Assam'].map((state) =>
        scheme(state, { fact: 'state', eq: state }, { fact: 'gender', eq: 'woman' }, { fact: 'age', gte: 18 }),
      ),
    );
    expect(findSchemes(states, {}).nextQuestion).toBe('state');
  });

  test('is not one that was left open, while another would help', () => {
    expect(findSchemes(compiled, { age: null }).nextQuestion).toBe('state');
    expect(findSchemes(compileSchemes([pension]), { age: null }).nextQuestion).toBeNull();
  });

  test('leads to a decision on every scheme of 2,000, never twice to one question', () => {
    const many = compileSchemes(makeSchemes(2_000));
    for (const seed of [1, 2, 3]) {
      const person = makeAnswers(seed);
      const answers: Answers = {};
      const half: number[] = [];
      for (let step = 0; step <= factIds.length; step += 1) {
        const { nextQuestion, needsAnswers } = findSchemes(many, answers);
        if (needsAnswers.length < 1_000) half.push(step);
        if (nextQuestion === null) break;
        expect(Object.hasOwn(answers, nextQuestion)).toBe(false);
        Object.assign(answers, { [nextQuestion]: person[nextQuestion] });
      }
      expect(findSchemes(many, answers).needsAnswers).toEqual([]);
      expect(half[0]).toBeLessThanOrEqual(4);
    }
  });
});

test('findSchemes and evaluate agree', () => {
  const schemes = makeSchemes(200);
  const many = compileSchemes(schemes);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.subarray(factIds), (seed, kept) => {
      const all = makeAnswers(seed);
      const answers: Answers = Object.fromEntries(kept.map((id) => [id, all[id]]));
      const found = findSchemes(many, answers);
      const verdicts = new Map(schemes.map((one) => [one.id, evaluate(one.rules, answers)]));
      expect(found.mayFit.every(({ id }) => verdicts.get(id)!.verdict === 'yes')).toBe(true);
      expect(found.doesNotFit.every(({ id }) => verdicts.get(id)!.verdict === 'no')).toBe(true);
      for (const { scheme, missing } of found.needsAnswers)
        expect(verdicts.get(scheme.id)).toMatchObject({ verdict: 'unknown', missing });
      expect(found.mayFit.length + found.doesNotFit.length + found.needsAnswers.length).toBe(200);
    }),
    { numRuns: 50 },
  );
});
