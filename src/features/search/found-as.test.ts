import { expect, test } from 'vitest';
import { cutHighlight } from './cut-highlight.ts';
import { foundAs } from './found-as.ts';

test('a word with an apostrophe is told as readers write it', () => {
  const highlight = cutHighlight("A father's pension\n", [{ lexeme: 'father', position: 2 }]);
  expect(highlight).toContain('<mark>father&#39;s</mark>');
  const word = { start: 0, end: 4, folded: 'papa', ways: ['papa', 'father'] };
  expect(foundAs('papa', [word], 'Pension', highlight)).toEqual([{ typed: 'papa', found: "father's" }]);
});
