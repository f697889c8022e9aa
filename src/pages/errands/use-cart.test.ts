import { expect, test } from 'vitest';
import type { SavedScheme } from '../../features/schemes/schemes.contract.ts';
import { byEachNumber } from './use-cart.ts';

test('a scheme that was saved in two languages is known by both numbers', () => {
  const saved = (id: number, others: number[]) =>
    ({ id, translations: others.map((other) => ({ lang: 'en', id: other, canonicalUrl: '/' })) }) as SavedScheme;
  const [land, water] = [saved(802, [801]), saved(803, [])];
  const known = new Map(byEachNumber([land, water]));
  expect([801, 802, 803, 804].map((id) => known.get(id))).toEqual([land, land, water, undefined]);
});
