// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { sessions } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { authCalls, linesOf, sessionCalls } from '../../testing/session-calls.ts';
import { cookiesOf, signIn, type SignedIn } from '../../testing/sign-in.ts';

const test = openTestApp();

const origin = 'http://localhost:3000';
const base = `${origin}/api/auth`;
const { mine } = sessionCalls(() => test);
const { get, send, csrf } = authCalls(() => test);
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
    await test.db
      .update(sessions)
      .set({ expiresAt: sql`now() + interval '1 day'` })
      .where(eq(sessions.userId, person.user.id));
    const { expires } = (await get('session', { cookie: person.cookies })).json();
    expect(new Date(expires).getTime() - Date.now()).toBeGreaterThan(29.9 * 86_400_000);
  });

  it('clears every cookie of a session that is dead', async () => {
    const person = await signIn(test);
    await test.db.delete(sessions).where(eq(sessions.userId, person.user.id));
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
      test.send('POST', '/api/auth/session', payload, { cookie, ...headers });
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
      (await test.send('POST', '/api/auth/session', { csrfToken: nobody.csrfToken }, { cookie: nobody.cookie })).body,
    ).toBe('{}');
  });
});
