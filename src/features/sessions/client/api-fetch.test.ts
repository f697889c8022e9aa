// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { selectedProfile } from '../../../platform/browser/local-store.ts';
import { clearBrowser, fakeService, sessionOf, tokenUntil } from '../../../testing/fake-session-service.ts';
import { apiFetch } from './api-fetch.ts';
import { writeHint } from './change-hints.ts';
import { readHint } from './hint-cookies.ts';
import { sessionStore } from './session-store.ts';

const session = 'GET /api/auth/session';

function signedInBefore() {
  for (const name of ['email', 'user_id', 'newUser', 'isPhoneLinked'] as const) writeHint(name, 'x');
  selectedProfile.write({ id: 7 });
}

afterEach(() => {
  vi.unstubAllGlobals();
  clearBrowser();
});

test('a 401 renews the session once and tries again', async () => {
  let tries = 0;
  const service = fakeService({
    [session]: () => ({ body: sessionOf() }),
    'POST /api/communities/comment/create': () => {
      tries += 1;
      return tries === 1
        ? { status: 401, body: { code: 'unauthenticated' } }
        : { status: 201, body: { data: { id: 1 } } };
    },
  });
  expect(await apiFetch('/communities/comment/create', { method: 'POST', body: { body: 'words' } })).toEqual({
    data: { id: 1 },
  });
  expect(service.calls()).toEqual([
    'POST /api/communities/comment/create',
    session,
    'POST /api/communities/comment/create',
  ]);
});

test('a 401 that renewing does not help says so, and nothing is loaded anew', async () => {
  const service = fakeService({
    'GET /api/user/get': { status: 401, body: { code: 'unauthenticated', message: 'x' } },
  });
  signedInBefore();
  await expect(apiFetch('/user/get')).rejects.toMatchObject({
    status: 401,
    message: 'Session expired, Sign in to continue.',
  });
  expect(service.calls().filter((call) => call === 'GET /api/user/get')).toHaveLength(1);
  expect(service.went).toEqual([]);
  expect(readHint('user_id')).toBeNull();
});

test('a token known to have expired is renewed before the call, and without one the call is not made', async () => {
  const service = fakeService({
    [session]: () => ({ body: sessionOf({ token: tokenUntil(1) }) }),
    'GET /api/user/get': { body: { data: {} } },
  });
  await sessionStore.refresh();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  service.answers[session] = { body: {} };
  signedInBefore();
  await expect(apiFetch('/user/get')).rejects.toMatchObject({
    status: 401,
    message: 'Session expired, Sign in to continue.',
  });
  expect(service.calls()).toEqual([session, session]);
  expect([readHint('email'), readHint('user_id'), selectedProfile.read()]).toEqual([null, null, null]);
  vi.restoreAllMocks();
});

test('an expired token that cannot be renewed for now is no end of the session', async () => {
  const service = fakeService({
    [session]: () => ({ body: sessionOf({ token: tokenUntil(1) }) }),
    'GET /api/user/get': { status: 401, body: { code: 'unauthenticated' } },
  });
  await sessionStore.refresh();
  signedInBefore();
  service.answers[session] = { status: 503, body: {} };
  await expect(apiFetch('/user/get')).rejects.toMatchObject({ status: 0 });
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  await expect(apiFetch('/user/get')).rejects.toMatchObject({ status: 0 });
  expect(readHint('user_id')).toBe('x');
  vi.restoreAllMocks();
});

test.each([
  [400, { message: 'Title is too short.' }, 'Title is too short.'],
  [400, {}, 'Bad Request'],
  [403, { message: 'x', code: 'forbidden' }, "Forbidden. You don't have permission."],
  [404, { message: 'It is not here.' }, 'It is not here.'],
  [500, {}, 'An error occurred'],
])('an answer of %s with %j reads “%s”', async (status, body, words) => {
  fakeService({ 'GET /api/x': { status, body } });
  await expect(apiFetch('/x', { retries: 0 })).rejects.toMatchObject({ status, message: words });
});

test('no answer reads “No response received from server”', async () => {
  fakeService({ 'GET /api/x': new TypeError('Failed to fetch') });
  await expect(apiFetch('/x', { retries: 0 })).rejects.toMatchObject({
    status: 0,
    message: 'No response received from server',
  });
});
