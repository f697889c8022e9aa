import { factOf, isAnswer, type Answer, type Answers, type FactId } from './facts.ts';
import type { Comparison, Condition, Rules, Value } from './rules.ts';

// Kleene's three-valued logic: 'all' is the minimum of its parts, 'any' the maximum, 'not' is 2 minus the value.
export const no = 0;
export const unknown = 1;
export const yes = 2;

export type Leaf = {
  fact: FactId;
  comparison: Comparison;
  isNegated: boolean;
};
export type Node = { leaf: number; because?: string } | { isAll: boolean; of: Node[]; because?: string };
/** Comparisons deduplicated across rules, so that each is evaluated once. */
export type LeafTable = { leaves: Leaf[]; byKey: Map<string, number> };
export type CompiledRules = { conditions: Node[] };

export const createLeafTable = (): LeafTable => ({ leaves: [], byKey: new Map() });

/** Expects rules that passed checkRules. */
export function compileRules(rules: Rules, table: LeafTable): CompiledRules {
  const facts = new Set<FactId>();
  return { conditions: rules.all.map((condition) => compileCondition(condition, table, facts)) };
}

/** @param facts receives the facts that it tests */
export function compileCondition(
  condition: Condition,
  table: LeafTable,
  facts: Set<FactId>,
  isNegated = false,
  outer?: string,
): Node {
  const because = outer ?? condition.because;
  const reason = because === undefined ? {} : { because };
  if ('not' in condition) return compileCondition(condition.not, table, facts, !isNegated, because);
  if ('all' in condition || 'any' in condition) {
    const parts = 'all' in condition ? condition.all : condition.any;
    return {
      isAll: 'all' in condition !== isNegated,
      of: parts.map((part) => compileCondition(part, table, facts, isNegated)),
      ...reason,
    };
  }
  facts.add(condition.fact);
  return { leaf: leafOf(condition, isNegated, table), ...reason };
}

function leafOf(comparison: Comparison, isNegated: boolean, table: LeafTable): number {
  const { fact, eq, in: list, gte, lte, between } = comparison;
  // NUL cannot occur in the texts, so the joined key is unambiguous.
  const key = [isNegated, fact, eq, gte, lte, between, ...(list ?? [])].join('\u0000');
  const known = table.byKey.get(key);
  if (known !== undefined) return known;
  table.leaves.push({ fact, comparison, isNegated });
  table.byKey.set(key, table.leaves.length - 1);
  return table.leaves.length - 1;
}

/** Evaluates every comparison of the table against the answers. */
export function judgeLeaves({ leaves }: LeafTable, answers: Answers): Uint8Array {
  const values = new Uint8Array(leaves.length);
  const usable = new Map<FactId, Answer | undefined>();
  for (const [index, { fact, comparison, isNegated }] of leaves.entries()) {
    if (!usable.has(fact)) {
      const answer = Object.hasOwn(answers, fact) ? answers[fact] : undefined;
      usable.set(fact, isAnswer(fact, answer) ? answer : undefined);
    }
    const answer = usable.get(fact);
    values[index] = answer === undefined ? unknown : meets(comparison, answer) !== isNegated ? yes : no;
  }
  return values;
}

export function judge(node: Node, values: Uint8Array): number {
  if ('leaf' in node) return values[node.leaf]!;
  let value = node.isAll ? yes : no;
  for (const part of node.of) {
    const own = judge(part, values);
    if (node.isAll ? own < value : own > value) value = own;
    if (value === (node.isAll ? no : yes)) break;
  }
  return value;
}

/** Facts whose answers could still change an undecided verdict. */
export function openFacts(node: Node, values: Uint8Array, table: LeafTable): FactId[] {
  if (judge(node, values) !== unknown) return [];
  return 'leaf' in node ? [table.leaves[node.leaf]!.fact] : node.of.flatMap((part) => openFacts(part, values, table));
}

const fold = (value: Value) => (typeof value === 'string' ? value.trim().toLowerCase() : value);

function meets({ fact, eq, in: list, gte, lte, between }: Comparison, answer: Answer): boolean {
  const wanted = list ?? (eq === undefined ? null : [eq]);
  if (wanted) {
    if (Array.isArray(answer)) return answer.some((one) => wanted.includes(one));
    return factOf(fact).type === 'text' ? wanted.map(fold).includes(fold(answer)) : wanted.includes(answer);
  }
  const value = answer as number;
  const [low, high] = between ?? [gte ?? -Infinity, lte ?? Infinity];
  return value >= low && value <= high;
}
