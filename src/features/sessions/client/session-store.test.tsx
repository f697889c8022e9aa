// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { takeLanguageFrom } from '../../../messages/catalogue.ts';
import { selectedProfile } from '../../../platform/browser/local-store.ts';
import { setSiteLanguages } from '../../../platform/settings/site-languages.ts';
import { allHints, openBrowserSession, session, settle, signedInBefore } from '../../../testing/browser-session.ts';
import { corpora } from '../../../testing/corpora.ts';
import { fakeService, sessionOf, tokenUntil } from '../../../testing/fake-session-service.ts';
import { notifyOtherTabs } from './broadcast.ts';
import { readHint } from './hint-cookies.ts';
import { createSessionStore, sessionStore, expiryOf, isExpired } from './session-store.ts';
import { useSession } from './use-session.ts';

openBrowserSession();

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
  notifyOtherTabs('signout');
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
