import { type Decision, reviewOf } from '../../proposals/decide-conditions.ts';
import type { Condition, Rules } from '../../schemes/rules.ts';
import { basisFields } from './rule-rows.ts';
import { sameJson } from './same-json.ts';

export type Proposed = {
  condition: Condition;
  quote: string | null;
  refused: { by: string; byName: string; at: string } | null;
};

type Plain = Record<string, unknown>;

/**
 * A proposal as `npm run review-rules` would keep it, or null where it is refused.
 * @param by null for a writer: the condition is kept, and nobody has checked it yet
 */
export function decided(
  { condition, quote }: Pick<Proposed, 'condition' | 'quote'>,
  decision: Decision,
  by: string | null,
  on: string,
): Rules['all'][number] | null {
  const proposal = { name: '', rules: { version: 1 as const, all: [condition] }, spans: [{ path: 'all.0', quote }] };
  const reviewed = reviewOf(proposal, [decision], { by: by ?? '', on, isComplete: false }).rules?.all[0] ?? null;
  if (reviewed === null || by !== null) return reviewed;
  const { reviewedBy: _, reviewedOn: __, ...unchecked } = reviewed;
  return unchecked;
}

/** The rules with one condition more; a check is a field of version 2. */
export function withCondition(rules: unknown, added: object): Plain {
  const before = (rules ?? {}) as Plain;
  const all = Array.isArray(before.all) ? (before.all as unknown[]) : [];
  return { ...before, version: 2, all: [...all, added] };
}

const beside: readonly string[] = ['because', ...basisFields];
const bareOf = (condition: object | null): unknown =>
  Object.fromEntries(Object.entries(condition ?? {}).filter(([name]) => !beside.includes(name)));

const factsIn = (condition: unknown): string[] => {
  if (condition === null || typeof condition !== 'object') return [];
  return Object.entries(condition).flatMap(([name, value]) =>
    name === 'fact' ? [String(value)] : typeof value === 'object' ? factsIn(value) : [],
  );
};
/** Conditions of one sentence about the same facts: what a changed proposal still shares with its rule. */
const subjectOf = (condition: object, quote: unknown): string =>
  JSON.stringify([quote ?? null, [...new Set(factsIn(condition))].sort()]);

/** Proposals that the rules have neither as proposed nor changed. One sentence may propose several conditions. */
export function openProposals(proposals: readonly Proposed[], rules: unknown): Proposed[] {
  const all = (rules as { all?: unknown } | undefined)?.all;
  const known = Array.isArray(all) ? all.filter((one): one is Plain => one !== null && typeof one === 'object') : [];
  const isSame = ({ condition }: Proposed, one: Plain) => sameJson(bareOf(one), bareOf(condition));
  const left = proposals.filter((proposal) => !known.some((one) => isSame(proposal, one)));
  const others = known.filter(
    (one) => typeof one.quote === 'string' && !proposals.some((proposal) => isSame(proposal, one)),
  );
  const about = ({ condition, quote }: Proposed) => subjectOf(condition, quote);
  // Of two alike where one was changed, nothing tells which: both stay open rather than one be lost.
  return left.filter(
    (proposal) =>
      others.filter((one) => subjectOf(one, one.quote) === about(proposal)).length <
      left.filter((other) => about(other) === about(proposal)).length,
  );
}
