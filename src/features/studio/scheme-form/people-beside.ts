import { evaluate, describeAnswer, type Verdict } from '../../schemes/evaluate.ts';
import { type Answer, type FactId, factOf, wordsOf } from '../../schemes/facts.ts';
import type { Condition, Rules } from '../../schemes/rules.ts';

/** `answer`: question and answer in words; null where the person has not answered. */
type Beside = { label: string; answer: string | null; verdict: Verdict };

/**
 * Three made-up people who differ in the first answer that a condition asks for: who just meets it, who just misses it,
 * and who misses it at the other end or has not answered.
 */
export function peopleBeside(condition: Condition): Beside[] {
  const rules: Rules = { version: 1, all: [condition] };
  const [fact] = evaluate(rules, {}).missing;
  if (!fact) return [];
  const { label } = wordsOf(fact);
  const tried = answersNear(fact, condition).map((answer) => ({
    label,
    answer: describeAnswer(fact, answer),
    verdict: evaluate(rules, { [fact]: answer }).verdict,
  }));
  const missing = tried.filter(({ verdict }) => verdict === 'no');
  const people = [
    tried.find(({ verdict }) => verdict !== 'no'),
    missing[0],
    missing.length > 1 ? missing.at(-1) : null,
  ];
  const found = people.filter((one) => one !== null && one !== undefined);
  return found.length === 3 ? found : [...found, { label, answer: null, verdict: 'unknown' }];
}

function answersNear(id: FactId, condition: Condition): Answer[] {
  const fact = factOf(id);
  switch (fact.type) {
    case 'boolean':
      return [true, false];
    case 'text':
      return [];
    case 'single':
      return [...fact.options];
    case 'multiple':
      return [...fact.options.map((option) => [option]), []];
    case 'number': {
      const step = fact.isWhole ? 1 : 0.1;
      const near = limitsIn(condition, id).flatMap((limit) => [limit, limit - step, limit + step]);
      return near.filter((value) => value >= fact.min && value <= fact.max);
    }
  }
}

const limitsIn = (condition: Condition, id: FactId): number[] => {
  if ('not' in condition) return limitsIn(condition.not, id);
  if ('all' in condition || 'any' in condition)
    return ('all' in condition ? condition.all : condition.any).flatMap((part) => limitsIn(part, id));
  const { fact, eq, gte, lte, between = [] } = condition;
  return fact === id ? [eq, gte, lte, ...between].filter((value) => typeof value === 'number') : [];
};
