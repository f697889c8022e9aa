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
import { rulesOn, todayInIndia } from './dated-rules.ts';
import { type Answers, type FactId, factIds } from './facts.ts';
import type { Condition, Rules } from './rules.ts';

/** Schemes compiled for matching. Build once for a list of schemes, reuse for every profile. */
export type CompiledSchemes<Scheme> = {
  table: LeafTable;
  /** Deduplicated: a condition shared by many schemes is evaluated once for each profile. */
  conditions: Node[];
  schemes: { scheme: Scheme; conditions: number[] }[];
};

export type Found<Scheme> = {
  /** Every condition is met: may be eligible. Schemes that tested the most facts come first. */
  mayFit: Scheme[];
  /** Fewest missing answers first. */
  needsAnswers: { scheme: Scheme; missing: FactId[] }[];
  /** The reasons are in `evaluate(scheme.rules, answers).reasons`. */
  doesNotFit: Scheme[];
  /** The question with the highest expected number of decided schemes; null when none is left. */
  nextQuestion: FactId | null;
};

const indexOf = new Map(factIds.map((id, index) => [id, index]));

/**
 * @param schemes with checked rules; schemes without a condition in force on `day` are left out
 * @param day evaluation date, as 2026-11-22
 */
export function compileSchemes<Scheme extends { rules: Rules }>(
  schemes: readonly Scheme[],
  day: string = todayInIndia(),
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
        conditions: own.map(({ index }) => index),
        breadth: own.length === 1 ? own[0]!.facts.length : new Set(own.flatMap(({ facts }) => facts)).size,
      },
    ];
  });
  return { table, conditions, schemes: rows.sort((a, b) => b.breadth - a.breadth) };
}

const keyOf = (node: Node): string =>
  'leaf' in node ? String(node.leaf) : `${node.isAll ? '&' : '|'}(${node.of.map(keyOf).join(' ')})`;

/** Partitions schemes by verdict. Pure: identical in the browser and on the server. */
export function findSchemes<Scheme>(
  { table, conditions, schemes }: CompiledSchemes<Scheme>,
  answers: Answers,
): Found<Scheme> {
  const values = judgeLeaves(table, answers);
  const verdicts = new Uint8Array(conditions.length);
  const open: number[][] = [];
  /** Estimated probability that answering an open question fails the condition. */
  const failing = new Float64Array(conditions.length);
  for (const [index, node] of conditions.entries()) {
    verdicts[index] = judge(node, values);
    open.push(
      verdicts[index] === unknown ? [...new Set(openFacts(node, values, table))].map((id) => indexOf.get(id)!) : [],
    );
    if (verdicts[index] === unknown)
      failing[index] = Math.max(1e-9, 1 - chanceOf(node, values, table)) / open[index]!.length;
  }

  const mayFit: Scheme[] = [];
  const doesNotFit: Scheme[] = [];
  const byMissing: { scheme: Scheme; missing: FactId[] }[][] = [];
  const scores = new Float64Array(factIds.length);
  const deciding = new Float64Array(factIds.length);
  for (const { scheme, conditions: own } of schemes) {
    let least = yes;
    for (const index of own) {
      if (verdicts[index]! < least) least = verdicts[index]!;
      if (least === no) break;
    }
    if (least === yes) mayFit.push(scheme);
    else if (least === no) doesNotFit.push(scheme);
    else {
      let count = 0;
      for (const index of own) {
        for (const fact of open[index]!) {
          if (deciding[fact] === 0) count += 1;
          deciding[fact] = 1 - (1 - deciding[fact]!) * (1 - failing[index]!);
        }
      }
      const missing: FactId[] = [];
      for (let fact = 0; missing.length < count; fact += 1) {
        if (deciding[fact] === 0) continue;
        missing.push(factIds[fact]!);
        // The last missing answer always decides the scheme.
        scores[fact]! += count === 1 ? 1 : deciding[fact]!;
        deciding[fact] = 0;
      }
      (byMissing[count] ??= []).push({ scheme, missing });
    }
  }
  return { mayFit, needsAnswers: byMissing.flat(), doesNotFit, nextQuestion: mostTelling(scores, answers) };
}

function mostTelling(scores: Float64Array, answers: Answers): FactId | null {
  let best = 0;
  let chosen: FactId | null = null;
  for (const [index, id] of factIds.entries()) {
    // Null means skipped: asking again would not help.
    const isAsked = Object.hasOwn(answers, id) && answers[id] === null;
    if (scores[index]! > best && !isAsked) [best, chosen] = [scores[index]!, id];
  }
  return chosen;
}

function chanceOf(node: Node, values: Uint8Array, table: LeafTable): number {
  if ('leaf' in node) {
    const value = values[node.leaf]!;
    return value === unknown ? table.leaves[node.leaf]!.chance : value / 2;
  }
  let rest = 1;
  for (const part of node.of) rest *= node.isAll ? chanceOf(part, values, table) : 1 - chanceOf(part, values, table);
  return node.isAll ? rest : 1 - rest;
}
