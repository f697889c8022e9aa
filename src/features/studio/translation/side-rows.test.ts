import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Paragraphs } from './paragraphs.contract.ts';
import { blocksOfRow, bodyOf, pairsOf, sideOf, withWords } from './side-rows.ts';
import { blocksOf } from './text-blocks.ts';

const told = (rows: [original: number | null, own: number | null][]): Paragraphs => ({
  revision: 1,
  original: null,
  fields: [],
  isOlder: false,
  open: 0,
  rows: rows.map(([original, own]) => ({ original, own, state: 'same', text: null, before: null })),
});
const lines = fc.array(fc.constantFrom('', ' ', 'Words.', ':::note', ':::', '```', '- one', '\tx'));

it('untouched it is the same bytes; one changed row changes only its own', () => {
  fc.assert(
    fc.property(lines, fc.nat(), (all, pick) => {
      const body = all.join('\n');
      const blocks = blocksOf(body);
      const side = sideOf(told(blocks.map((_, at) => [at, at])), body);
      expect(bodyOf(side)).toBe(blocks.length === 0 ? '' : body);
      if (blocks.length === 0) return;
      const at = pick % blocks.length;
      const { from, to } = blocks[at]!;
      const changed = bodyOf(withWords(side, side.rows[at]!.key, 'नया'));
      expect(changed).toBe(`${body.slice(0, from)}नया${body.slice(to)}`);
    }),
  );
});

it('a paragraph that was missing stands between its neighbours, and belongs to its original', () => {
  const side = sideOf(
    told([
      [0, 0],
      [1, null],
      [2, 1],
    ]),
    'एक\n\n\nतीन\n',
  );
  const filled = withWords(side, 'original-1-1', 'दो\n\nऔर दो');
  expect(bodyOf(filled)).toBe('एक\n\nदो\n\nऔर दो\n\n\nतीन\n');
  expect(pairsOf(filled)).toEqual([
    { own: 0, original: 0 },
    { own: 1, original: 1 },
    { own: 2, original: 1 },
    { own: 3, original: 2 },
  ]);
  expect(blocksOfRow(filled, 'original-1-1')).toEqual([1, 2]);
});

it('two paragraphs that belong to one of the original stay one row, so that nobody loses their place', () => {
  const body = 'एक\n\nऔर एक\n\n\nदो\n';
  const side = sideOf(
    told([
      [0, 0],
      [0, 1],
      [1, 2],
    ]),
    body,
  );
  expect(side.rows.map(({ key, words }) => [key, words])).toEqual([
    ['original-0-1', 'एक\n\nऔर एक'],
    ['original-1-1', 'दो'],
  ]);
  expect(bodyOf(side)).toBe(body);
  expect(blocksOfRow(side, 'original-0-1')).toEqual([0, 1]);
});

it('an empty translation is filled from its first row or from any other', () => {
  const side = sideOf(
    told([
      [0, null],
      [1, null],
    ]),
    '',
  );
  expect(bodyOf(withWords(side, 'original-1-1', 'दो'))).toBe('दो\n');
  expect(pairsOf(withWords(side, 'original-1-1', 'दो'))).toEqual([{ own: 0, original: 1 }]);
});

it('a code fence that is left open is not guessed at', () => {
  const side = sideOf(
    told([
      [0, 0],
      [1, 1],
    ]),
    'एक\n\nदो\n',
  );
  expect(pairsOf(withWords(side, 'original-0-1', '```\nएक'))).toBeNull();
});
