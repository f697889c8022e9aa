import { expect, it } from 'vitest';
import type { Queryable } from '../../database/connect.server.ts';
import { strengths } from './language-first.ts';
import { onceInGroup } from './once-in-group.server.ts';

it('a group is as strong as its best hit, and so keeps its place before another language', async () => {
  const rows = [
    { kind: 'ARTICLE', id: 1, group: null, own: null },
    { kind: 'ARTICLE', id: 2, group: 9, own: 2 },
    { kind: 'ARTICLE', id: 3, group: 9, own: 2 },
  ];
  const tx = { execute: async () => ({ rows }) } as unknown as Queryable;
  const ids = [1, 2, 3];
  const found = (ofLast: number) => ({
    ids,
    total: 3,
    isCapped: false,
    strengths: new Map([
      [1, strengths.typedInTitle],
      [2, strengths.part],
      [3, ofLast],
    ]),
  });
  const order = async (ofLast: number) => (await onceInGroup(tx, { ARTICLE: found(ofLast) })).ARTICLE;
  expect(await order(strengths.typedInTitle)).toMatchObject({ ids: [2, 1], total: 2 });
  expect(await order(strengths.part)).toMatchObject({ ids: [1, 2], total: 2 });
});
