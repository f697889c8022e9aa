// @runs in its own process
import { createServer } from 'node:net';
import { once } from 'node:events';
import { eq } from 'drizzle-orm';
import { JSDOM } from 'jsdom';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessions, users } from '../../database/schema.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { askForCode, cookiesOf, signIn as signInElsewhere } from '../../testing/sign-in.ts';

// The published client of next-auth 4.24 in a jsdom document, against the app on a real port.
type Client = typeof import('next-auth/react');
let test: TestApp;
let origin: string;
let client: Client;
let dom: JSDOM;
let log: string[] = [];

/** A stand-in for a browser: its cookie jar, navigations and network. */
const browser = { cookies: '', wentTo: [] as string[], isOffline: false, calls: [] as string[] };
const nodeFetch = globalThis.fetch;

async function browserFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = new URL(String(input), origin);
  browser.calls.push(url.pathname);
  // Log beacons are fire-and-forget: the client ignores their result.
  if (browser.isOffline && url.pathname.endsWith('/_log')) return new Response();
  if (browser.isOffline) throw new TypeError('Failed to fetch');
  const isWrite = init.method !== undefined && init.method.toUpperCase() !== 'GET';
  const headers = new Headers(init.headers);
  if (browser.cookies) headers.set('cookie', browser.cookies);
  headers.set('sec-fetch-site', 'same-origin');
  if (isWrite) headers.set('origin', origin);
  const answer = await nodeFetch(url, { ...init, headers, redirect: 'manual' });
  browser.cookies = cookiesOf(answer.headers.getSetCookie(), browser.cookies);
  return answer;
}

function windowOf({ window }: JSDOM): unknown {
  const location = {
    get href() {
      return `${origin}/community`;
    },
    set href(url: string) {
      browser.wentTo.push(url);
    },
    reload: () => {},
    origin,
    pathname: '/community',
    search: '',
  };
  return new Proxy(window, {
    get(target, name) {
      if (name === 'location') return location;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' && /^[a-z]/.test(String(name))
        ? (value as (...input: unknown[]) => unknown).bind(target)
        : value;
    },
  });
}

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  test = await buildTestApp({ env: { PUBLIC_ORIGIN: origin }, log: (line) => log.push(line) });
  await test.app.listen({ host: '127.0.0.1', port });
  dom = new JSDOM('<!doctype html><div id="root"></div>', { url: `${origin}/community`, pretendToBeVisual: true });
  vi.stubGlobal('window', windowOf(dom));
  vi.stubGlobal('document', dom.window.document);
  vi.stubGlobal('navigator', { onLine: true, userAgent: 'jsdom' });
  vi.stubGlobal('localStorage', dom.window.localStorage);
  vi.stubGlobal('fetch', browserFetch);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  client = await import('next-auth/react');
});
afterAll(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await test.close();
});

let root: Root;
let seen: { status: string; data: unknown; update: (data?: unknown) => Promise<unknown> };
beforeEach(() => {
  Object.assign(browser, { cookies: '', wentTo: [], isOffline: false, calls: [] });
  dom.window.localStorage.clear();
  log = [];
});
afterEach(() => root?.unmount());

function Watcher({ required = false }: { required?: boolean }): ReactNode {
  seen = client.useSession(required ? { required: true } : undefined) as unknown as typeof seen;
  return null;
}

function mount(properties: { required?: boolean; refetchInterval?: number } = {}): void {
  const { SessionProvider } = client;
  root = createRoot(dom.window.document.getElementById('root')!);
  root.render(
    <SessionProvider refetchInterval={properties.refetchInterval ?? 0}>
      <Watcher required={properties.required ?? false} />
    </SessionProvider>,
  );
}
async function becomes(status: string): Promise<void> {
  await expect.poll(() => seen.status, { interval: 20 }).toBe(status);
}
const tellOtherTab = () =>
  dom.window.dispatchEvent(
    new dom.window.StorageEvent('storage', {
      key: 'nextauth.message',
      newValue: JSON.stringify({ event: 'session', data: { trigger: 'signout' }, timestamp: 1 }),
    }),
  );
let lastNumber = 9_876_700_000;
async function signInHere(): Promise<string> {
  const phone = String((lastNumber += 1));
  const providerToken = await askForCode(test, { phone });
  const result = await client.signIn('phone', {
    phoneNo: phone,
    providerToken,
    redirect: false,
    callbackUrl: '/profile',
  });
  expect(result).toEqual({ error: null, status: 200, ok: true, url: `${origin}/profile` });
  return `+91${phone}`;
}

