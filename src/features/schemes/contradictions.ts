import { factOf, type FactId } from './facts.ts';
import type { Comparison, Condition, RulePath, RuleProblem, Value } from './rules.ts';
import { problem } from '../../platform/wire/problem.ts';

type Literal = { comparison: Comparison; isNegated: boolean; path: RulePath };

const mostAlternatives = 2_000;

/**
 * Finds a condition, or one alternative of it, that nobody can meet.
 * Exact: expands to disjunctive normal form and intersects the literals of each fact.
 */
export function findContradiction(condition: Condition, path: RulePath, isNegated = false): RuleProblem | null {
  for (const [child, childPath, childNegated] of childrenOf(condition, path, isNegated)) {
    const inside = findContradiction(child, childPath, childNegated);
    if (inside) return inside;
  }
  const alternatives = alternativesOf(condition, path, isNegated);
  if (alternatives === null) return { path, ...problem('rule.alternatives', mostAlternatives) };
  let first: RuleProblem | null = null;
  for (const literals of alternatives) {
    const found = conflictOf(literals);
    if (!found) return null;
    first ??= found;
  }
  return first;
}

function childrenOf(condition: Condition, path: RulePath, isNegated: boolean): [Condition, RulePath, boolean][] {
  if ('not' in condition) return [[condition.not, [...path, 'not'], !isNegated]];
  if ('all' in condition) return condition.all.map((one, index) => [one, [...path, 'all', index], isNegated]);
  if ('any' in condition) return condition.any.map((one, index) => [one, [...path, 'any', index], isNegated]);
  return [];
}

/** Disjunctive normal form; null where the expansion gets too large. */
function alternativesOf(condition: Condition, path: RulePath, isNegated: boolean): Literal[][] | null {
  if ('all' in condition && condition.all.length === 0) return [[]];
  const children = childrenOf(condition, path, isNegated);
  if (children.length === 0) return [[{ comparison: condition as Comparison, isNegated, path }]];
  const isJoint = 'not' in condition || 'all' in condition !== isNegated;
  let alternatives: Literal[][] = isJoint ? [[]] : [];
  for (const [child, childPath, childNegated] of children) {
    const own = alternativesOf(child, childPath, childNegated);
    if (own === null) return null;
    if (!isJoint) alternatives.push(...own);
    else if (alternatives.length * own.length > mostAlternatives) return null;
    else alternatives = alternatives.flatMap((left) => own.map((right) => [...left, ...right]));
    if (alternatives.length > mostAlternatives) return null;
  }
  return alternatives;
}

/** The first literal that contradicts earlier literals on the same fact. */
function conflictOf(literals: Literal[]): RuleProblem | null {
  const byFact = new Map<FactId, Literal[]>();
  for (const literal of literals) {
    const same = [...(byFact.get(literal.comparison.fact) ?? []), literal];
    byFact.set(literal.comparison.fact, same);
    if (canHold(literal.comparison.fact, same)) continue;
    const other = same.slice(0, -1).find((one) => !canHold(literal.comparison.fact, [one, literal])) ?? same.at(-2);
    return {
      path: literal.path,
      ...(other
        ? problem('rule.contradicts', nameOf(other.path), literal.comparison.fact)
        : problem('rule.unmet', literal.comparison.fact)),
    };
  }
  return null;
}

/** Path with 1-based indices, as in the messages about broken files. */
const nameOf = (path: RulePath) => path.map((part) => (typeof part === 'number' ? part + 1 : part)).join('.');

const valuesOf = ({ comparison }: Literal): Value[] => comparison.in ?? [comparison.eq as Value];

function canHold(id: FactId, literals: Literal[]): boolean {
  const fact = factOf(id);
  if (fact.type === 'number') return canHoldNumber(fact, literals);
  const wanted = literals.filter(({ isNegated }) => !isNegated).map(valuesOf);
  const refused = new Set(literals.filter(({ isNegated }) => isNegated).flatMap(valuesOf));
  if (fact.type === 'multiple') return wanted.every((values) => values.some((value) => !refused.has(value)));
  if (fact.type === 'text' && wanted.length === 0) return true;
  const fold = (value: Value) =>
    typeof value === 'string' && fact.type === 'text' ? value.trim().toLowerCase() : value;
  const refusedText = new Set([...refused].map(fold));
  const domain = fact.type === 'single' ? [...fact.options] : fact.type === 'boolean' ? [true, false] : wanted[0]!;
  return domain.some(
    (value) => !refusedText.has(fold(value)) && wanted.every((values) => values.map(fold).includes(fold(value))),
  );
}

type Range = [low: number, high: number];

/** Handles whole and fractional facts alike: an open bound is represented by a point just beside it. */
function canHoldNumber(
  { min, max, isWhole }: { min: number; max: number; isWhole: boolean },
  literals: Literal[],
): boolean {
  const step = isWhole ? 1 : 1e-9;
  let ranges: Range[] = [[min, max]];
  for (const { comparison, isNegated } of literals) {
    const { between, gte, lte } = comparison;
    const stated: Range[] =
      comparison.eq !== undefined || comparison.in
        ? (comparison.in ?? [comparison.eq]).map((value): Range => [value as number, value as number])
        : [[between?.[0] ?? gte ?? min, between?.[1] ?? lte ?? max]];
    const allowed = isNegated ? outside(stated, min, max, step) : stated;
    ranges = ranges
      .flatMap(([low, high]) => allowed.map(([from, to]): Range => [Math.max(low, from), Math.min(high, to)]))
      .filter(([low, high]) => low <= high);
  }
  return ranges.length > 0;
}

function outside(stated: Range[], min: number, max: number, step: number): Range[] {
  let free: Range[] = [[min, max]];
  for (const [low, high] of stated) {
    free = free
      .flatMap(([from, to]): Range[] =>
        high < from || low > to
          ? [[from, to]]
          : [
              [from, low - step],
              [high + step, to],
            ],
      )
      .filter(([from, to]) => from <= to);
  }
  return free;
}
