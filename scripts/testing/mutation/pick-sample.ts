import { createHash } from 'node:crypto';

/** The same `size` items for the same seed, in their order. */
export function pickSample<Item>(items: Item[], size: number, seed: string): Item[] {
  const rank = (index: number) => createHash('sha256').update(`${seed} ${index}`).digest('hex');
  const ranks = items.map((_, index) => ({ index, rank: rank(index) }));
  const chosen = ranks.sort((one, other) => (one.rank < other.rank ? -1 : 1)).slice(0, size);
  return chosen.sort((one, other) => one.index - other.index).map(({ index }) => items[index]!);
}
