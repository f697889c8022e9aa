import { expect, it } from 'vitest';
import { acceptedLanguage } from './accept-language.ts';

it.each([
  [undefined, undefined],
  ['', undefined],
  ['*', undefined],
  ['fr-FR', undefined],
  ['hi', 'hi'],
  ['HI-IN', 'hi'],
  ['ta;q=0.3, hi-IN;q=0.8, en;q=0.9', 'en'],
  ['hi;q=0, en;q=0.1', 'en'],
  ['hi;q=abc', undefined],
  ['hindi', undefined],
  [',,;q=1,hi', 'hi'],
  ['hi;q=5', undefined],
  ['*, hi;q=0.5', undefined],
  ['hi;q=0.5, *;q=0.1', 'hi'],
  ['en;q=0, *', 'hi'],
  ['en;q=0, *;q=0.2, ta;q=0.3', 'ta'],
  ['*;q=0, hi;q=0.1', 'hi'],
  ['en;q=0.1, hi;q=0.2, ta;q=0.3, *', 'ta'],
  ['fr, *;q=0.5', undefined],
])('takes from %s %s', (header, language) => {
  expect(acceptedLanguage(header, ['en', 'hi', 'ta'])).toBe(language);
});
