import { ruleWords as say } from '../../messages/eligibility.ts';
import {
  compileRules,
  createLeafTable,
  judge,
  judgeLeaves,
  no,
  unknown,
  yes,
  type CompiledRules,
  type Leaf,
  type LeafTable,
  type Node,
} from './compile-rules.ts';
import { type Answer, type Answers, type FactId, factIds, factOf, labelOfOption, wordsOf } from './facts.ts';
import type { Rules, Value } from './rules.ts';

export type Verdict = 'yes' | 'no' | 'unknown';
/** One for each condition at the top of the rules, in their order. */
export type Reason = { verdict: Verdict; text: string; facts: FactId[] };
export type Evaluation = {
  verdict: Verdict;
  reasons: Reason[];
  /** What is still to be answered, in the order of asking; empty once the verdict is yes or no. */
  missing: FactId[];
};

const compiled = new WeakMap<Rules, { own: CompiledRules; table: LeafTable }>();

/** Whether answers meet rules, with reasons in words. Pure: the same in the browser and on the server. Takes checked rules only. */
export function evaluate(rules: Rules, answers: Answers): Evaluation {
  let known = compiled.get(rules);
  if (!known) {
    const table = createLeafTable();
    known = { own: compileRules(rules, table), table };
    compiled.set(rules, known);
  }
  const { own, table } = known;
  const values = judgeLeaves(table, answers);
  const verdicts = own.conditions.map((node) => judge(node, values));
  const least = Math.min(...verdicts);
  return {
    verdict: nameOf(least),
    reasons: own.conditions.map((node, index) => reasonOf(node, verdicts[index]!, values, table, answers)),
    missing: least === unknown ? inOrder(own.conditions.flatMap((node) => openFacts(node, values, table))) : [],
  };
}

export const nameOf = (value: number): Verdict => (value === yes ? 'yes' : value === no ? 'no' : 'unknown');
export const inOrder = (ids: Iterable<FactId>): FactId[] => {
  const wanted = new Set(ids);
  return factIds.filter((id) => wanted.has(id));
};

/** Facts whose answer could still change what is not decided yet. */
export function openFacts(node: Node, values: Uint8Array, table: LeafTable): FactId[] {
  if (judge(node, values) !== unknown) return [];
  return 'leaf' in node ? [table.leaves[node.leaf]!.fact] : node.of.flatMap((part) => openFacts(part, values, table));
}

const factsOf = (node: Node, table: LeafTable): FactId[] =>
  'leaf' in node ? [table.leaves[node.leaf]!.fact] : node.of.flatMap((part) => factsOf(part, table));

function reasonOf(node: Node, value: number, values: Uint8Array, table: LeafTable, answers: Answers): Reason {
  return {
    verdict: nameOf(value),
    text: textOf(node, value, values, table, answers),
    facts: inOrder(factsOf(node, table)),
  };
}

function textOf(node: Node, value: number, values: Uint8Array, table: LeafTable, answers: Answers): string {
  if (!('leaf' in node)) {
    if (value === yes)
      return say.oneHolds(
        (node.isAll ? node.of : node.of.filter((part) => judge(part, values) === yes).slice(0, 1)).map((part) =>
          describe(part, table),
        ),
      );
    if (node.because !== undefined) return node.because;
    if (node.isAll) {
      const part = node.of.find((one) => judge(one, values) === value)!;
      return textOf(part, value, values, table, answers);
    }
    const parts = node.of
      .filter((part) => value === no || judge(part, values) === unknown)
      .map((part) => describe(part, table));
    return value === no ? say.noneHolds(parts) : say.someOpen(parts);
  }
  const leaf = table.leaves[node.leaf]!;
  const { label } = wordsOf(leaf.fact);
  if (value === unknown)
    return node.because === undefined ? say.open(label, asked(leaf)) : say.openBecause(label, node.because);
  const said = sayAnswer(leaf.fact, answers[leaf.fact]!);
  if (value === yes) return say.fits(label, said);
  return node.because === undefined ? say.fails(label, said, asked(leaf)) : say.failsBecause(label, said, node.because);
}

/** `Age: from 18 years to 40 years`, for lists of alternatives. */
function describe(node: Node, table: LeafTable): string {
  if ('leaf' in node) {
    const leaf = table.leaves[node.leaf]!;
    return say.part(wordsOf(leaf.fact).label, asked(leaf));
  }
  const parts = node.of.map((part) => describe(part, table));
  return node.isAll ? say.and(parts) : say.or(parts);
}

/** An answer as a person would say it. */
export function sayAnswer(id: FactId, answer: Answer): string {
  if (typeof answer === 'boolean') return answer ? say.yes : say.no;
  if (Array.isArray(answer))
    return answer.length === 0 ? say.nothing : answer.map((one) => labelOfOption(id, one)).join(', ');
  const fact = factOf(id);
  return typeof answer === 'number' && fact.type === 'number'
    ? say.inUnit[fact.unit](answer)
    : labelOfOption(id, String(answer).trim());
}

function asked({ fact: id, comparison: { eq, in: list, gte, lte, between }, isNegated }: Leaf): string {
  if (typeof eq === 'boolean') return eq !== isNegated ? say.yes : say.no;
  const values: Value[] | null = list ?? (eq === undefined ? null : [eq]);
  if (values) {
    const named = say.or(values.map((value) => sayAnswer(id, value)));
    return isNegated ? say.not(named) : named;
  }
  const [low, high] = between ?? [gte, lte];
  const from = low === undefined ? '' : sayAnswer(id, low);
  const to = high === undefined ? '' : sayAnswer(id, high);
  if (low === undefined) return isNegated ? say.above(to) : say.atMost(to);
  if (high === undefined) return isNegated ? say.below(from) : say.atLeast(from);
  return isNegated ? say.outside(from, to) : say.between(from, to);
}
