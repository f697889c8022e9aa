// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountCart, selectedProfile } from '../../../platform/local-store.ts';
import { sourceLanguage, takeLanguageFrom } from '../../../messages/catalogue.ts';
import { setSiteLanguages } from '../../../platform/site-languages.ts';
import { forgetPerson, forgetWhoLeft } from './forget-person.ts';
import { corpora } from '../../../testing/corpora.ts';
import { expiryOf, isExpired } from './access-token.ts';
import { tellOtherTabs } from './broadcast.ts';
import { clearBrowser, fakeService, sessionOf, tokenUntil } from '../../../testing/fake-session-service.ts';
import { removeHints, writeHint } from './change-hints.ts';
import { readHint } from './hint-cookies.ts';
import { createSessionStore, sessionStore } from './session-store.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { useSession } from './use-session.ts';

const allHints = ['email', 'user_id', 'newUser', 'isPhoneLinked'] as const;
const session = 'GET /api/auth/session';
const settle = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 20);
  });

function signedInBefore() {
  for (const name of allHints) writeHint(name, 'x');
  selectedProfile.write({ id: 7 });
}

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
});
afterEach(async () => {
  vi.useRealTimers();
  await settle();
  vi.unstubAllGlobals();
  clearBrowser();
  takeLanguageFrom(() => sourceLanguage);
  setSiteLanguages([sourceLanguage]);
});

test('a token ends when it says; what is no token has no end and counts as expired', () => {
  const now = Date.now();
  expect(isExpired(tokenUntil(60), now)).toBe(false);
  expect(isExpired(tokenUntil(-1), now)).toBe(true);
  for (const text of [
    '',
    null,
    'a.b',
    'a.b.c',
    'a..c',
    '...',
    `x.${btoa('{}')}.y`,
    `x.${btoa('{"exp":"9"}')}.y`,
    `x.${btoa('null')}.y`,
    `x.${btoa('{"exp":1e999}')}.y`,
    `${tokenUntil(60)}.more`,
  ])
    expect(isExpired(text, now), String(text)).toBe(true);
});

