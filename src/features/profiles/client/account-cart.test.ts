// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import {
  accountCart,
  type Cart,
  cart,
  cartBeforeSignIn,
  guestVisit,
  noteGuestVisit,
  papersAtHand,
  profileAnswers,
  selectedProfile,
} from '../../../platform/browser/local-store.ts';
import { clearBrowser, fakeService } from '../../../testing/fake-session-service.ts';
import { receiveCart, refuseOffer, syncCart, takeOffer } from './account-cart.ts';
import { countOffered, isCartSynced } from './cart-state.ts';

const saved = (...ids: (number | string)[]) => ({ items: ids.map((schemeId) => ({ schemeId })) });
const inVisit = (name: string) => {
  document.cookie = `jrk_session_id=${name};path=/`;
};

/** A fake of the account's cart on the server. */
function account(before: Cart = {}) {
  const kept: Cart = structuredClone(before);
  const sent: unknown[] = [];
  const service = fakeService({
    'GET /api/cart': () => ({ body: { data: structuredClone(kept) } }),
    'PATCH /api/cart': ({ body }) => {
      const { profileId, save, remove } = JSON.parse(body) as { profileId: number; save: number[]; remove: number[] };
      sent.push({ profileId, save, remove });
      const items = (kept[profileId]?.items ?? []).filter(({ schemeId }) => !remove.includes(Number(schemeId)));
      const all = [...items, ...save.map((schemeId) => ({ schemeId }))];
      if (all.length > 0) kept[profileId] = { items: all };
      else delete kept[profileId];
      return { body: { data: structuredClone(kept) } };
    },
  });
  return { ...service, kept, sent };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  clearBrowser();
});

test('after a sign-in the device shows what the account holds', async () => {
  account({ 7: saved(1, 2) });
  receiveCart('u1');
  await syncCart('u1', 7);
  expect(cart.read()).toEqual({ 7: saved(1, 2) });
});

test('what is saved and removed here goes to the account, and nothing is sent twice', async () => {
  const { sent, kept } = account({ 7: saved(1, 2) });
  receiveCart('u1');
  await syncCart('u1', 7);
  cart.write({ 7: saved(2, '5'), 8: saved(9) });
  await syncCart('u1', 7);
  await syncCart('u1', 7);
  expect(sent).toEqual([
    { profileId: 7, save: [5], remove: [1] },
    { profileId: 8, save: [9], remove: [] },
  ]);
  expect([kept, cart.read()]).toEqual([
    { 7: saved(2, 5), 8: saved(9) },
    { 7: saved(2, 5), 8: saved(9) },
  ]);
});

test('what is saved without a connection is sent when there is one', async () => {
  const service = account();
  receiveCart('u1');
  await syncCart('u1', 7);
  const working = service.answers['PATCH /api/cart']!;
  service.answers['PATCH /api/cart'] = new TypeError('Failed to fetch');
  cart.write({ 7: saved(4) });
  await syncCart('u1', 7);
  expect(cart.read()).toEqual({ 7: saved(4) });
  service.answers['PATCH /api/cart'] = working;
  await syncCart('u1', 7);
  expect(service.kept).toEqual({ 7: saved(4) });
});

test('what another device saved comes along, and what is saved here meanwhile is not lost', async () => {
  const service = account({ 7: saved(1) });
  receiveCart('u1');
  await syncCart('u1', 7);
  service.kept[7] = saved(1, 50);
  const working = service.answers['PATCH /api/cart'] as (request: {
    path: string;
    method: string;
    body: string;
  }) => object;
  service.answers['PATCH /api/cart'] = (request) => {
    if (service.sent.length === 0) cart.write({ 7: saved(1, 2, 3) });
    return working(request);
  };
  cart.write({ 7: saved(1, 2) });
  await syncCart('u1', 7);
  expect(service.kept).toEqual({ 7: saved(1, 50, 2, 3) });
  expect(cart.read()).toEqual({ 7: saved(1, 50, 2, 3) });
});

