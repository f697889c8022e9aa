import { type Answers, type FactId, factIds, factOf, states } from '../features/schemes/facts.ts';
import type { Condition, Rules } from '../features/schemes/rules.ts';

// Synthetic schemes and users for tests and benchmarks; deterministic for a seed.

function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const ages: [number, number][] = [
  [18, 40],
  [18, 60],
  [21, 65],
  [60, 120],
  [16, 59],
  [0, 18],
  [40, 79],
  [18, 35],
];
const incomes = [72_000, 100_000, 120_000, 180_000, 250_000, 300_000, 600_000, 800_000];
const works = [
  'farmer',
  'artisan',
  'street_vendor',
  'unorganised_worker',
  'student',
  'business',
  'farm_worker',
  'industrial_worker',
];

/** Three quarters are limited to one State; each has three to eight conditions, as real schemes do. */
export function makeSchemes(count: number): { id: number; name: string; rules: Rules }[] {
  const next = numbers(7);
  return Array.from({ length: count }, (_, id) => {
    const kinds: (() => Condition)[] = [
      () => ({ fact: 'age', between: ages[next(ages.length)]! }),
      () => ({ fact: 'householdIncome', lte: incomes[next(incomes.length)]! }),
      () => ({ fact: 'gender', eq: 'woman' }),
      () => ({ fact: 'category', in: [['SC'], ['ST'], ['SC', 'ST'], ['OBC'], ['SC', 'ST', 'OBC']][next(5)]! }),
      () => ({
        any: [
          { fact: 'occupation', in: works.slice(next(4), 4 + next(4)) },
          { fact: 'isBelowPovertyLine', eq: true },
        ],
      }),
      () => ({ not: { fact: 'taxpayers', in: ['me', 'family_member'] } }),
      () => ({ not: { fact: 'governmentJob', eq: 'me' } }),
      () => ({ fact: 'disabilityPercent', gte: [40, 60, 80][next(3)]! }),
      () => ({ fact: 'landHectares', between: [0.01, [1, 2, 5][next(3)]!] }),
      () => ({
        any: [
          { fact: 'rationCard', in: ['antyodaya', 'priority'] },
          {
            all: [
              { fact: 'isWidow', eq: true },
              { fact: 'age', gte: 40 },
            ],
          },
        ],
      }),
      () => ({ fact: 'area', eq: ['rural', 'urban'][next(2)]! }),
      () => ({ fact: 'isStudent', eq: true }),
    ];
    const all: Condition[] = next(4) > 0 ? [{ fact: 'state', eq: states[next(states.length)]! }] : [];
    for (let left = 3 + next(5); left > 0; left -= 1) all.push(kinds.splice(next(kinds.length), 1)[0]!());
    return { id: id + 1, name: `Scheme ${id + 1}`, rules: { version: 1, all } };
  });
}

/** A user with every question answered. */
export function makeAnswers(seed: number): Required<Answers> {
  const next = numbers(seed * 2_654_435_761);
  const answerOf = (id: FactId) => {
    const fact = factOf(id);
    if (fact.type === 'number') return id === 'landHectares' ? next(50) / 10 : next(Math.min(fact.max, 1_000_000) + 1);
    if (fact.type === 'boolean') return next(2) === 0;
    if (fact.type === 'text') return 'Pune';
    return fact.type === 'single' ? fact.options[next(fact.options.length)]! : fact.options.filter(() => next(4) === 0);
  };
  return Object.fromEntries(factIds.map((id) => [id, answerOf(id)])) as Required<Answers>;
}
