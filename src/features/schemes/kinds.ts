import type { SchemeKind } from '../../database/tables/schemes.ts';

/** In the order in which results are grouped. */
export const schemeKinds = [
  'cash',
  'pension',
  'health',
  'house',
  'study',
  'work',
  'farm',
  'other',
] as const satisfies SchemeKind[];
export type { SchemeKind };

/** Groups by kind, in the order of `schemeKinds` and without empty groups; the order within a group stays. */
export function groupByKind<Item>(
  items: readonly Item[],
  kindOf: (item: Item) => SchemeKind,
): { kind: SchemeKind; items: Item[] }[] {
  return schemeKinds
    .map((kind) => ({ kind, items: items.filter((item) => kindOf(item) === kind) }))
    .filter((group) => group.items.length > 0);
}
