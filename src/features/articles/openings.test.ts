import { expect, test } from 'vitest';
import { openingOf } from './openings.queries.server.ts';

test('an opening is the plain paragraphs that a piece begins with, as text', () => {
  expect(
    openingOf(
      '<p>One &amp; <a href="/x">two</a>.</p>\n<p>Three.</p><div class="call note"><p>Not this.</p></div><p>Nor this.</p>',
    ),
  ).toBe('One & two. Three.');
  expect(openingOf('<h2 id="a">Head</h2><p>Text.</p>')).toBe('');
  expect(openingOf('<p>Cut in the middle of a')).toBe('');
});

test('a long opening ends with a sentence', () => {
  const opening = openingOf(`<p>${'A sentence of some words. '.repeat(60)}</p>`);
  expect(opening.length).toBeLessThanOrEqual(700);
  expect(opening).toMatch(/words\.$/);
});
