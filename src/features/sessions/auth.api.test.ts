import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessions } from '../../database/schema.ts';
import { memoryLimit } from '../../platform/limits.server.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { corpora, spread } from '../../testing/corpora.ts';
import { authCalls, linesOf, sessionCalls } from '../../testing/session-calls.ts';
import { cookiesOf, signIn, type SignedIn } from '../../testing/sign-in.ts';
import { authErrors } from './auth-errors.ts';

let test: TestApp;
let log: string[] = [];
beforeAll(async () => {
  test = await buildTestApp({ log: (line) => log.push(line) });
});
afterAll(() => test.close());
beforeEach(() => {
  log = [];
});

const origin = 'http://localhost:3000';
const base = `${origin}/api/auth`;
const { mine } = sessionCalls(() => test);
const { get, send, csrf } = authCalls(() => test);
const redirects = corpora
  ? readFileSync(join(corpora, 'redirect/open-redirect.txt'), 'utf8').split(/\r?\n/).filter(Boolean)
  : [];
type Headers = Record<string, string>;

// The known-browser cookie outlives the session.
const onlyKnown = /^nagrik\.known-for=[^;]+; has_left=1$/;

describe('GET session', () => {
  it('is {} for nobody, and never kept by anyone', async () => {
    const answer = await get('session', { 'content-type': 'application/json' });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('{}');
    expect(answer.headers['cache-control']).toBe('private, no-cache, no-store');
    expect(linesOf(answer)).toEqual([]);
  });

  it('says who is signed in, with a token that is good, and slides the cookie each time', async () => {
    const person = await signIn(test, { email: 'asha@example.in' });
    const answer = await get('session', { cookie: person.cookies });
    expect(answer.json()).toEqual({
      user: { id: person.user.id, name: person.user.displayName, email: 'asha@example.in', phone: null },
      verifyResponse: { token: person.token, newUser: true },
      expires: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(linesOf(answer).some((line) => /^nagrik\.session-token=.*Max-Age=25\d{5}/.test(line))).toBe(true);
    expect((await get('session', { cookie: person.cookies })).body).toBe(answer.body);
  });

  it('says the name by default in the language that the page asks for', async () => {
    const { cookies: cookie, user } = await signIn(test, { phone: '9876600009' });
    const [, number] = /^Member (\d+)$/.exec(user.displayName)!;
    expect((await get('session?lang=hi', { cookie })).json().user.name).toBe(`सदस्य ${number}`);
    expect((await get('session', { cookie })).json().user.name).toBe(user.displayName);
  });

  it('newUser is true during the whole first session, and false in the next', async () => {
    const first = await signIn(test, { phone: '9876600001' });
    for (let round = 0; round < 3; round += 1)
      expect((await get('session', { cookie: first.cookies })).json().verifyResponse.newUser).toBe(true);
    const second = await signIn(test, { phone: '9876600001' });
    expect((await get('session', { cookie: second.cookies })).json().verifyResponse.newUser).toBe(false);
  });

  it('renews a token that is missing or about to run out, and only then', async () => {
    const person = await signIn(test);
    const without = await get('session', { cookie: person.cookies.replace(/access_token=[^;]+; /, '') });
    const { token } = without.json().verifyResponse;
    expect((await mine({ authorization: `Bearer ${token}` })).statusCode).toBe(200);
    expect(linesOf(without).some((line) => line.startsWith('access_token='))).toBe(true);
    expect(
      linesOf(await get('session', { cookie: person.cookies })).some((line) => line.startsWith('access_token=')),
    ).toBe(false);
  });

  it('moves the end of the session on, thirty days from now', async () => {
    const person = await signIn(test);
    const { db } = test.services.connection;
    await db
      .update(sessions)
      .set({ expiresAt: sql`now() + interval '1 day'` })
      .where(eq(sessions.userId, person.user.id));
    const { expires } = (await get('session', { cookie: person.cookies })).json();
    expect(new Date(expires).getTime() - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
  });

  it('clears every cookie of a session that is dead', async () => {
    const person = await signIn(test);
    await test.services.connection.db.delete(sessions).where(eq(sessions.userId, person.user.id));
    const answer = await get('session', { cookie: person.cookies });
    expect(answer.body).toBe('{}');
    expect(cookiesOf(linesOf(answer), person.cookies)).toMatch(onlyKnown);
  });

  it.each(['Bearer %E0%A4%A', 'Bearer a.b.c', 'Basic x'])('%s is nobody, not an error', async (authorization) => {
    const answer = await get('session', { authorization });
    expect([answer.statusCode, answer.body]).toEqual([200, '{}']);
  });
});

describe('GET csrf', () => {
  it('gives the same token while its cookie lives, another without it', async () => {
    const first = await csrf();
    expect((await csrf(first.cookie)).csrfToken).toBe(first.csrfToken);
    expect((await csrf()).csrfToken).not.toBe(first.csrfToken);
    expect(linesOf(await get('csrf'))[0]).toMatch(
      /^nagrik\.csrf-token=[\da-f]{64}%7C[\da-f]{64}; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  it('does not take over a token that this site has not made', async () => {
    const { csrfToken } = await csrf(`nagrik.csrf-token=${'a'.repeat(64)}%7C${'b'.repeat(64)}`);
    expect(csrfToken).not.toContain('aaaa');
  });
});

describe('GET providers', () => {
  it('names both, with whole addresses', async () => {
    expect((await get('providers')).json()).toEqual({
      phone: {
        id: 'phone',
        name: 'Mobile number',
        type: 'credentials',
        signinUrl: `${base}/signin/phone`,
        callbackUrl: `${base}/callback/phone`,
      },
      email: {
        id: 'email',
        name: 'E-mail',
        type: 'credentials',
        signinUrl: `${base}/signin/email`,
        callbackUrl: `${base}/callback/email`,
      },
    });
  });
});

describe('POST signin', () => {
  it.each(['phone', 'email', 'google'])('%s leads to the page where a code is asked for', async (id) => {
    const { cookie, csrfToken } = await csrf();
    expect(
      (await send(`signin/${id}`, { csrfToken, json: 'true', callbackUrl: '/profile' }, { cookie })).json(),
    ).toEqual({ url: `${base}/signin` });
    expect((await send(`signin/${id}`, { csrfToken }, { cookie })).headers.location).toBe(`${base}/signin`);
  });
});

describe('POST signout', () => {
  let person: SignedIn;
  beforeEach(async () => {
    person = await signIn(test);
  });

  it('ends the session on the server and clears the cookies', async () => {
    const { cookie, csrfToken } = await csrf(person.cookies);
    const answer = await send('signout', { csrfToken, json: 'true', callbackUrl: '/community' }, { cookie });
    expect([answer.statusCode, answer.json()]).toEqual([200, { url: `${origin}/community` }]);
    expect(cookiesOf(linesOf(answer), cookie)).toMatch(
      /^nagrik\.known-for=[^;]+; nagrik\.csrf-token=[^;]+; has_left=1$/,
    );
    expect((await mine(person.headers)).statusCode).toBe(401);
    expect((await mine({ cookie: person.cookies })).statusCode).toBe(401);
    expect((await get('session', { cookie: person.cookies })).body).toBe('{}');
  });

  it('works with the session cookie alone, and for nobody', async () => {
    const { cookie, csrfToken } = await csrf(/nagrik\.session-token=[^;]+/.exec(person.cookies)![0]);
    expect((await send('signout', { csrfToken }, { cookie })).headers.location).toBe(`${origin}/`);
    expect((await mine(person.headers)).statusCode).toBe(401);
    expect((await send('signout', { csrfToken, json: 'true' }, { cookie })).json()).toEqual({ url: `${origin}/` });
  });

  it('works with the token alone, where the session cookie has gone', async () => {
    const { cookie, csrfToken } = await csrf(/access_token=[^;]+/.exec(person.cookies)![0]);
    await send('signout', { csrfToken }, { cookie });
    expect((await mine(person.headers)).statusCode).toBe(401);
  });

  it('with bad CSRF, or from elsewhere, keeps the session', async () => {
    const { cookie, csrfToken } = await csrf(person.cookies);
    for (const answer of [
      await send('signout', { json: 'true', callbackUrl: '/' }, { cookie }),
      await send('signout', { csrfToken: 'x', json: 'true' }, { cookie }),
      await send('signout', { csrfToken, json: 'true' }, { cookie, origin: 'https://evil.example' }),
    ]) {
      expect([answer.statusCode, answer.json()]).toEqual([200, { url: `${base}/signout?csrf=true` }]);
      expect(linesOf(answer)).toEqual([]);
    }
    expect((await mine(person.headers)).statusCode).toBe(200);
  });
});

describe('POST session', () => {
  it('returns the session, and ignores session data sent by the client', async () => {
    const person = await signIn(test);
    const { cookie, csrfToken } = await csrf(person.cookies);
    const post = (payload: object, headers: Headers = {}) =>
      test.app.inject({
        method: 'POST',
        url: '/api/auth/session',
        headers: { 'content-type': 'application/json', cookie, ...headers },
        payload: JSON.stringify(payload),
      });
    const answer = await post({ csrfToken, data: { user: { id: 'someone-else', roles: ['moderator'] } } });
    expect(answer.json().user.id).toBe(person.user.id);
    for (const bad of [
      await post({ data: {} }),
      await post({ csrfToken: 'x' }),
      await post({ csrfToken: [csrfToken] }),
      await post({ csrfToken }, { origin: 'https://evil.example' }),
    ])
      expect([bad.statusCode, bad.body]).toEqual([400, '{}']);
    const nobody = await csrf();
    expect(
      (
        await test.app.inject({
          method: 'POST',
          url: '/api/auth/session',
          headers: { 'content-type': 'application/json', cookie: nobody.cookie },
          payload: JSON.stringify({ csrfToken: nobody.csrfToken }),
        })
      ).body,
    ).toBe('{}');
  });
});

describe('POST _log', () => {
  it('writes one short line, whatever is in it', async () => {
    const answer = await send('_log', {
      level: 'error',
      code: 'CLIENT_FETCH_ERROR',
      message: `a\n{"level":60,"msg":"forged"}\r\u2028b \u001b[31m 9876543210 +91 98765 43210 someone@example.in ${'x'.repeat(500)}`,
      client: 'true',
    });
    expect([answer.statusCode, answer.body]).toEqual([200, '{}']);
    const [line, ...rest] = log
      .join('')
      .trim()
      .split('\n')
      .filter((one) => one.includes('browser reports'));
    expect(rest).toEqual([]);
    expect(line!.length).toBeLessThan(600);
    expect(JSON.parse(line!)).toMatchObject({ level: 40, code: 'CLIENT_FETCH_ERROR', msg: 'browser reports' });
    expect(line).not.toMatch(/98765|example\.in|\\u001b|\\n/);
  });

  it('that is no error and says nothing is a line of the lowest level', async () => {
    await send('_log', { level: 'info', code: 'BARE' });
    expect(JSON.parse(log.find((line) => line.includes('browser reports'))!)).toMatchObject({
      level: 30,
      code: 'BARE',
      said: '',
    });
  });

  it('accepts malformed beacons, and logs at most 20 a minute', async () => {
    for (let count = 0; count < 60; count += 1)
      expect((await send('_log', { level: 'x'.repeat(100), message: '' })).body).toBe('{}');
    expect((await test.app.inject({ method: 'POST', url: '/api/auth/_log' })).statusCode).toBe(200);
    expect(log.filter((line) => line.includes('browser reports')).length).toBeLessThanOrEqual(20);
  });

  it('more than 64 KB is 413', async () => {
    expect((await send('_log', { message: 'x'.repeat(70_000) })).statusCode).toBe(413);
  });
});

describe('pages of the session service', () => {
  it.each([
    ['signin', '/login?error=Signin'],
    ['signin?callbackUrl=%2Fprofile&error=SessionRequired', '/login?callbackUrl=%2Fprofile&error=SessionRequired'],
    [
      `signin?error=SessionRequired&callbackUrl=${encodeURIComponent(`${origin}/profile?a=1`)}`,
      '/login?callbackUrl=%2Fprofile%3Fa%3D1&error=SessionRequired',
    ],
    ['signin?csrf=true', '/login?error=Signin'],
    ['error?error=CredentialsSignin&provider=phone', '/login?error=CredentialsSignin'],
    ['error', '/login?error=Signin'],
    ['error?error=%3Cscript%3E', '/login?error=Signin'],
    ['error?error=a&error=b', '/login?error=Signin'],
    ['error?error=SessionRequired&error=b', '/login?error=SessionRequired'],
    ['error?error=constructor', '/login?error=Signin'],
    ['callback/phone?callbackUrl=//evil.example', '/login?callbackUrl=%2F&error=Signin'],
    ['signout', '/signout'],
    ['signout?callbackUrl=https://evil.example', '/signout?callbackUrl=%2F'],
  ])('GET %s leads to %s', async (path, location) => {
    const answer = await get(path);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, location]);
  });

  it('every error of the specification keeps its name, in both spellings', async () => {
    expect(Object.keys(authErrors)).toHaveLength(12);
    for (const [name, { code }] of Object.entries(authErrors)) {
      for (const error of [name, code])
        expect((await get(`error?error=${error}`)).headers.location).toBe(`/login?error=${error}`);
    }
  });

  it.runIf(corpora)('no address of the collection leads away: signin, signout, callback', async () => {
    const { cookie, csrfToken } = await csrf();
    for (const target of spread(redirects, 150)) {
      for (const path of ['signin', 'signout', 'callback/phone', 'error']) {
        const { location } = (await get(`${path}?callbackUrl=${encodeURIComponent(target)}`)).headers;
        const back = new URL(String(location), origin).searchParams.get('callbackUrl')!;
        expect(new URL(back, origin).origin).toBe(origin);
      }
      const { url } = (await send('signout', { csrfToken, json: 'true', callbackUrl: target }, { cookie })).json();
      expect(new URL(url).origin).toBe(origin);
    }
  });
});

describe('what is no call of the session service', () => {
  it.each([
    ['GET', 'nothing', 404],
    ['GET', 'session/x', 404],
    ['POST', 'csrf', 405],
    ['DELETE', 'session', 405],
    ['POST', 'callback', 404],
    ['HEAD', 'csrf', 405],
  ] as const)('%s %s is %i', async (method, path, status) => {
    expect(
      (
        await test.app.inject({
          method,
          url: `/api/auth/${path}`,
          headers: { 'content-type': 'application/json' },
          ...(method === 'POST' ? { payload: '{}' } : {}),
        })
      ).statusCode,
    ).toBe(status);
  });

  it.each([
    ['text/plain', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json', 400],
  ] as const)('a body of type %s is %i', async (type, status) => {
    expect(
      (
        await test.app.inject({
          method: 'POST',
          url: '/api/auth/signout',
          headers: { 'content-type': type },
          payload: '[]x',
        })
      ).statusCode,
    ).toBe(status);
  });

  it('a body that is no JSON object is refused in words', async () => {
    for (const payload of ['[]', 'null', '1', '{'])
      expect(
        (
          await test.app.inject({
            method: 'POST',
            url: '/api/auth/signout',
            headers: { 'content-type': 'application/json' },
            payload,
          })
        ).json(),
      ).toEqual({
        status: 400,
        code: 'invalid_json',
        message: expect.stringContaining('JSON'),
        requestId: expect.any(String),
      });
  });

  it('what is refused has the envelope of the API, and says when to come back', async () => {
    const limited = await buildTestApp({ limits: { reads: memoryLimit(1, 60) } });
    try {
      expect((await limited.app.inject('/api/auth/session')).statusCode).toBe(200);
      const refused = await limited.app.inject('/api/auth/session');
      expect(refused.json()).toEqual({
        status: 429,
        code: 'too_many_requests',
        message: expect.any(String),
        requestId: expect.any(String),
      });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
    const odd = await test.app.inject({
      method: 'POST',
      url: '/api/auth/signout',
      headers: { 'content-type': 'text/plain' },
      payload: 'x',
    });
    expect(odd.json()).toEqual({
      status: 415,
      code: 'unsupported_media_type',
      message: expect.any(String),
      requestId: expect.any(String),
    });
  });

  it('a failure gives nothing away', async () => {
    const { pool } = test.services.connection;
    const query = pool.query.bind(pool);
    pool.query = (() =>
      Promise.reject(new Error('relation "secret_table" at /home/x'))) as unknown as typeof pool.query;
    try {
      const answer = await get('session', { cookie: 'nagrik.session-token=anything' });
      expect(answer.json()).toEqual({
        status: 500,
        code: 'internal',
        message: 'Something went wrong on our side. Please try again.',
        requestId: expect.any(String),
      });
    } finally {
      pool.query = query as typeof pool.query;
    }
  });
});
