// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { corpora, naughtyStrings } from '../../testing/corpora.ts';
import {
  accountCart,
  authMethod,
  cart,
  cartBeforeSignIn,
  cartStorage,
  colorMode,
  familyStore,
  forgetEverything,
  forgetStoredDrafts,
  papersAtHand,
  profileAnswers,
  profileProgress,
  selectedProfile,
  ticksIn,
  writeTicks,
} from './local-store.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const jsonStores = {
  selectedProfile,
  family: familyStore,
  profileAnswers,
  profileProgress,
  cart,
  'cart-storage': cartStorage,
  'cart-before-sign-in': cartBeforeSignIn,
  'cart-of-account': accountCart,
} as const;
const good: Record<keyof typeof jsonStores, unknown> = {
  selectedProfile: { id: 7, relation: 'SELF', firstName: 'आशा', lastName: '', phoneNo: null },
  family: { userId: 'u', people: [{ id: 8, relation: 'PARENT', firstName: 'सुनीता' }] },
  profileAnswers: { 7: { age: 61, state: 'Bihar', isFarmer: true, papers: ['ration', 'pan'] } },
  profileProgress: { 7: 3 },
  cart: { guest: { items: [{ schemeId: 1001 }, { schemeId: 'pm-kisan' }] } },
  'cart-storage': { state: { cart: {} }, version: 0 },
  'cart-before-sign-in': { userId: 'u', cart: {} },
  'cart-of-account': { userId: 'u', cart: {}, readAt: 1 },
};

test('nothing stored: e-mail, light, nobody chosen, nothing saved', () => {
  expect([authMethod.read(), colorMode.read(), selectedProfile.read(), cartStorage.read()]).toEqual([
    'email',
    'light',
    null,
    null,
  ]);
  expect([profileAnswers.read(), profileProgress.read(), cart.read()]).toEqual([{}, {}, {}]);
});

test.each(Object.entries(jsonStores))(
  '%s: what was written is read, in the same object until it changes',
  (key, store) => {
    localStorage.setItem(key, JSON.stringify(good[key as keyof typeof good]));
    const value = store.read();
    expect(JSON.parse(JSON.stringify(value))).toEqual(good[key as keyof typeof good]);
    expect(store.read()).toBe(value);
    expect(Object.getPrototypeOf(value)).toBe(null);
  },
);

const bad = [
  '{bad',
  '',
  '7',
  '"x"',
  'true',
  '[[]]',
  '{"__proto__":{"polluted":1}}',
  '{"7":{"__proto__":{"polluted":1}}}',
  '{"id":1,"__proto__":1}',
  '['.repeat(100_000),
  `{"a":"${'x'.repeat(300_000)}"}`,
  '{"id":-1}',
  '{"id":"1"}',
  '{"id":1e999}',
  '{"guest":[]}',
  '{"guest":{"items":[{"schemeId":null}]}}',
  '{"7":-1}',
  '{"7":{"a":{}}}',
];

test.each(Object.entries(jsonStores))('%s: a bad value is removed, never a crash', (key, store) => {
  const empty = store.read();
  for (const text of bad) {
    localStorage.setItem(key, text);
    const value = store.read();
    // The tampered value may happen to be valid for this store; then it must be read as it is.
    const wasKept = localStorage.getItem(key) !== null;
    expect(JSON.parse(JSON.stringify(value))).toEqual(wasKept ? JSON.parse(text) : empty);
  }
  for (const text of ['{bad', '{"__proto__":{"polluted":1}}', '['.repeat(100_000)]) {
    localStorage.setItem(key, text);
    store.read();
    expect(localStorage.getItem(key), text.slice(0, 30)).toBeNull();
  }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test('a bad selectedProfile or profileProgress is removed', () => {
  localStorage.setItem('selectedProfile', '{"id":"seven"}');
  localStorage.setItem('profileProgress', '{"7":"far"}');
  expect([selectedProfile.read(), profileProgress.read()]).toEqual([null, {}]);
  expect(localStorage).toHaveLength(0);
});

test.skipIf(!corpora)('no string of the collections breaks a reader', () => {
  for (const text of naughtyStrings()) {
    for (const [key, store] of Object.entries({ ...jsonStores, 'auth-method': authMethod, 'color-mode': colorMode })) {
      localStorage.setItem(key, text);
      expect(() => store.read()).not.toThrow();
    }
  }
});

test('words: with or without quotation marks; any other is removed', () => {
  localStorage.setItem('auth-method', '"mobile"');
  expect(authMethod.read()).toBe('mobile');
  localStorage.setItem('auth-method', 'pigeon');
  expect(authMethod.read()).toBe('email');
  expect(localStorage.getItem('auth-method')).toBeNull();
  colorMode.write('dark');
  expect(localStorage.getItem('color-mode')).toBe('dark');
});

test('a private window that refuses: a value lasts for the page', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear: refuse });
  expect(authMethod.read()).toBe('email');
  authMethod.write('mobile');
  expect(authMethod.read()).toBe('mobile');
  authMethod.remove();
  expect(authMethod.read()).toBe('email');
});