test.skipIf(!corpora)(
  'no token of the collections is believed for longer than it says, or breaks the page',
  async () => {
    const { readdirSync, readFileSync } = await import('node:fs');
    for (const file of readdirSync(`${corpora}/jwt`)) {
      for (const word of readFileSync(`${corpora}/jwt/${file}`, 'utf8').split(/[\s",]+/)) {
        const end = expiryOf(word);
        expect(isExpired(word, (end ?? 0) + 1)).toBe(true);
      }
    }
  },
);

test('nobody signed in: loading, then unauthenticated, read once however many listen', async () => {
  const service = fakeService({});
  const store = createSessionStore();
  expect(store.getState().status).toBe('loading');
  const quiet = [store.subscribe(() => {}), store.subscribe(() => {})];
  await settle();
  expect(store.getState()).toMatchObject({ status: 'unauthenticated', isCertain: true });
  expect(service.calls()).toEqual([session]);
  for (const end of quiet) end();
});

test('signed in: authenticated, with who it is and the token', async () => {
  const token = tokenUntil(900);
  fakeService({ [session]: { body: sessionOf({ token, newUser: true }) } });
  const store = createSessionStore();
  expect(await store.refresh()).toEqual({
    status: 'authenticated',
    user: { id: 'u1', name: 'Asha Devi', email: 'asha@example.in', phone: null },
    isNewUser: true,
  });
  expect(store.readToken()).toBe(token);
});

test('on a Hindi page the session is asked for in Hindi, for the name by default', async () => {
  takeLanguageFrom(() => 'hi');
  setSiteLanguages(['en', 'hi']);
  const service = fakeService({ [`${session}?lang=hi`]: { body: sessionOf({ name: 'सदस्य 4821' }) } });
  expect((await createSessionStore().refresh()).user?.name).toBe('सदस्य 4821');
  expect(service.calls()).toEqual([`${session}?lang=hi`]);
});

test('it is read again when the window is looked at, once for both events, and not while it is hidden', async () => {
  const service = fakeService({ [session]: { body: sessionOf() } });
  const store = createSessionStore();
  const quiet = store.subscribe(() => {});
  await settle();
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  dispatchEvent(new Event('focus'));
  hidden.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  dispatchEvent(new Event('focus'));
  await settle();
  expect(service.calls()).toEqual([session, session]);
  quiet();
  dispatchEvent(new Event('focus'));
  await settle();
  expect(service.calls()).toHaveLength(2);
});

test('another tab’s word makes it read again, in the form of next-auth’s own; other words and broken ones do not', async () => {
  const service = fakeService({ [session]: { body: sessionOf() } });
  const store = createSessionStore();
  const quiet = store.subscribe(() => {});
  await settle();
  for (const newValue of ['{bad', 'null', '7', '{}', '{"event":"session"}', '{"event":"other","data":{}}', null])
    dispatchEvent(new StorageEvent('storage', { key: 'nextauth.message', newValue }));
  dispatchEvent(
    new StorageEvent('storage', { key: 'other', newValue: '{"event":"session","data":{"trigger":"signout"}}' }),
  );
  expect(service.calls()).toHaveLength(1);
  service.answers[session] = { body: {} };
  dispatchEvent(
    new StorageEvent('storage', {
      key: 'nextauth.message',
      newValue: '{"event":"session","data":{"trigger":"signout"},"timestamp":1}',
    }),
  );
  await settle();
  expect(store.getState().status).toBe('unauthenticated');
  tellOtherTabs('signout');
  expect(JSON.parse(localStorage.getItem('nextauth.message') ?? '')).toEqual({
    event: 'session',
    data: { trigger: 'signout' },
    timestamp: expect.any(Number),
  });
  quiet();
});

test('an answer that was asked for before another tab signed out does not bring the person back', async () => {
  const service = fakeService({});
  const slow = Promise.withResolvers<Response>();
  const answers = [slow.promise, Promise.resolve(new Response('{}'))];
  vi.stubGlobal('fetch', () => answers.shift());
  const store = createSessionStore();
  const first = store.refresh();
  await store.refresh();
  slow.resolve(new Response(JSON.stringify(sessionOf())));
  expect((await first).status).toBe('unauthenticated');
  expect(store.getState().status).toBe('unauthenticated');
  expect(service.went).toEqual([]);
});

test('the interval is off unless it is set, and asks only for somebody who is signed in', async () => {
  const service = fakeService({ [session]: () => ({ body: sessionOf() }) });
  vi.useFakeTimers();
  const idle = createSessionStore();
  const quietIdle = idle.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(service.calls()).toHaveLength(1);
  quietIdle();
  const polling = createSessionStore(() => 60);
  const quiet = polling.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(185_000);
  expect(service.calls()).toHaveLength(5);
  service.answers[session] = { body: {} };
  await vi.advanceTimersByTimeAsync(300_000);
  expect(service.calls()).toHaveLength(6);
  quiet();
});

test('what shows the session renders once for loading, once for the person, and not again when nothing has changed', async () => {
  const service = fakeService({ [session]: () => ({ body: sessionOf() }) });
  const seen: string[] = [];
  function Name() {
    const { status, user } = useSession();
    seen.push(`${status} ${user?.name ?? ''}`);
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () => {
    root.render(<Name />);
    await settle();
  });
  for (let time = 0; time < 5; time += 1)
    await act(async () => {
      await sessionStore.refresh();
    });
  expect(service.calls()).toHaveLength(6);
  expect(seen).toEqual(['loading ', 'authenticated Asha Devi']);
  service.answers[session] = { body: sessionOf({ name: 'Asha Kumari' }) };
  await act(async () => {
    await sessionStore.refresh();
  });
  expect(seen).toEqual(['loading ', 'authenticated Asha Devi', 'authenticated Asha Kumari']);
  await act(async () => root.unmount());
});

test('a page that needs a session sends others to sign in, with SessionRequired and the way back', async () => {
  const service = fakeService({});
  await sessionStore.refresh();
  function Page() {
    useSession({ required: true });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () => {
    root.render(<Page />);
  });
  expect(service.went).toEqual([
    '/api/auth/signin?error=SessionRequired&callbackUrl=http%3A%2F%2Flocalhost%3A3000%2Farticle%2Fx-MQ%3Fpage%3D2',
  ]);
  await act(async () => root.unmount());
});

test.each([
  ['no connection', new TypeError('Failed to fetch')],
  ['a 503', { status: 503, body: { code: 'unavailable' } }],
  ['no JSON', {}],
])(
  'a failed fetch (%s) is logged as CLIENT_FETCH_ERROR and yields no session; nothing kept is lost',
  async (_name, answer) => {
    const service = fakeService({ [session]: answer });
    signedInBefore();
    const store = createSessionStore();
    expect(await store.refresh()).toMatchObject({ status: 'unauthenticated', user: null, isCertain: false });
    expect(service.logged()).toEqual(['CLIENT_FETCH_ERROR']);
    expect([readHint('user_id'), selectedProfile.read()]).toEqual(['x', { id: 7 }]);
  },
);

test('no session: email, user_id and the other hints are deleted, and the stored profile is removed', async () => {
  fakeService({});
  signedInBefore();
  await createSessionStore().refresh();
  expect(allHints.map(readHint)).toEqual([null, null, null, null]);
  expect(selectedProfile.read()).toBeNull();
});

test.each([
  ['expired', tokenUntil(-5)],
  ['undecodable', 'a.b.c'],
  ['empty', ''],
])('an %s token: signed out on the server, hints deleted, profile removed', async (name, token) => {
  const service = fakeService({ [session]: { body: sessionOf({ token }) } });
  signedInBefore();
  expect((await createSessionStore().refresh()).status).toBe('unauthenticated');
  expect(service.calls()).toContain('POST /api/auth/signout');
  expect(readHint('user_id')).toBeNull();
  expect(selectedProfile.read()).toBeNull();
  expect(service.logged()).toEqual(name === 'empty' ? ['MISSING_TOKEN'] : []);
});

test('a phone whose clock is hours off stays signed in: the server’s clock judges', async () => {
  const ahead = -5 * 3_600_000;
  const service = fakeService(
    { [session]: { body: sessionOf({ token: tokenUntil(-5 * 3_600 + 900) }) } },
    { clockAheadMs: ahead },
  );
  const store = createSessionStore();
  expect((await store.refresh()).status).toBe('authenticated');
  expect(store.isTokenExpired()).toBe(false);
  expect(service.calls()).toEqual([session]);
});

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

test('signing out posts, tells other tabs, and leaves nothing of the person on the device', async () => {
  const service = fakeService({});
  signedInBefore();
  for (const key of ['cart', 'cart-storage', 'profileAnswers', 'profileProgress', 'papers-at-hand', 'cart-of-account'])
    localStorage.setItem(key, '{}');
  localStorage.setItem('color-mode', 'dark');
  sessionStorage.setItem('draft:ask', '{}');
  expect(await signOut('/')).toBe('http://localhost:3000/');
  expect(Object.fromEntries(service.bodyOf('POST /api/auth/signout'))).toEqual({
    callbackUrl: '/',
    csrfToken: 'c1',
    json: 'true',
  });
  expect([readHint('user_id'), selectedProfile.read()]).toEqual([null, null]);
  expect(Object.keys(localStorage).sort()).toEqual(['color-mode', 'nextauth.message']);
  expect(sessionStorage).toHaveLength(0);
  expect(localStorage.getItem('nextauth.message')).toContain('signout');
});

test('a session that ended elsewhere leaves nothing either, but drafts wait for the same person', async () => {
  fakeService({});
  signedInBefore();
  localStorage.setItem('cart', '{"7":{"items":[{"schemeId":1}]}}');
  localStorage.setItem('profileAnswers', '{"7":{"age":40}}');
  sessionStorage.setItem('draft:ask', '{}');
  await createSessionStore().refresh();
  expect(Object.keys(localStorage)).toEqual([]);
  expect(sessionStorage.getItem('draft:ask')).toBe('{}');
});

test('without a connection nobody knows that it ended: all stays', async () => {
  fakeService({ 'GET /api/auth/session': new TypeError('Failed to fetch') });
  signedInBefore();
  localStorage.setItem('cart', '{"7":{"items":[{"schemeId":1}]}}');
  await createSessionStore().refresh();
  expect(localStorage.getItem('cart')).not.toBeNull();
});

test('a guest who is told that nobody is signed in keeps what is theirs', async () => {
  fakeService({});
  localStorage.setItem('cart', '{"guest":{"items":[{"schemeId":1}]}}');
  await createSessionStore().refresh();
  expect(localStorage.getItem('cart')).not.toBeNull();
});

test('a session that ended by a form leaves its things behind: the next page wipes them before it looks', () => {
  accountCart.write({ userId: 'u1', cart: { 7: { items: [{ schemeId: 1 }] } }, readAt: 1 });
  localStorage.setItem('cart', '{"7":{"items":[{"schemeId":1}]}}');
  writeHint('user_id', 'u1');
  forgetWhoLeft();
  expect(localStorage.getItem('cart')).not.toBeNull();
  removeHints('user_id');
  forgetWhoLeft();
  expect(Object.keys(localStorage)).toEqual([]);
});

test('where the account was never read, the cookie that the sign-out left says that somebody had been here', async () => {
  const cartOfSomebody = () => localStorage.setItem('cart', '{"guest":{"items":[{"schemeId":1}]}}');
  cartOfSomebody();
  writeHint('has_left', '1');
  await forgetPerson();
  expect([Object.keys(localStorage), readHint('has_left')]).toEqual([[], null]);
  cartOfSomebody();
  writeHint('has_left', '1');
  writeHint('user_id', 'the next one');
  forgetWhoLeft();
  expect([Object.keys(localStorage), readHint('has_left')]).toEqual([[], null]);
  removeHints('user_id');
  cartOfSomebody();
  forgetWhoLeft();
  expect(Object.keys(localStorage)).toEqual(['cart']);
});

test('a sign-out deletes what the studio keeps on the device, even where another tab was first; an ended session not', async () => {
  const deleted: string[] = [];
  vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => void deleted.push(name) });
  writeHint('user_id', 'x');
  await forgetPerson({ withDrafts: false });
  forgetWhoLeft();
  expect(deleted).toEqual([]);
  await forgetPerson();
  expect(deleted).toEqual(['studio']);
});

test('a sign-out that the server refuses, or that does not reach it, keeps the session', async () => {
  const service = fakeService({
    'POST /api/auth/signout': { body: { url: 'http://localhost:3000/api/auth/signout?csrf=true' } },
  });
  signedInBefore();
  expect(await signOut('/')).toBeNull();
  service.answers['POST /api/auth/signout'] = new TypeError('Failed to fetch');
  expect(await signOut('/')).toBeNull();
  expect(readHint('user_id')).toBe('x');
});
