import { expect, test } from 'vitest';
import { shorten as shortenDescription } from '../../ui/page-head.tsx';
import { shorten } from '../markdown/plain-text.server.ts';
import { wholeLetters } from './whole-letters.ts';

const word = 'श्रीमान्'.repeat(60);

test('a long word is cut between two letters of its script', () => {
  const letters = [...new Intl.Segmenter('hi', { granularity: 'grapheme' }).segment(word)].map(
    ({ segment }) => segment,
  );
  const starts = new Set(letters.map((_, at) => letters.slice(0, at).join('')));
  for (let most = 90; most < 110; most += 1)
    for (const cut of [
      wholeLetters(word, most),
      shorten(word, most).slice(0, -1),
      shortenDescription(word, most).slice(0, -1),
    ]) {
      expect([most, starts.has(cut)]).toEqual([most, true]);
      expect(cut.length).toBeGreaterThan(most - 10);
    }
  expect(wholeLetters('a👩‍👩‍👧‍👦', 4)).toBe('a');
});
