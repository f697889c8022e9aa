import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutHighlight } from './cut-highlight.ts';
import { wordsOf } from '../search-index/words.ts';

const at = (...positions: number[]) => positions.map((position) => ({ lexeme: `l${position}`, position }));

test('words of the summary are marked', () => {
  expect(cutHighlight('Who may get a pension\nNothing here', at(5))).toBe('Who may get a <mark>pension</mark> …');
});

test('words of the body stand behind the boundary', () => {
  expect(cutHighlight('One two\nthree four five', at(5))).toBe('three <mark>four</mark> five');
});

test('what the text holds is escaped', () => {
  expect(cutHighlight('\n<img src=x onerror=alert(1)> & "pension"', at(8))).toBe(
    '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;<mark>pension</mark>&quot;',
  );
});

test('rows, points and headings do not run together', () => {
  expect(cutHighlight('\nBring these\nBank passbook\nIt is free.\nAsk for a receipt', at(7))).toBe(
    'Bring these · Bank passbook · It <mark>is</mark> free. Ask for a receipt',
  );
});

test('nothing marked, no fragment', () => {
  expect(cutHighlight('One two\nthree', [])).toBeNull();
  expect(cutHighlight('One two\nthree', at(40))).toBeNull();
});

test('the fragment with the most of the words is taken', () => {
  const text = `\npension ${'filler '.repeat(100)}old age pension here`;
  expect(
    cutHighlight(text, [
      { lexeme: 'pension', position: 2 },
      { lexeme: 'old', position: 103 },
      { lexeme: 'age', position: 104 },
      { lexeme: 'pension', position: 105 },
    ]),
  ).toMatch(/^… (filler )+<mark>old<\/mark> <mark>age<\/mark> <mark>pension<\/mark> here$/);
});

test('whatever the text and the positions, the only element is mark, in pairs', () => {
  const text = fc
    .array(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('<mark>', '</mark>', '<script>', '\n', ' ', '&lt;', '"'),
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 1, max: 60 })), (value, positions) => {
      const html = cutHighlight(value, at(...positions));
      if (html === null) return;
      const bare = html.replace(/<mark>[^<>]+<\/mark>/g, '');
      expect(bare).not.toMatch(/[<>]/);
      expect(wordsOf(value).length).toBeGreaterThan(0);
    }),
  );
});
