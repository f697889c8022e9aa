import { evaluate } from '../schemes/evaluate.ts';
import { factIds, factOf, type Answer, type Answers, type FactId } from '../schemes/facts.ts';
import type { Condition, Rules } from '../schemes/rules.ts';

export type Labelled = { name: string; rules: Rules | null };
export type Measure = {
  /** False exclusions: of the people eligible by the labels, the share whom the proposal excludes. */
  wrongExclusions: number;
  /** Of the proposed conditions that exclude anybody, the share that excludes nobody eligible by the labels. */
  precision: number;
  /** Of the labelled conditions, the share that the proposal reproduces for nearly all who fail only that one. */
  recall: number;
};

const peopleEach = 200;

/**
 * Compares proposed rules with labelled ones on synthetic people; deterministic by its seed.
 * @param facts facts that the labels cover; conditions on others are ignored
 */
export function measureProposals(labelled: Labelled[], proposed: Map<string, Rules | null>, facts: FactId[]): Measure {
  const random = randomFrom(20_261_122);
  const totals = { letIn: 0, wrong: 0, clauses: 0, right: 0, labels: 0, followed: 0 };
  for (const { name, rules: truth } of labelled) {
    const own = withoutOthers(proposed.get(name.trim()) ?? null, facts);
    const busy = new Set<number>();
    const bad = new Set<number>();
    for (let index = 0; index < peopleEach; index += 1) {
      const person = drawPerson(facts, random);
      if (index % 2 === 0) for (const condition of truth?.all ?? []) bend(condition, person, true, random);
      else if (own) bend(pick(own.all, random), person, index % 4 === 1, random);
      const failed = own ? failedOf(own, person) : [];
      for (const one of failed) busy.add(one);
      if (truth && evaluate(truth, person).verdict === 'no') continue;
      totals.letIn += 1;
      if (failed.length > 0) totals.wrong += 1;
      for (const one of failed) bad.add(one);
    }
    totals.clauses += busy.size;
    totals.right += [...busy].filter((one) => !bad.has(one)).length;
    for (const condition of truth?.all ?? []) {
      totals.labels += 1;
      if (own && isFollowed(condition, truth!, own, facts, random)) totals.followed += 1;
    }
  }
  return {
    wrongExclusions: totals.wrong / totals.letIn,
    precision: totals.right / totals.clauses,
    recall: totals.followed / totals.labels,
  };
}

function isFollowed(condition: Condition, truth: Rules, own: Rules, facts: FactId[], random: () => number): boolean {
  let seen = 0;
  let turnedAway = 0;
  for (let index = 0; index < 30; index += 1) {
    const person = drawPerson(facts, random);
    for (const other of truth.all) if (other !== condition) bend(other, person, true, random);
    bend(condition, person, false, random);
    const failed = failedOf(truth, person);
    if (failed.length !== 1 || truth.all[failed[0]!] !== condition) continue;
    seen += 1;
    if (failedOf(own, person).length > 0) turnedAway += 1;
  }
  return seen > 0 && turnedAway / seen > 0.9;
}

const failedOf = (rules: Rules, person: Answers): number[] =>
  evaluate(rules, person).reasons.flatMap(({ verdict }, index) => (verdict === 'no' ? [index] : []));

function withoutOthers(rules: Rules | null, facts: FactId[]): Rules | null {
  const all = rules?.all.filter((condition) => factsIn(condition).every((fact) => facts.includes(fact))) ?? [];
  return all.length > 0 ? { version: 1, all } : null;
}

function factsIn(condition: Condition): FactId[] {
  if ('fact' in condition) return [condition.fact];
  if ('not' in condition) return factsIn(condition.not);
  return ('all' in condition ? condition.all : condition.any).flatMap(factsIn);
}

const drawPerson = (facts: FactId[], random: () => number): Answers =>
  Object.fromEntries(facts.map((id) => [id, draw(id, random)]));

function draw(id: FactId, random: () => number): Answer {
  const fact = factOf(id);
  if (fact.type === 'boolean') return random() < 0.5;
  if (fact.type === 'text') return 'Pune';
  if (fact.type === 'single') return pick(fact.options, random);
  if (fact.type === 'multiple') return fact.options.filter(() => random() < 0.2);
  // Log-uniform, so that small values are sampled as often as large ones.
  const value = fact.max <= 200 ? random() * fact.max : fact.max ** random() - 1;
  return fact.isWhole ? Math.floor(value) : value;
}

/** Adjusts a person's answers so that they meet the condition, or fail it. */
function bend(condition: Condition, person: Answers, meets: boolean, random: () => number): void {
  if ('not' in condition) return bend(condition.not, person, !meets, random);
  if ('all' in condition || 'any' in condition) {
    const parts = 'all' in condition ? condition.all : condition.any;
    if ('all' in condition === meets) for (const part of parts) bend(part, person, meets, random);
    else bend(pick(parts, random), person, meets, random);
    return;
  }
  const rules: Rules = { version: 1, all: [condition] };
  const edges = [condition.gte, condition.lte, ...(condition.between ?? [])].filter((one) => one !== undefined);
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const isNear = edges.length > 0 && attempt < 4;
    const value = isNear ? Math.max(0, pick(edges, random) + pick([-1, 0, 1], random)) : draw(condition.fact, random);
    person[condition.fact] = value;
    if ((evaluate(rules, person).verdict === 'yes') === meets) return;
  }
}

const pick = <Item>(list: readonly Item[], random: () => number): Item => list[Math.floor(random() * list.length)]!;

const randomFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
};

/** Every fact used by any of the rules. */
export const factsUsed = (sets: Iterable<Rules | null>): FactId[] => {
  const facts = new Set([...sets].flatMap((rules) => rules?.all.flatMap(factsIn) ?? []));
  return factIds.filter((id) => facts.has(id));
};
