import type { Answers, FactId } from './facts.ts';

/** What is the same for everybody of one home. */
export const householdFacts = [
  'state',
  'district',
  'area',
  'householdIncome',
  'isBelowPovertyLine',
  'rationCard',
  'householdHas',
  'householdPoints',
] as const satisfies FactId[];

type Member = { id: number; relation?: string | undefined; firstName?: string | undefined };
export type Known<Who> = { answers: Answers; from: Partial<Record<FactId, Who>> };

/** 'Someone else' may live anywhere. */
const isOfHome = ({ relation }: Member) => relation !== undefined && relation !== 'OTHER';

/** What others of the same home have answered for all of it: of several, the first in the family's order counts. */
export function knownOfHome<Who extends Member>(
  person: Member,
  people: readonly Who[],
  answersOf: (id: number) => Answers,
): Known<Who> {
  const known: Known<Who> = { answers: {}, from: {} };
  if (!isOfHome(person)) return known;
  for (const other of people) {
    if (other.id === person.id || !isOfHome(other)) continue;
    const answers = answersOf(other.id);
    for (const id of householdFacts) {
      const answer = answers[id];
      if (answer === undefined || answer === null || known.from[id]) continue;
      known.answers[id] = answer;
      known.from[id] = other;
    }
  }
  return known;
}