test('a full storage: a value lasts for the page', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  cart.write({ guest: { items: [{ schemeId: 1 }] } });
  expect(cart.read()).toEqual({ guest: { items: [{ schemeId: 1 }] } });
  vi.restoreAllMocks();
  cart.remove();
  expect(cart.read()).toEqual({});
});

test('this tab and the others are told of a change, and of no other store’s', () => {
  const heard = vi.fn<() => void>();
  const quiet = cart.subscribe(heard);
  cart.write({});
  dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
  dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(heard).toHaveBeenCalledTimes(3);
  profileProgress.write({});
  dispatchEvent(new StorageEvent('storage', { key: 'selectedProfile' }));
  quiet();
  cart.write({});
  expect(heard).toHaveBeenCalledTimes(3);
});

test('a phone that somebody leaves forgets everybody, and only the phone’s own choices stay', async () => {
  const caches = new Map([
    ['pages-1', 1],
    ['core-1', 1],
    ['parts-1', 1],
  ]);
  vi.stubGlobal('caches', {
    keys: async () => [...caches.keys()],
    delete: async (name: string) => caches.delete(name),
  });
  for (const key of Object.keys(good)) localStorage.setItem(key, JSON.stringify(good[key as keyof typeof good]));
  for (const [key, text] of [
    ['auth-method', 'mobile'],
    ['draft', 'my words'],
    ['color-mode', 'dark'],
    ['consent', 'no'],
  ] as const)
    localStorage.setItem(key, text);
  sessionStorage.setItem('x', '1');
  await forgetEverything();
  expect(Object.keys(localStorage).sort()).toEqual(['auth-method', 'color-mode', 'consent']);
  expect(sessionStorage).toHaveLength(0);
  expect([...caches.keys()]).toEqual(['core-1', 'parts-1']);
  expect(selectedProfile.read()).toBeNull();
});

test('a draft that a page of the studio left outlives an ended session, and no sign-out', async () => {
  const key = 'studio-left asha articles 7';
  localStorage.setItem(key, '{"kept":{}}');
  localStorage.setItem('draft', 'my words');
  await forgetEverything({ withDrafts: false });
  expect(Object.keys(localStorage)).toEqual([key]);
  await forgetEverything();
  expect(localStorage).toHaveLength(0);
  localStorage.setItem(key, '{"kept":{}}');
  localStorage.setItem('color-mode', 'dark');
  forgetStoredDrafts();
  expect(Object.keys(localStorage)).toEqual(['color-mode']);
});

test('ticks are kept apart by person, and a list of an earlier version is that of whom it was kept for', () => {
  localStorage.setItem('selectedProfile', '{"id":7}');
  localStorage.setItem('papers-at-hand', '["PAN card"]');
  expect(ticksIn(papersAtHand)).toEqual(['PAN card']);
  writeTicks(papersAtHand, ['PAN card', 'Photo']);
  selectedProfile.write({ id: 8 });
  expect(ticksIn(papersAtHand)).toEqual([]);
  writeTicks(papersAtHand, ['Aadhaar card']);
  expect(papersAtHand.read()).toEqual({ 7: ['PAN card', 'Photo'], 8: ['Aadhaar card'] });
  localStorage.setItem('papers-at-hand', '[1,"Photo"');
  expect(ticksIn(papersAtHand)).toEqual([]);
});
