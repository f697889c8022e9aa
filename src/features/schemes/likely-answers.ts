import type { SchemeKind } from './kinds.ts';
import { type Answers, type Fact, type FactId, factOf } from './facts.ts';

// How likely answers are for somebody of that age and gender. Rough estimates: they only order the questions, and
// never decide a verdict.

/** `isPupil`: by what they said of their work; null before that. */
type Known = { age: number | null; isMan: boolean; isWoman: boolean; isPupil: boolean | null };
type Likely = (known: Known) => number | readonly number[] | undefined;

/** One value for each age group: below 15, to 18, to 24, to 34, to 49, to 59, above. */
const byAge =
  (...values: (number | readonly number[])[]): Likely =>
  ({ age }) =>
    age === null ? undefined : values[[15, 19, 25, 35, 50, 60, Infinity].findIndex((limit) => age < limit)];

const likely: Partial<Record<FactId, Likely>> = {
  isStudent: (known) =>
    known.isPupil
      ? 0.7
      : scaled(byAge(0.02, 0.6, 0.35, 0.05, 0.005, 0.002, 0.0005)(known), known.isPupil === null ? 1 : 0.1),
  isPregnant: ({ age, isMan, isWoman }) =>
    isMan || (age !== null && (age < 15 || age > 49)) ? 0.0001 : age === null ? undefined : isWoman ? 0.15 : 0.07,
  isWidow: (known) =>
    known.isMan ? 0.0001 : scaled(byAge(0.0001, 0.001, 0.003, 0.01, 0.04, 0.08, 0.25)(known), known.isWoman ? 1.6 : 1),
  maritalStatus: byAge(
    [0.998, 0.002, 0, 0],
    [0.95, 0.05, 0, 0],
    [0.6, 0.39, 0.005, 0.005],
    [0.2, 0.77, 0.01, 0.02],
    [0.04, 0.89, 0.04, 0.03],
    [0.02, 0.86, 0.1, 0.02],
    [0.02, 0.66, 0.31, 0.01],
  ),
  // Later schooling decides little for older people: few schemes for them ask for it, and most left school early.
  education: byAge(
    [0.6, 0.3, 0.1, 0, 0, 0, 0, 0],
    [0.04, 0.06, 0.25, 0.5, 0.15, 0, 0, 0],
    [0.06, 0.08, 0.14, 0.22, 0.3, 0.05, 0.13, 0.02],
    [0.12, 0.12, 0.17, 0.2, 0.16, 0.04, 0.14, 0.05],
    [0.25, 0.17, 0.18, 0.16, 0.1, 0.02, 0.09, 0.03],
    [0.38, 0.18, 0.15, 0.13, 0.07, 0.01, 0.06, 0.02],
    [0.55, 0.18, 0.1, 0.08, 0.04, 0.01, 0.03, 0.01],
  ),
  occupation: (known) => occupations(known),
  benefitsNow: byAge([0.2, 0.002], [0.2, 0.002], [0.12, 0.003], [0.01, 0.01], [0.001, 0.03], [0.001, 0.08], [0, 0.35]),
  familyIncludes: byAge([0.08, 0.05], [0.08, 0.03], [0.08, 0.15], [0.08, 0.4], [0.08, 0.15], [0.08, 0.02], [0.1, 0.01]),
  hasProvidentFund: byAge(0.001, 0.01, 0.12, 0.25, 0.25, 0.2, 0.03),
  isExServiceman: (known) => (known.isWoman ? 0.001 : byAge(0.0001, 0.0001, 0.0001, 0.005, 0.02, 0.03, 0.03)(known)),
};

const scaled = (value: ReturnType<Likely>, times: number) =>
  typeof value === 'number' ? Math.min(0.9, value * times) : value;

/** In the order of the fact's options. */
function occupations({ age }: Known): readonly number[] | undefined {
  const fact = factOf('occupation');
  if (age === null || fact.type !== 'multiple') return undefined;
  const shares = [...fact.shares];
  const set = (option: string, share: number) => {
    shares[fact.options.indexOf(option)] = share;
  };
  set('student', age < 15 ? 0.95 : age < 19 ? 0.75 : age < 25 ? 0.35 : 0.003);
  set('looking_for_work', age < 15 ? 0 : age < 35 ? 0.15 : age < 60 ? 0.04 : 0.005);
  set('retired', age < 50 ? 0.001 : age < 60 ? 0.05 : 0.35);
  if (age < 15 || age >= 60)
    for (const option of ['salaried', 'industrial_worker', 'anganwadi_asha']) set(option, 0.005);
  return shares;
}

const isPupil = ({ occupation }: Answers): boolean | null =>
  Array.isArray(occupation) ? occupation.includes('student') : null;

/** How much a scheme of a kind interests somebody of that age: scholarships often name no age. */
export function interestIn(kind: SchemeKind, answers: Answers): number {
  const { age } = answers;
  if (typeof age !== 'number') return 1;
  if (kind === 'study') return (age < 30 ? 1 : age < 40 ? 0.3 : 0.01) * (isPupil(answers) === false ? 0.1 : 1);
  return kind === 'work' && age >= 65 ? 0.2 : 1;
}

/** The fact with the shares that are likely for this person. */
export function likelyFact(id: FactId, answers: Answers): Fact {
  const fact = factOf(id);
  const { age, gender } = answers;
  const value = likely[id]?.({
    age: typeof age === 'number' ? age : null,
    isMan: gender === 'man',
    isWoman: gender === 'woman',
    isPupil: isPupil(answers),
  });
  if (value === undefined) return fact;
  if (fact.type === 'boolean' && typeof value === 'number') return { ...fact, share: value };
  if ((fact.type === 'single' || fact.type === 'multiple') && typeof value === 'object')
    return { ...fact, shares: value };
  return fact;
}
