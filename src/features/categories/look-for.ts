import { type CategoryLook, dyes } from './dyes.ts';

/** Deterministic fallback: a category without a look of its own gets dye and tile by its id. */
export function lookFor(looks: ReadonlyMap<number, CategoryLook>, id: number): CategoryLook {
  return (
    looks.get(id) ?? {
      dye: dyes[id % dyes.length] ?? 'mor',
      pattern: ((Math.floor(id / dyes.length) % 6) + 1) as CategoryLook['pattern'],
      icon: 'papers',
    }
  );
}
