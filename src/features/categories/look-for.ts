import { type CategoryLook, dyes } from './dyes.ts';

/** Stable for a category nobody has drawn yet: its id picks the dye and the tile. */
export function lookFor(looks: ReadonlyMap<number, CategoryLook>, id: number): CategoryLook {
  return (
    looks.get(id) ?? {
      dye: dyes[id % dyes.length] ?? 'mor',
      pattern: ((Math.floor(id / dyes.length) % 6) + 1) as CategoryLook['pattern'],
      icon: 'papers',
    }
  );
}
