// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cart, cartStorage, selectedProfile } from '../../../platform/browser/local-store.ts';

let store: typeof import('./cart-store.ts');
const load = async () => {
  vi.resetModules();
  store = await import('./cart-store.ts');
};
const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown;

beforeEach(load);
afterEach(() => {
  localStorage.clear();
});

test('a saved scheme stands under cart and cart-storage, for a guest', () => {
  store.saveScheme(1001);
  store.saveScheme(1001);
  store.saveScheme(1013);
  expect(stored('cart')).toEqual({ guest: { items: [{ schemeId: 1001 }, { schemeId: 1013 }] } });
  expect(stored('cart-storage')).toEqual({ state: { cart: stored('cart') }, version: 0 });
  expect([store.isSaved('1001'), store.isSaved(7)]).toEqual([true, false]);
});

test('for the selected profile its id is the key', () => {
  selectedProfile.write({ id: 12 });
  store.saveScheme(1001);
  expect(stored('cart')).toEqual({ 12: { items: [{ schemeId: 1001 }] } });
});

test('what is removed is filtered by its id, and a key without items goes', () => {
  store.saveScheme('1001', 'guest');
  store.saveScheme(1002, '9');
  store.removeSaved(1001, 'guest');
  expect(stored('cart')).toEqual({ 9: { items: [{ schemeId: 1002 }] } });
  store.emptyCart();
  expect([stored('cart'), stored('cart-storage')]).toEqual([{}, { state: { cart: {} }, version: 0 }]);
});

test('what was removed comes back to its place', () => {
  for (const id of [1, 2, 3]) store.saveScheme(id);
  store.removeSaved(2);
  store.saveScheme(2, 'guest', 1);
  expect(stored('cart')).toEqual({ guest: { items: [{ schemeId: 1 }, { schemeId: 2 }, { schemeId: 3 }] } });
});

test('it survives a reload, from either of the two places', async () => {
  store.saveScheme(1001);
  await load();
  expect(store.isSaved(1001)).toBe(true);
  localStorage.removeItem('cart');
  await load();
  expect(store.isSaved(1001)).toBe(true);
  localStorage.removeItem('cart-storage');
  localStorage.setItem('cart', '{"guest":{"items":[{"schemeId":5}]}}');
  await load();
  expect(store.isSaved(5)).toBe(true);
});

test.each([
  '{bad',
  '[]',
  '{"__proto__":{"items":[{"schemeId":1}]}}',
  '{"guest":{"items":[{"schemeId":{}}]}}',
  '5',
  `"${'x'.repeat(300_000)}"`,
])('corrupt text is removed, never a crash: %.40s', async (text) => {
  localStorage.setItem('cart', text);
  localStorage.setItem('cart-storage', `{"state":{"cart":${text}},"version":0}`);
  await load();
  expect(store.readCart()).toEqual({});
  expect([localStorage.getItem('cart'), localStorage.getItem('cart-storage')]).toEqual([null, null]);
  expect(({} as { items?: unknown }).items).toBeUndefined();
  store.saveScheme(3);
  expect(stored('cart')).toEqual({ guest: { items: [{ schemeId: 3 }] } });
});

test('other tabs and signing in are followed', () => {
  const seen = vi.fn<() => void>();
  const end = store.followCart(seen);
  const other = JSON.stringify({ guest: { items: [{ schemeId: 77 }] } });
  localStorage.setItem('cart', other);
  dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
  expect(store.isSaved(77)).toBe(true);
  expect(seen).toHaveBeenCalled();
  // Signing in does the same two steps.
  store.saveScheme(78);
  cart.remove();
  cartStorage.remove();
  expect(store.isSaved(78)).toBe(false);
  end();
});

test('a page from the back/forward cache shows what was saved meanwhile, though it heard of no change', () => {
  const seen = vi.fn<() => void>();
  const end = store.followCart(seen);
  expect(store.isSaved(5)).toBe(false);
  localStorage.setItem('cart', '{"guest":{"items":[{"schemeId":5}]}}');
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(seen).not.toHaveBeenCalled();
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(seen).toHaveBeenCalledOnce();
  expect(store.isSaved(5)).toBe(true);
  end();
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(seen).toHaveBeenCalledOnce();
});
