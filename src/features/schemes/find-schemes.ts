import {
  compileCondition,
  createLeafTable,
  judge,
  judgeLeaves,
  no,
  openFacts,
  unknown,
  yes,
  type LeafTable,
  type Node,
} from './compile-rules.ts';
import { rulesOn } from './dated-rules.ts';
import { type Answers, type FactId, factIds, isWorthAsking, type Fact } from './facts.ts';
import { type SchemeKind, schemeKinds } from './kinds.ts';
import { interestIn, likelyFact } from './likely-answers.ts';
import type { Condition, Rules, Comparison } from './rules.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';

/** Schemes compiled for matching. Build once for a list of schemes, reuse for every profile. */
export type CompiledSchemes<Scheme> = {
  table: LeafTable;
  /** Deduplicated: a condition shared by many schemes is evaluated once for each profile. */
  conditions: Node[];
  schemes: { scheme: Scheme; kind: SchemeKind | undefined; conditions: number[] }[];
};

export type Found<Scheme> = {
  /** Every condition is met: may be eligible. Schemes that tested the most facts come first. */
  mayFit: Scheme[];
  /** Fewest missing answers first; those that hardly anybody of that age and gender fits, last. */
  needsAnswers: { scheme: Scheme; missing: FactId[] }[];
  /** The reasons are in `evaluate(scheme.rules, answers).reasons`. */
  doesNotFit: Scheme[];
  /** The question that is expected to decide most of what may still fit; null when none is left. */
  nextQuestion: FactId | null;
};

/** Below this chance of one condition a scheme comes last: a maternity benefit for somebody of 64. */
const hardlyMet = 0.001;

const indexOf = new Map(factIds.map((id, index) => [id, index]));

/**
 * @param schemes with checked rules; schemes without a condition in force on `day` are left out
 * @param day evaluation date, as 2026-11-22
 */
export function compileSchemes<Scheme extends { rules: Rules; kind?: SchemeKind }>(
  schemes: readonly Scheme[],
  day: string = dayInIndia(),
): CompiledSchemes<Scheme> {
  const table = createLeafTable();
  const conditions: Node[] = [];
  const byKey = new Map<string, number>();
  /** The finder's file tells equal conditions by one object. */
  const byObject = new Map<Condition, { index: number; facts: FactId[] }>();
  const known = (condition: Condition) => {
    const own = byObject.get(condition);
    if (own) return own;
    const facts = new Set<FactId>();
    const node = compileCondition(condition, table, facts);
    const key = keyOf(node);
    const index = byKey.get(key) ?? conditions.push(node) - 1;
    byKey.set(key, index);
    const made = { index, facts: [...facts] };
    byObject.set(condition, made);
    return made;
  };
  const rows = schemes.flatMap((scheme) => {
    const { all } = rulesOn(scheme.rules, day);
    if (all.length === 0) return [];
    const own = all.map(known);
    return [
      {
        scheme,
        kind: scheme.kind,
        conditions: own.map(({ index }) => index),
        breadth: own.length === 1 ? own[0]!.facts.length : new Set(own.flatMap(({ facts }) => facts)).size,
      },
    ];
  });
  return { table, conditions, schemes: rows.sort((a, b) => b.breadth - a.breadth) };
}

const keyOf = (node: Node): string =>
  'leaf' in node ? String(node.leaf) : `${node.isAll ? '&' : '|'}(${node.of.map(keyOf).join(' ')})`;

/**
 * Partitions schemes by verdict. Pure: identical in the browser and on the server.
 * `areNamed`: the reader named these schemes, so whatever they need is asked.
 */
export function findSchemes<Scheme>(
  { table, conditions, schemes }: CompiledSchemes<Scheme>,
  answers: Answers,
  { areNamed = false } = {},
): Found<Scheme> {
  const values = judgeLeaves(table, answers);
  const likely = likelyNow(table, answers);
  const interests = new Map(schemeKinds.map((kind) => [kind, interestIn(kind, answers)]));
  const verdicts = new Uint8Array(conditions.length);
  const open: number[][] = [];
  /** Estimated probability that an open condition will be met. */
  const chances = new Float64Array(conditions.length).fill(1);
  for (const [index, node] of conditions.entries()) {
    verdicts[index] = judge(node, values);
    open.push(
      verdicts[index] === unknown ? [...new Set(openFacts(node, values, table))].map((id) => indexOf.get(id)!) : [],
    );
    if (verdicts[index] === unknown)
      chances[index] = Math.min(1 - 1e-9, Math.max(1e-4, chanceOfNode(node, values, likely.chances)));
  }

  const mayFit: Scheme[] = [];
  const doesNotFit: Scheme[] = [];
  const byMissing: { scheme: Scheme; missing: FactId[] }[][] = [];
  const unlikely: typeof byMissing = [];
  const scores = new Float64Array(factIds.length);
  /**
   * For each fact of the scheme at hand: the chance that its conditions are met, and that the answer leaves it open.
   */
  const met = new Float64Array(factIds.length);
  const left = new Float64Array(factIds.length);
  for (const { scheme, kind, conditions: own } of schemes) {
    let least = yes;
    for (const index of own) {
      if (verdicts[index]! < least) least = verdicts[index]!;
      if (least === no) break;
    }
    if (least === yes) mayFit.push(scheme);
    else if (least === no) doesNotFit.push(scheme);
    else {
      let count = 0;
      let whole = 1;
      let lowest = 1;
      const interest = kind === undefined ? 1 : interests.get(kind)!;
      for (const index of own) {
        const chance = chances[index]!;
        whole *= chance;
        lowest = Math.min(lowest, chance);
        const facts = open[index]!;
        for (const fact of facts) {
          if (left[fact] === 0) {
            count += 1;
            met[fact] = left[fact] = 1;
          }
          met[fact]! *= chance;
          left[fact]! *= 1 - (1 - chance) / facts.length;
        }
      }
      const missing: FactId[] = [];
      for (let fact = 0; missing.length < count; fact += 1) {
        if (left[fact] === 0) continue;
        missing.push(factIds[fact]!);
        // What all other conditions leave possible: a scheme that will hardly fit is no reason to ask.
        const possible = interest * Math.sqrt(whole / met[fact]!);
        // The last missing answer always decides the scheme.
        scores[fact]! += possible * (count === 1 ? 1 : 1 - left[fact]!);
        left[fact] = 0;
      }
      ((lowest < hardlyMet ? unlikely : byMissing)[count] ??= []).push({ scheme, missing });
    }
  }
  for (let fact = 0; fact < scores.length; fact += 1)
    if (scores[fact]! > 0) scores[fact] = Math.max(1e-12, scores[fact]! * Math.sqrt(likely.uncertainties[fact]!));
  return {
    mayFit,
    needsAnswers: [...byMissing.flat(), ...unlikely.flat()],
    doesNotFit,
    nextQuestion: mostTelling(scores, answers, areNamed),
  };
}

