import type { Fact } from './facts.ts';
import type { Comparison } from './rules.ts';

/** Estimated share of people who meet a comparison, by the distribution of its fact. */
export function chanceOf({ eq, in: list, gte, lte, between }: Comparison, fact: Fact): number {
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
export function uncertaintyOf(fact: Fact): number {
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
