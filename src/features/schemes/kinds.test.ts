import { expect, it } from 'vitest';
import { groupByKind, type SchemeKind } from './kinds.ts';

it('groups by kind in a fixed order, keeps the order within a group, and has no empty group', () => {
  const items: { id: number; kind: SchemeKind }[] = [
    { id: 1, kind: 'other' },
    { id: 2, kind: 'farm' },
    { id: 3, kind: 'cash' },
    { id: 4, kind: 'farm' },
  ];
  const groups = groupByKind(items, ({ kind }) => kind);
  expect(groups.map(({ kind, items: own }) => [kind, ...own.map(({ id }) => id)])).toEqual([
    ['cash', 3],
    ['farm', 2, 4],
    ['other', 1],
  ]);
});
