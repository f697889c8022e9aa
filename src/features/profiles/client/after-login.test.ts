// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import {
  accountCart,
  cart,
  cartBeforeSignIn,
  cartStorage,
  profileAnswers,
  selectedProfile,
} from '../../../platform/browser/local-store.ts';
import { clearBrowser, fakeService, sessionOf } from '../../../testing/fake-session-service.ts';
import { writeHint } from '../../sessions/client/change-hints.ts';
import { readHint } from '../../sessions/client/hint-cookies.ts';
import { afterLogin } from './after-login.ts';

const user = {
  id: 'u1',
  email: 'asha@example.in',
  firstName: 'Asha',
  lastName: 'Devi',
  displayName: 'Asha Devi',
  phoneNo: '+919876543210',
  phone: '+919876543210',
  isPhoneLinked: true,
  roles: [],
  createdAt: '2026-11-21T00:00:00.000Z',
};
const profile = (id: number, more: object = {}) => ({
  id,
  isActive: true,
  relation: 'SELF',
  firstName: 'Asha',
  lastName: 'Devi',
  phoneNo: null,
  answers: {},
  ...more,
});
const returning = { userId: 'u1', isNewUser: false, target: null };

const service = (answers: Parameters<typeof fakeService>[0] = {}) =>
  fakeService({
    'GET /api/auth/session': { body: sessionOf() },
    'GET /api/user/get': { body: { data: user } },
    'GET /api/profile/all': { body: { data: [profile(7), profile(8, { relation: 'PARENT' })] } },
    ...answers,
  });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  clearBrowser();
});

/** Waits until the retries of its reads are over, too. */
async function afterRetries(signedIn: Parameters<typeof afterLogin>[0]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const done = afterLogin(signedIn);
  await vi.advanceTimersByTimeAsync(10_000);
  return done;
}

test('step 1: the hints are set from the user, isPhoneLinked from the user’s own field', async () => {
  service({ 'GET /api/user/get': { body: { data: { ...user, isPhoneLinked: false } } } });
  writeHint('isPhoneLinked', 'true');
  await afterLogin(returning);
  expect([readHint('user_id'), readHint('email'), readHint('isPhoneLinked')]).toEqual([
    'u1',
    'asha@example.in',
    'false',
  ]);
});

test('step 1: the cart is cleared; what a guest saved in this visit waits for a yes, what stood under a profile goes', async () => {
  service();
  cart.write({ guest: { items: [{ schemeId: 1 }, { schemeId: 2 }] }, 99: { items: [{ schemeId: 9 }] } });
  cartStorage.write({ state: { cart: { guest: { items: [{ schemeId: 2 }, { schemeId: 3 }] } } }, version: 0 });
  await afterLogin(returning);
  expect([cart.read(), cartStorage.read()]).toEqual([{}, null]);
  expect(cartBeforeSignIn.read()?.cart).toEqual({
    guest: { items: [{ schemeId: 1 }, { schemeId: 2 }, { schemeId: 3 }] },
  });
});

test('step 2 and 4: of the active profiles the first is selected', async () => {
  service({ 'GET /api/profile/all': { body: { data: [profile(6, { isActive: false }), profile(7)] } } });
  expect(await afterLogin(returning)).toBeNull();
  expect(selectedProfile.read()).toMatchObject({ id: 7, relation: 'SELF', firstName: 'Asha' });
});

test('step 3: without any, SELF is made from the user’s names and number, selected and stored, and its page comes next', async () => {
  let sent = '';
  service({
    'GET /api/profile/all': { body: { data: [] } },
    'POST /api/profile/create': ({ body }) => {
      sent = body;
      return { status: 201, body: { data: profile(9) } };
    },
  });
  expect(await afterLogin({ ...returning, target: '/article/x-MQ' })).toBe('/profile_built');
  expect(JSON.parse(sent)).toEqual({ firstName: 'Asha', lastName: 'Devi', phoneNo: '+919876543210', relation: 'SELF' });
  expect(selectedProfile.read()).toMatchObject({ id: 9 });
});

test('step 5: a new user goes to /profile_built, others to where they wanted to go', async () => {
  service();
  expect(await afterLogin({ userId: 'u1', isNewUser: true, target: '/a' })).toBe('/profile_built');
  clearBrowser();
  expect(await afterLogin({ userId: 'u1', isNewUser: false, target: '/a' })).toBe('/a');
});

const stand = (pathname: string) => vi.stubGlobal('location', { ...location, pathname });