test('a profile that is gone does not stop the others', async () => {
  const service = account();
  receiveCart('u1');
  await syncCart('u1', 7);
  const working = service.answers['PATCH /api/cart'] as (request: {
    path: string;
    method: string;
    body: string;
  }) => object;
  service.answers['PATCH /api/cart'] = (request) =>
    request.body.includes('"profileId":6') ? { status: 404, body: { code: 'profile_not_found' } } : working(request);
  cart.write({ 6: saved(1), 7: saved(2) });
  await syncCart('u1', 7);
  expect([service.kept, cart.read()]).toEqual([{ 7: saved(2) }, { 7: saved(2) }]);
});

test('an answer that comes after the person left writes nothing', async () => {
  const service = account({ 7: saved(1) });
  receiveCart('u1');
  const working = service.answers['GET /api/cart'] as () => object;
  service.answers['GET /api/cart'] = () => {
    localStorage.clear();
    return working();
  };
  await syncCart('u1', 7);
  expect([cart.read(), accountCart.read()]).toEqual([{}, null]);
});

test('a guest’s list is offered within the visit, and added only after a yes', async () => {
  const { kept } = account({ 7: saved(2) });
  inVisit('a');
  cart.write({ guest: saved(1, 2, 3) });
  noteGuestVisit();
  receiveCart('u1');
  await syncCart('u1', 7);
  expect([countOffered('u1'), cart.read()]).toEqual([3, { 7: saved(2) }]);
  takeOffer(7);
  await syncCart('u1', 7);
  expect([countOffered('u1'), kept]).toEqual([0, { 7: saved(2, 1, 3) }]);
});

test('a page needs no sync where the cart is the account’s, read lately; a change, time or another person asks for one', async () => {
  account({ 7: saved(2) });
  inVisit('a');
  receiveCart('u1');
  expect(isCartSynced('u1')).toBe(false);
  await syncCart('u1', 7);
  expect([isCartSynced('u1'), isCartSynced('u2')]).toEqual([true, false]);
  const known = accountCart.read()!;
  accountCart.write({ ...known, readAt: Date.now() - 300_000 });
  expect(isCartSynced('u1')).toBe(false);
  accountCart.write(known);
  cart.write({ 7: saved(2, 3) });
  expect(isCartSynced('u1')).toBe(false);
});

test('no is no, also for the next sign-in', () => {
  inVisit('a');
  cart.write({ guest: saved(1) });
  noteGuestVisit();
  receiveCart('u1');
  refuseOffer();
  accountCart.remove();
  receiveCart('u2');
  expect([countOffered('u1'), countOffered('u2'), cart.read()]).toEqual([0, 0, {}]);
});

test('a later visit may be another person’s: nothing that a guest left is offered, and nothing stays', () => {
  inVisit('a');
  cart.write({ guest: saved(1) });
  profileAnswers.write({ guest: { age: 40 }, 3: { age: 5 } });
  papersAtHand.write({ guest: ['PAN card'] });
  noteGuestVisit();
  inVisit('b');
  receiveCart('u1');
  expect([countOffered('u1'), cart.read(), papersAtHand.read(), guestVisit.read()]).toEqual([0, {}, {}, '']);
  expect(profileAnswers.read()).not.toHaveProperty('guest');
});

test('an offer that was not answered is gone in the next visit, and is never another person’s', () => {
  inVisit('a');
  cart.write({ guest: saved(1) });
  noteGuestVisit();
  receiveCart('u1');
  expect([countOffered('u1'), countOffered('u2')]).toEqual([1, 0]);
  inVisit('b');
  expect(countOffered('u1')).toBe(0);
  expect(cartBeforeSignIn.read()).not.toBeNull();
  receiveCart('u2');
  expect(cartBeforeSignIn.read()).toBeNull();
});

test('what is saved for a chosen profile is nobody’s visit', () => {
  inVisit('a');
  selectedProfile.write({ id: 7 });
  noteGuestVisit();
  expect(guestVisit.read()).toBe('');
});
