// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { openBrowserSession, session } from '../../../testing/browser-session.ts';
import { fakeService, sessionOf } from '../../../testing/fake-session-service.ts';
import { signIn } from './sign-in.ts';

openBrowserSession();

test('signing in: the credentials and the csrf token go to the callback, the session is read, other tabs are told', async () => {
  const service = fakeService({
    [session]: { body: sessionOf() },
    'GET /api/auth/providers': { body: { phone: { id: 'phone', type: 'credentials' } } },
    'POST /api/auth/callback/phone': { body: { url: 'http://localhost:3000/next' } },
  });
  expect(await signIn('phone', { phoneNo: '9876543210', providerToken: '123456', callbackUrl: '/next' })).toEqual({
    error: null,
    status: 200,
    ok: true,
    url: 'http://localhost:3000/next',
  });
  expect(Object.fromEntries(service.bodyOf('POST /api/auth/callback/phone'))).toEqual({
    phoneNo: '9876543210',
    providerToken: '123456',
    callbackUrl: '/next',
    csrfToken: 'c1',
    json: 'true',
  });
  expect(localStorage.getItem('nextauth.message')).toContain('signin');
});

test('a sign-in result with an error parameter is an object with error, status, ok and no url', async () => {
  fakeService({
    'GET /api/auth/providers': { body: { phone: { id: 'phone', type: 'credentials' } } },
    'POST /api/auth/callback/phone': {
      status: 401,
      body: { url: 'http://localhost:3000/api/auth/error?error=CredentialsSignin&provider=phone' },
    },
  });
  expect(await signIn('phone', { phoneNo: '9876543210', providerToken: '000000' })).toEqual({
    error: 'CredentialsSignin',
    status: 401,
    ok: false,
    url: null,
  });
});

test('a refused csrf token, which is answered with 200, is no sign-in', async () => {
  fakeService({
    'GET /api/auth/providers': { body: { phone: { id: 'phone', type: 'credentials' } } },
    'POST /api/auth/callback/phone': { body: { url: 'http://localhost:3000/api/auth/signin?csrf=true' } },
  });
  expect(await signIn('phone')).toEqual({ error: 'Signin', status: 200, ok: false, url: null });
});

test('an unknown provider goes to the sign-in page with the callback address', async () => {
  const service = fakeService({ 'GET /api/auth/providers': { body: { phone: { type: 'credentials' } } } });
  expect(await signIn('github', { callbackUrl: '/a?b=1' })).toBeNull();
  expect(await signIn('constructor', { callbackUrl: '/a?b=1' })).toBeNull();
  expect(service.went).toEqual([
    '/api/auth/signin?callbackUrl=%2Fa%3Fb%3D1',
    '/api/auth/signin?callbackUrl=%2Fa%3Fb%3D1',
  ]);
});

test('a provider list that cannot be fetched goes to the error page', async () => {
  const service = fakeService({ 'GET /api/auth/providers': new TypeError('Failed to fetch') });
  expect(await signIn('phone')).toBeNull();
  expect(service.went).toEqual(['/api/auth/error']);
  expect(service.logged()).toEqual(['CLIENT_FETCH_ERROR']);
});
