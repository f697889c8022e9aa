// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let act: typeof import('./first-save.ts');
const dump = () => Object.fromEntries(Object.entries(localStorage).toSorted());
const stored = () => JSON.parse(localStorage.getItem('cart') ?? 'null') as unknown;
const one = { guest: { items: [{ schemeId: 1013 }] } };
let mark: HTMLElement;
let words: HTMLElement;
let other: HTMLElement;
const seen = () => [mark.getAttribute('aria-pressed'), words.textContent, other.getAttribute('aria-pressed')];
const said = () => document.getElementById('said')!;

beforeEach(async () => {
  vi.resetModules();
  document.cookie = 'jrk_session_id=0.5;path=/';
  document.body.innerHTML = `<p id="said"></p><p id="saved" hidden><b>Saved.</b> <a href="/hi/cart">See list</a></p>
    <button data-act="save" data-scheme="1013" aria-pressed="false"></button>
    <button data-act="save" data-scheme="1013" data-done="Saved"><span>Save</span></button>
    <button data-act="save" data-scheme="7" aria-pressed="false"></button>`;
  [mark, words, other] = [...document.querySelectorAll('button')] as HTMLElement[] as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  act = await import('./first-save.ts');
});
afterEach(() => {
  localStorage.clear();
  for (const name of ['user_id', 'has_left']) document.cookie = `${name}=;path=/;max-age=0`;
});

test('the first scheme is kept as the store keeps it, marked, and told in the words of the page', async () => {
  const saved = act.toggleSaved(words);
  expect(seen()).toEqual(['true', 'Saved', 'false']);
  await saved;
  expect(said().innerHTML).toBe('<b>Saved.</b> <a href="/hi/cart">See list</a>');
  expect(document.getElementById('saved')!.textContent).toBe('Saved. See list');
  const first = dump();
  localStorage.clear();
  const store = await import('./cart-store.ts');
  store.saveScheme(1013);
  expect(first).toEqual(dump());
  expect(first).toHaveProperty('guest-visit', '0.5');
});

test('a second scheme joins the first, and one more touch takes the first away', async () => {
  await act.toggleSaved(words);
  await act.toggleSaved(other);
  expect(stored()).toEqual({ guest: { items: [{ schemeId: 1013 }, { schemeId: 7 }] } });
  expect(seen()).toEqual(['true', 'Saved', 'true']);
  await act.toggleSaved(mark);
  expect(stored()).toEqual({ guest: { items: [{ schemeId: 7 }] } });
  expect(seen()).toEqual(['false', 'Save', 'true']);
  expect(said().textContent).toMatch(/^Removed/);
});

test('what another tab does to the cart shows here', async () => {
  await act.toggleSaved(words);
  localStorage.setItem('consent', 'no');
  dispatchEvent(new StorageEvent('storage', { key: 'consent' }));
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
  await expect.poll(seen).toEqual(['false', 'Save', 'false']);
});

test('for a signed-in person with a selected profile it joins their cart', async () => {
  document.cookie = 'user_id=u;path=/';
  localStorage.setItem('selectedProfile', '{"id":12}');
  await act.toggleSaved(words);
  expect(stored()).toEqual({ 12: { items: [{ schemeId: 1013 }] } });
});

test('what somebody left behind on this device is erased first', async () => {
  document.cookie = 'has_left=1;path=/';
  localStorage.setItem('profileAnswers', '{"12":{"state":"KL"}}');
  await act.toggleSaved(words);
  expect(localStorage.getItem('profileAnswers')).toBeNull();
  expect(stored()).toEqual(one);
});

test.each(['guest-visit', 'cart', 'cart-storage'])('storage that refuses %s at first keeps one cart', async (key) => {
  const whole = Storage.prototype.setItem;
  let refusals = 0;
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, name, value) {
    if (name === key && (refusals += 1) === 1) throw new DOMException('full', 'QuotaExceededError');
    whole.call(this, name, value);
  });
  await act.toggleSaved(words);
  full.mockRestore();
  expect(refusals).toBeGreaterThan(0);
  expect(stored()).toEqual(one);
  expect(seen()).toEqual(['true', 'Saved', 'false']);
});

test('where all is refused nothing shows as saved, and a later touch saves', async () => {
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await act.toggleSaved(words);
  refused.mockRestore();
  expect(seen()).toEqual(['false', 'Save', 'false']);
  expect(said().textContent).toMatch(/^Not saved\./);
  await act.toggleSaved(words);
  expect(seen()).toEqual(['true', 'Saved', 'false']);
  expect(stored()).toEqual(one);
});