describe('the unmodified client of next-auth', () => {
  it('starts as loading, then nobody', async () => {
    mount();
    await becomes('unauthenticated');
    expect(seen.data).toBeNull();
  });

  it('reads the providers', async () => {
    expect(Object.keys((await client.getProviders())!)).toEqual(['phone', 'email']);
  });

  it('signs in, reads who it is, updates, and signs out', async () => {
    mount();
    await becomes('unauthenticated');
    const phone = await signInHere();
    await becomes('authenticated');
    expect(seen.data).toMatchObject({
      user: { phone, email: null },
      verifyResponse: { token: expect.any(String), newUser: true },
    });
    const [person] = await test.db
      .update(users)
      .set({ firstName: 'Asha', lastName: 'Menon' })
      .where(eq(users.phone, phone))
      .returning();
    expect(await seen.update({ anything: 1 })).toMatchObject({ user: { id: person!.id, name: 'Asha Menon' } });
    await expect.poll(() => seen).toMatchObject({ status: 'authenticated', data: { user: { name: 'Asha Menon' } } });

    const before = browser.cookies;
    expect(await client.signOut({ redirect: false, callbackUrl: '/' })).toEqual({ url: `${origin}/` });
    await becomes('unauthenticated');
    expect(JSON.parse(dom.window.localStorage.getItem('nextauth.message')!)).toMatchObject({ event: 'session' });
    expect((await test.app.inject({ url: '/api/user/sessions', headers: { cookie: before } })).statusCode).toBe(401);
  });

  it('signs in by address', async () => {
    const providerToken = await askForCode(test, { email: 'client@example.in' });
    expect(
      await client.signIn('email', { emailId: 'client@example.in', providerToken, redirect: false }),
    ).toMatchObject({ ok: true, url: `${origin}/community` });
    expect(await client.getSession()).toMatchObject({ user: { email: 'client@example.in' } });
  });

  it('goes where it was told after signing in and out', async () => {
    const providerToken = await askForCode(test, { phone: '9876712345' });
    await client.signIn('phone', { phoneNo: '9876712345', providerToken, callbackUrl: `${origin}/profile` });
    await client.signOut({ callbackUrl: 'https://evil.example/' });
    expect(browser.wentTo).toEqual([`${origin}/profile`, `${origin}/`]);
  });

  it('a wrong code gives error, status, ok and no url', async () => {
    mount();
    await becomes('unauthenticated');
    const result = await client.signIn('phone', { phoneNo: '9876712346', providerToken: '000000', redirect: false });
    expect(result).toEqual({ error: 'CredentialsSignin', status: 401, ok: false, url: null });
    expect(seen.status).toBe('unauthenticated');
  });

  it('with bad CSRF it believes itself signed in; the session that it reads again says otherwise', async () => {
    mount();
    await becomes('unauthenticated');
    const providerToken = await askForCode(test, { phone: '9876712347' });
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) =>
      browserFetch(
        input,
        input.includes('callback')
          ? { ...init, body: String(init.body).replace(/csrfToken=\w{8}/, 'csrfToken=00000000') }
          : init,
      ),
    );
    const result = await client.signIn('phone', { phoneNo: '9876712347', providerToken, redirect: false });
    vi.stubGlobal('fetch', browserFetch);
    expect(result).toEqual({ error: null, status: 200, ok: true, url: `${origin}/api/auth/signin?csrf=true` });
    expect(seen.status).toBe('unauthenticated');
  });

  it('an unknown provider leads to the sign-in page, with the address to come back to', async () => {
    await client.signIn('google', { callbackUrl: '/profile' });
    expect(browser.wentTo).toEqual(['/api/auth/signin?callbackUrl=%2Fprofile']);
    const answer = await browserFetch(browser.wentTo[0]!);
    expect(answer.headers.get('location')).toBe('/login?callbackUrl=%2Fprofile&error=Signin');
  });

  it('a provider list that cannot be fetched leads to the error page', async () => {
    browser.isOffline = true;
    await client.signIn('phone', {});
    expect(browser.wentTo).toEqual(['/api/auth/error']);
  });

  it('a page that needs a session sends others to sign-in with SessionRequired', async () => {
    mount({ required: true });
    await expect.poll(() => browser.wentTo).toHaveLength(1);
    expect(seen.status).toBe('loading');
    const answer = await browserFetch(browser.wentTo[0]!);
    expect(answer.headers.get('location')).toBe('/login?callbackUrl=%2Fcommunity&error=SessionRequired');
  });

  it("learns of another tab's sign-out at once", async () => {
    mount();
    await becomes('unauthenticated');
    const phone = await signInHere();
    await becomes('authenticated');
    const [person] = await test.db.select().from(users).where(eq(users.phone, phone));
    await test.db.delete(sessions).where(eq(sessions.userId, person!.id));
    tellOtherTab();
    await becomes('unauthenticated');
    expect(browser.cookies).not.toMatch(/session-token|access_token|user_id/);
  });

  it.each([
    ['when its window comes back', 0],
    ['at an interval', 1],
  ])('looks again %s', async (_when, refetchInterval) => {
    mount({ refetchInterval });
    await becomes('unauthenticated');
    const phone = await signInHere();
    await becomes('authenticated');
    const [person] = await test.db.select().from(users).where(eq(users.phone, phone));
    await test.db.delete(sessions).where(eq(sessions.userId, person!.id));
    if (refetchInterval === 0) dom.window.document.dispatchEvent(new dom.window.Event('visibilitychange'));
    await becomes('unauthenticated');
    expect(seen.data).toBeNull();
  });

  it('what it reports lands in the log as one line', async () => {
    await client.getSession();
    browser.isOffline = true;
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
      input.endsWith('/_log') ? nodeFetch(new URL(input, origin), init) : browserFetch(input, init),
    );
    expect(await client.getSession()).toBeNull();
    vi.stubGlobal('fetch', browserFetch);
    await expect.poll(() => log.filter((line) => line.includes('CLIENT_FETCH_ERROR'))).toHaveLength(1);
  });

  it('a session opened elsewhere is its own', async () => {
    browser.cookies = (await signInElsewhere(test)).cookies;
    expect(await client.getSession()).toMatchObject({ verifyResponse: { newUser: true } });
  });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
