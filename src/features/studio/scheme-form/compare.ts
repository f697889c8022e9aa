import { factOf, type FactId } from '../../schemes/facts.ts';
import type { How, Sentence } from './rule-rows.ts';

export const comparisons = [
  'atLeast',
  'atMost',
  'fromTo',
  'exactly',
  'below',
  'above',
  'outside',
  'notExactly',
  'oneOf',
  'noneOf',
] as const;
export type Compare = (typeof comparisons)[number];

const named: Record<How, [plain: Compare, negated: Compare]> = {
  gte: ['atLeast', 'below'],
  lte: ['atMost', 'above'],
  between: ['fromTo', 'outside'],
  range: ['fromTo', 'outside'],
  eq: ['exactly', 'notExactly'],
  in: ['oneOf', 'noneOf'],
};
/** The first that is called so: a range that is chosen anew is written as `between`. */
function written(compare: Compare): Pick<Sentence, 'how' | 'isNegated'> {
  const [how, names] = Object.entries(named).find(([, both]) => both.includes(compare))!;
  return { how: how as How, isNegated: names[1] === compare };
}

/** The comparisons that a fact's type can have. Yes and no have none: they are chosen as values. */
export function comparisonsFor(fact: FactId): Compare[] {
  const { type } = factOf(fact);
  if (type === 'boolean') return [];
  return type === 'number' ? [...comparisons] : ['oneOf', 'noneOf'];
}

/** One chosen option and several read alike: 'is one of'. */
export function compareOf({ fact, how, isNegated }: Sentence): Compare {
  const own = named[factOf(fact).type !== 'number' && how === 'eq' ? 'in' : how];
  return own[isNegated ? 1 : 0];
}

/** The same fact compared otherwise; the values stay as far as they fit. */
export function withCompare(row: Sentence, compare: Compare): Sentence {
  const next = written(compare);
  const wasList = row.how === 'in';
  const { values } = row;
  if (next.how === 'between') {
    const isSame = row.how === 'between' || row.how === 'range';
    const ends = row.how === 'lte' ? [null, values[0] ?? null] : [values[0] ?? null, values[1] ?? null];
    return { ...row, ...next, how: isSame ? row.how : 'between', values: ends };
  }
  if (next.how === 'in')
    return withChoices(
      { ...row, isNegated: next.isNegated },
      values.filter((value) => value !== null),
    );
  const bound = next.how === 'lte' && (row.how === 'between' || row.how === 'range') ? values[1] : values[0];
  return { ...row, ...next, values: [wasList ? (values[0] ?? null) : (bound ?? null)] };
}

/** One choice is written as `eq`, except of numbers, where 'is exactly' is a comparison of its own. */
export function withChoices(row: Sentence, values: unknown[]): Sentence {
  const how = values.length === 1 && factOf(row.fact).type !== 'number' ? 'eq' : 'in';
  return { ...row, how, values };
}

/** A new condition on a fact, with everything but the fact still to be chosen. */
export function freshSentence(fact: FactId): Sentence {
  const { type } = factOf(fact);
  const common = { kind: 'sentence', fact, isNegated: false, basis: {} } as const;
  if (type === 'number') return { ...common, how: 'gte', values: [null] };
  if (type === 'boolean') return { ...common, how: 'eq', values: [true] };
  return { ...common, how: 'in', values: [] };
}

/** The same place about another fact; where it is written, and what readers are told, was about the old one. */
export const withFact = (row: Sentence, fact: FactId): Sentence => ({
  ...freshSentence(fact),
  raw: row.raw,
  basis: row.basis,
});
