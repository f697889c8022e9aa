import { ruleWords as say } from '../../messages/rule-words.ts';
import {
  compileRules,
  createLeafTable,
  judge,
  judgeLeaves,
  no,
  openFacts,
  unknown,
  yes,
  type CompiledRules,
  type Leaf,
  type LeafTable,
  type Node,
} from './compile-rules.ts';
import { type Answer, type Answers, type FactId, factIds, factOf, labelOfOption, wordsOf } from './facts.ts';
import { rulesOn } from './dated-rules.ts';
import type { Condition, Dating, Rules, Value } from './rules.ts';
import { dayInIndia } from '../../platform/process/indian-time.ts';

export type Verdict = 'yes' | 'no' | 'unknown';
/** One for each top-level condition, in order. */
export type Reason = {
  verdict: Verdict;
  text: string;
  facts: FactId[];
  /** Version 2 only: quote and source of the law, and the date on which an editor checked them. */
  quote?: string;
  source?: string;
  reviewedOn?: string;
};
export type Evaluation = {
  verdict: Verdict;
  reasons: Reason[];
  /** Facts still to be asked, in asking order; empty once the verdict is yes or no. */
  missing: FactId[];
};

const compiled = new WeakMap<Rules, { own: CompiledRules; table: LeafTable }>();

/**
 * Evaluates rules against answers, with reasons in words; isomorphic (browser and server). Expects checked rules.
 * @param asOf evaluation date, as 2026-11-22; the verdict is unknown where no condition is in force on it
 */
export function evaluate(dated: Rules, answers: Answers, asOf: string = dayInIndia()): Evaluation {
  const rules = rulesOn(dated, asOf);
  if (rules.all.length === 0) return { verdict: 'unknown', reasons: [], missing: [] };
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
    reasons: own.conditions.map((node, index) => ({
      ...reasonOf(node, verdicts[index]!, values, table, answers),
      ...basisOf(rules.all[index]!),
    })),
    missing: least === unknown ? inOrder(own.conditions.flatMap((node) => openFacts(node, values, table))) : [],
  };
}

const basisOf = ({ quote, source, reviewedOn }: Dating) => ({
  ...(quote === undefined ? {} : { quote }),
  ...(source === undefined ? {} : { source }),
  ...(reviewedOn === undefined ? {} : { reviewedOn }),
});

/** Conditions left to check by hand: the scheme's own points, and every undecided condition. */
export function alsoCheckOf(scheme: { alsoCheck: readonly string[] }, { verdict, reasons }: Evaluation): string[] {
  if (verdict === 'no') return [];
  const open = reasons.filter((reason) => reason.verdict === 'unknown').map(({ text }) => text);
  return [...new Set([...scheme.alsoCheck, ...open])];
}

export const nameOf = (value: number): Verdict => (value === yes ? 'yes' : value === no ? 'no' : 'unknown');
export const inOrder = (ids: Iterable<FactId>): FactId[] => {
  const wanted = new Set(ids);
  return factIds.filter((id) => wanted.has(id));
};

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
    return node.because === undefined ? say.open(label, requirementOf(leaf)) : say.openBecause(label, node.because);
  const answerText = describeAnswer(leaf.fact, answers[leaf.fact]!);
  if (value === yes) return say.fits(label, answerText);
  return node.because === undefined
    ? say.fails(label, answerText, requirementOf(leaf))
    : say.failsBecause(label, answerText, node.because);
}

/** `Age: from 18 years to 40 years`, used in lists of alternatives. */
function describe(node: Node, table: LeafTable): string {
  if ('leaf' in node) {
    const leaf = table.leaves[node.leaf]!;
    return say.part(wordsOf(leaf.fact).label, requirementOf(leaf));
  }
  const parts = node.of.map((part) => describe(part, table));
  return node.isAll ? say.and(parts) : say.or(parts);
}

export function describeCondition(condition: Rules['all'][number]): string {
  const table = createLeafTable();
  const { conditions } = compileRules({ version: 1, all: [condition] }, table);
  return describe(conditions[0]!, table);
}

export function describeAnswer(id: FactId, answer: Answer): string {
  if (typeof answer === 'boolean') return answer ? say.yes : say.no;
  if (Array.isArray(answer))
    return answer.length === 0 ? say.nothing : answer.map((one) => labelOfOption(id, one)).join(', ');
  const fact = factOf(id);
  return typeof answer === 'number' && fact.type === 'number'
    ? say.inUnit[fact.unit](answer)
    : labelOfOption(id, String(answer).trim());
}

/** What a comparison asks for, as readers see it: 'from 18 years to 40 years'. */
export function requirementOf({
  fact: id,
  comparison: { eq, in: list, gte, lte, between },
  isNegated,
}: Pick<Leaf, 'fact' | 'comparison' | 'isNegated'>): string {
  if (typeof eq === 'boolean') return eq !== isNegated ? say.yes : say.no;
  const values: Value[] | null = list ?? (eq === undefined ? null : [eq]);
  if (values) {
    const named = say.or(values.map((value) => describeAnswer(id, value)));
    return isNegated ? say.not(named) : named;
  }
  const [low, high] = between ?? [gte, lte];
  const from = low === undefined ? '' : describeAnswer(id, low);
  const to = high === undefined ? '' : describeAnswer(id, high);
  if (low === undefined) return isNegated ? say.above(to) : say.atMost(to);
  if (high === undefined) return isNegated ? say.below(from) : say.atLeast(from);
  return isNegated ? say.outside(from, to) : say.between(from, to);
}

/** The answered State, where no scheme is for its people by name; those for the whole country name none. */
export function stateWithout(schemes: { rules: Rules }[], { state }: Answers): string | null {
  const isNamed = (condition: Condition): boolean => {
    if ('fact' in condition)
      return condition.fact === 'state' && [condition.eq, ...(condition.in ?? [])].includes(String(state));
    return !('not' in condition) && ('all' in condition ? condition.all : condition.any).some(isNamed);
  };
  return typeof state !== 'string' || schemes.some(({ rules }) => rules.all.some(isNamed)) ? null : state;
}