type LikelyNow = { key: string; chances: Float64Array; uncertainties: Float64Array };
const lastLikely = new WeakMap<LeafTable, LikelyNow>();

/** Chances of all comparisons, which depend on few answers. */
function likelyNow(table: LeafTable, answers: Answers): LikelyNow {
  const key = [answers.age, answers.gender, answers.occupation].join(' ');
  const last = lastLikely.get(table);
  if (last?.key === key && last.chances.length === table.leaves.length) return last;
  const facts = factIds.map((id) => likelyFact(id, answers));
  const made: LikelyNow = {
    key,
    chances: Float64Array.from(table.leaves, ({ fact, comparison, isNegated }) => {
      const chance = chanceOf(comparison, facts[indexOf.get(fact)!]!);
      return isNegated ? 1 - chance : chance;
    }),
    uncertainties: Float64Array.from(facts, uncertaintyOf),
  };
  lastLikely.set(table, made);
  return made;
}

function mostTelling(scores: Float64Array, answers: Answers, areNamed: boolean): FactId | null {
  let best = 0;
  let chosen: FactId | null = null;
  for (const [index, id] of factIds.entries()) {
    // Null means skipped: asking again would not help.
    const isSkipped = Object.hasOwn(answers, id) && answers[id] === null;
    if (scores[index]! > best && !isSkipped && (areNamed || isWorthAsking(id, answers)))
      [best, chosen] = [scores[index]!, id];
  }
  return chosen;
}

function chanceOfNode(node: Node, values: Uint8Array, chances: Float64Array): number {
  if ('leaf' in node) return values[node.leaf] === unknown ? chances[node.leaf]! : values[node.leaf]! / 2;
  let rest = 1;
  for (const part of node.of) {
    const chance = chanceOfNode(part, values, chances);
    rest *= node.isAll ? chance : 1 - chance;
  }
  return node.isAll ? rest : 1 - rest;
}

/** Estimated share of people who meet a comparison, by the distribution of its fact. */
function chanceOf({ eq, in: list, gte, lte, between }: Comparison, fact: Fact): number {
  if (fact.type === 'boolean') return eq === true ? fact.share : 1 - fact.share;
  if (fact.type === 'text') return 0.01;
  if (fact.type === 'number') {
    if (list || eq !== undefined) return 0.05;
    const [low, high] = between ?? [gte ?? fact.min, lte ?? fact.max];
    return Math.min(0.999, Math.max(0.001, shareBelow(fact.spread, high, true) - shareBelow(fact.spread, low, false)));
  }
  const shares = (list ?? [eq!]).map(
    (value) => fact.shares?.[fact.options.indexOf(value as string)] ?? 1 / fact.options.length,
  );
  return fact.type === 'multiple'
    ? 1 - shares.reduce((left, share) => left * (1 - share), 1)
    : shares.reduce((sum, share) => sum + share, 0);
}

function shareBelow(spread: readonly number[], value: number, isIncluded: boolean): number {
  const last = spread.length - 1;
  let index = 0;
  while (index <= last && (isIncluded ? spread[index]! <= value : spread[index]! < value)) index += 1;
  if (index === 0) return 0;
  if (index > last) return 1;
  const [low, high] = [spread[index - 1]!, spread[index]!];
  return (index - 1 + (high > low ? (value - low) / (high - low) : 0)) / last;
}

/** Probability that two people answer differently (Gini impurity): small where the answer is nearly certain. */
function uncertaintyOf(fact: Fact): number {
  if (fact.type === 'text') return 1;
  if (fact.type === 'boolean') return 2 * fact.share * (1 - fact.share);
  if (fact.type === 'multiple') return 1 - fact.shares.reduce((same, share) => same * (1 - 2 * share * (1 - share)), 1);
  if (fact.type === 'single') {
    const shares = fact.shares ?? fact.options.map(() => 1 / fact.options.length);
    return 1 - shares.reduce((sum, share) => sum + share * share, 0);
  }
  // Deciles of one value are one answer; within the others answers differ.
  const [, ...ends] = fact.spread;
  const flat = ends.filter((end, index) => end === fact.spread[index]).length / ends.length;
  return 1 - flat * flat;
}
