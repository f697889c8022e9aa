import type { Translated } from '../../messages/catalogue.ts';
import type { Answers, Condition } from './choices.ts';
import { type ErrandId, getErrand, type Need, type Proof } from './errands.ts';
import { type PaperId, papers } from './papers.ts';

/** One errand's reason for a paper. */
export type Use = {
  errand: ErrandId;
  /** Null where the errand asks for this very paper. */
  proof: Proof | null;
  /** Other papers that prove the same. */
  instead: PaperId[];
  note: Translated | null;
  /** The condition that stays open, because its question has no answer. */
  openIf: Condition | null;
};
export type ListedPaper = { id: PaperId; uses: Use[] };

const wanted = (condition: Condition | undefined, answers: Answers): 'yes' | 'no' | 'open' => {
  if (!condition) return 'yes';
  const parts = [
    condition.age && (answers.age ? condition.age.includes(answers.age) : null),
    condition.married && (answers.married ? condition.married === answers.married : null),
    condition.home && (answers.home ? condition.home === answers.home : null),
    condition.state && (answers.state ? condition.state.includes(answers.state) : null),
  ].filter((part) => part !== undefined);
  return parts.includes(false) ? 'no' : parts.includes(null) ? 'open' : 'yes';
};

// Papers that a person with these answers cannot have.
const impossible = ({ age, home }: Answers): Set<PaperId> =>
  new Set([
    ...(age === 'under-5' || age === '5-to-17' ? (['voter-card', 'driving-licence', 'jobs-card'] as const) : []),
    ...(age === 'under-5' ? (['class-10'] as const) : []),
    ...(home === 'own' ? (['rent-agreement', 'owner-consent'] as const) : []),
    ...(home === 'rented' ? (['property-tax', 'sale-deed'] as const) : []),
  ]);

type ErrandNeed = { errand: ErrandId; need: Need; openIf: Condition | null };
type Choice = Omit<Use, 'instead'> & { oneOf: PaperId[] };

function needsOf(ids: readonly ErrandId[], answers: Answers): ErrandNeed[] {
  return ids.flatMap((errand) =>
    getErrand(errand).needs.flatMap((need) => {
      const answer = wanted(need.when, answers);
      return answer === 'no' ? [] : [{ errand, need, openIf: answer === 'open' ? need.when! : null }];
    }),
  );
}

/**
 * One list for several errands, with each paper once. Where one of several papers will do, the one is listed that is on
 * the list anyway or proves most; the others are named beside it.
 */
export function mergePapers(ids: readonly ErrandId[], answers: Answers = {}): ListedPaper[] {
  const without = impossible(answers);
  const listed = new Map<PaperId, Use[]>();
  const add = (id: PaperId, use: Use) => listed.set(id, [...(listed.get(id) ?? []), use]);
  const choices: Choice[] = [];
  for (const { errand, need, openIf } of needsOf([...new Set(ids)], answers)) {
    const use = { errand, note: need.note ?? null, openIf };
    if ('paper' in need) add(need.paper, { ...use, proof: null, instead: [] });
    else {
      const possible = need.oneOf.filter((id) => !without.has(id));
      choices.push({ ...use, proof: need.proof, oneOf: possible.length > 0 ? possible : need.oneOf });
    }
  }
  for (const choice of choices) {
    const { oneOf, ...use } = choice;
    const best = oneOf
      .map((id, at) => ({ id, at, worth: worthOf(id, listed.get(id) ?? [], choices) }))
      .toSorted((one, other) => other.worth - one.worth || one.at - other.at)[0]!.id;
    add(best, { ...use, instead: oneOf.filter((id) => id !== best) });
  }
  const order = Object.keys(papers);
  return [...listed]
    .map(([id, uses]) => ({ id, uses }))
    .toSorted(
      (one, other) =>
        new Set(other.uses.map(({ errand }) => errand)).size - new Set(one.uses.map(({ errand }) => errand)).size ||
        order.indexOf(one.id) - order.indexOf(other.id),
    );
}

// A paper that somebody must bring anyway is worth more than any that would do.
const worthOf = (id: PaperId, uses: Use[], choices: Choice[]): number =>
  (uses.some(({ proof, openIf }) => proof === null && openIf === null) ? 1_000 : 0) +
  choices.filter(({ oneOf }) => oneOf.includes(id)).length;
