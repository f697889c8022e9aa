import { expect, it } from 'vitest';
import { dayInIndia } from '../../../platform/process/indian-time.ts';
import { withText } from './scam-fields.tsx';

const old = { title: 'ठगी', follows: '2026-11-20' };

it('a text that is changed follows the original of today, and a language without texts goes', () => {
  const follows = dayInIndia();
  expect(withText({ hi: old }, 'hi', { name: 'body', value: 'कैसे' })).toEqual({ hi: { ...old, body: 'कैसे', follows } });
  expect(withText({ hi: old, ta: old }, 'hi', { name: 'title', value: '' })).toEqual({ ta: old });
  expect(withText({ hi: old }, 'hi', { name: 'title', value: '' })).toBeNull();
});