test.each(['/studio', '/studio/articles/7', '/hi/studio', '/moderation'])(
  'staff on a new device stay at %s, or go there, without the welcome of readers',
  async (place) => {
    service({
      'GET /api/profile/all': { body: { data: [] } },
      'POST /api/profile/create': { status: 201, body: { data: profile(9) } },
    });
    expect(await afterLogin({ userId: 'u1', isNewUser: true, target: place })).toBe(place);
    clearBrowser();
    stand(place);
    expect(await afterLogin({ userId: 'u1', isNewUser: true, target: null })).toBeNull();
    expect(selectedProfile.read()).toMatchObject({ id: 9 });
    clearBrowser();
    stand('/studios');
    expect(await afterLogin({ userId: 'u1', isNewUser: true, target: null })).toBe('/profile_built');
  },
);

test('once: with a stored profile nothing is asked, and the cart stays', async () => {
  const { calls } = service();
  await afterLogin(returning);
  const before = calls().length;
  cart.write({ 7: { items: [{ schemeId: 4 }] } });
  expect(await afterLogin({ ...returning, isNewUser: true, target: '/a' })).toBeNull();
  expect(calls()).toHaveLength(before);
  expect(cart.read()).toEqual({ 7: { items: [{ schemeId: 4 }] } });
});

test('a bad stored profile is as none', async () => {
  service();
  localStorage.setItem('selectedProfile', '{"__proto__":{"id":1}}');
  await afterLogin(returning);
  expect(selectedProfile.read()).toMatchObject({ id: 7 });
});

test('another person on the same device gets their own profile, and nothing of the one before', async () => {
  service({
    'GET /api/user/get': { body: { data: { ...user, id: 'u2' } } },
    'GET /api/profile/all': { body: { data: [profile(20)] } },
  });
  accountCart.write({ userId: 'u1', cart: {}, readAt: 1 });
  selectedProfile.write({ id: 7 });
  cart.write({ 7: { items: [{ schemeId: 1 }] } });
  profileAnswers.write({ 7: { age: 40 } });
  await afterLogin({ userId: 'u2', isNewUser: false, target: null });
  expect(selectedProfile.read()).toMatchObject({ id: 20 });
  expect([cart.read(), profileAnswers.read(), cartBeforeSignIn.read()]).toEqual([{}, {}, null]);
});

test('a 401 of the user call deletes email, newUser and user_id, clears the user and signs out', async () => {
  const { calls } = service({ 'GET /api/user/get': { status: 401, body: { code: 'unauthenticated' } } });
  for (const name of ['email', 'newUser', 'user_id'] as const) writeHint(name, 'x');
  expect(await afterLogin(returning)).toBeNull();
  expect([readHint('email'), readHint('newUser'), readHint('user_id'), selectedProfile.read()]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(calls()).toContain('POST /api/auth/signout');
});

test.each([
  ['no data', { body: {} }, 'Failed to fetch profiles'],
  ['a failure', { status: 500, body: { message: 'The fault is ours.' } }, 'The fault is ours.'],
])(
  'profiles that cannot be fetched (%s) are logged, nothing is made, and the next page tries again',
  async (_name, answer, words) => {
    const { calls, bodyOf, answers } = service({ 'GET /api/profile/all': answer });
    cart.write({ guest: { items: [{ schemeId: 1 }] } });
    expect(await afterRetries({ ...returning, isNewUser: true })).toBeNull();
    expect(Object.fromEntries(bodyOf('POST /api/auth/_log'))).toMatchObject({
      level: 'error',
      code: 'PROFILE_FETCH_ERROR',
      message: words,
    });
    expect(calls()).not.toContain('POST /api/profile/create');
    cart.write({ guest: { items: [{ schemeId: 2 }] } });
    answers['GET /api/profile/all'] = { body: { data: [profile(7)] } };
    await afterLogin(returning);
    expect(selectedProfile.read()).toMatchObject({ id: 7 });
    // Cleared exactly once, at sign-in.
    expect(cart.read()).toEqual({ guest: { items: [{ schemeId: 2 }] } });
  },
);

test('without a connection it waits for the next page', async () => {
  service({ 'GET /api/user/get': new TypeError('Failed to fetch') });
  cart.write({ guest: { items: [{ schemeId: 1 }] } });
  expect(await afterRetries(returning)).toBeNull();
  expect(cart.read()).toEqual({ guest: { items: [{ schemeId: 1 }] } });
});

test('fifty tabs at once: where the browser has locks, one of them does it', async () => {
  const { calls } = service();
  let last: Promise<unknown> = Promise.resolve();
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, run: () => Promise<unknown>) => {
        last = last.then(run);
        return last;
      },
    },
  });
  await Promise.all(Array.from({ length: 50 }, () => afterLogin(returning)));
  expect(calls().filter((call) => call === 'GET /api/profile/all')).toHaveLength(1);
});
