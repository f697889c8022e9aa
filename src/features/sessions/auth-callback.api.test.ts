import { beforeEach, describe, expect, it } from 'vitest';
import { memoryLimit } from '../../platform/guard/limits.server.ts';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { authCalls, linesOf, sessionCalls } from '../../testing/session-calls.ts';
import { askForCode, cookiesOf } from '../../testing/sign-in.ts';

const test = openTestApp({ log: (line) => log.push(line) });
let log: string[] = [];
beforeEach(() => {
  log = [];
});

const origin = 'http://localhost:3000';
const base = `${origin}/api/auth`;
const { mine } = sessionCalls(() => test);
const { get, send, csrf, callback } = authCalls(() => test);

describe('POST callback', () => {
  it('signs in by number and by address', async () => {
    const byNumber = await callback('phone', {
      phoneNo: '9876600010',
      providerToken: await askForCode(test, { phone: '9876600010' }),
      callbackUrl: `${origin}/profile?x=1`,
      redirect: 'false',
    });
    expect(byNumber.statusCode).toBe(200);
    expect(byNumber.json()).toEqual({ url: `${origin}/profile?x=1` });
    expect((await mine({ cookie: cookiesOf(linesOf(byNumber)) })).statusCode).toBe(200);
    const byAddress = await callback('email', {
      emailId: 'cb@example.in',
      providerToken: await askForCode(test, { email: 'cb@example.in' }),
      callbackUrl: '/profile',
    });
    expect(byAddress.json()).toEqual({ url: `${origin}/profile` });
    expect((await get('session', { cookie: cookiesOf(linesOf(byAddress)) })).json().user.email).toBe('cb@example.in');
  });

  it('without json=true is the same as a redirect', async () => {
    const { cookie, csrfToken } = await csrf();
    const good = await send(
      'callback/phone',
      {
        csrfToken,
        phoneNo: '9876600011',
        providerToken: await askForCode(test, { phone: '9876600011' }),
        callbackUrl: '/profile',
      },
      { cookie },
    );
    expect([good.statusCode, good.headers.location]).toEqual([302, `${origin}/profile`]);
    expect(linesOf(good).length).toBeGreaterThan(3);
    const bad = await send('callback/phone', { csrfToken, phoneNo: '9876600011', providerToken: '000000' }, { cookie });
    expect([bad.statusCode, bad.headers.location]).toEqual([
      302,
      `${base}/error?error=CredentialsSignin&provider=phone`,
    ]);
    expect(linesOf(bad)).toEqual([]);
  });

  it.each([
    ['phone', { phoneNo: '9876600012', providerToken: '000000' }],
    ['phone', { phoneNo: 'nobody', providerToken: '123456' }],
    ['phone', { emailId: 'a@b.in', providerToken: '123456' }],
    ['phone', {}],
    ['email', { emailId: 'a@b.in', providerToken: '123456' }],
    ['email', { emailId: '"a"@b', providerToken: '\u0000' }],
  ])('bad credentials (%s %j) are 401, and the log has the name of the specification', async (id, form) => {
    const answer = await callback(id, form as Record<string, string>);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ url: `${base}/error?error=CredentialsSignin&provider=${id}` });
    expect(linesOf(answer)).toEqual([]);
    expect(log.join('')).toContain('CALLBACK_CREDENTIALS_HANDLER_ERROR');
    expect(log.join('')).not.toMatch(/9876600012|a@b\.in|123456/);
  });

  it('too many tries are 429 with Retry-After, in the same shape', async () => {
    const limited = await buildTestApp({ limits: { signIns: memoryLimit(0, 60) } });
    const token = await limited.app.inject('/api/auth/csrf');
    const answer = await limited.send(
      'POST',
      '/api/auth/callback/phone',
      String(
        new URLSearchParams({
          csrfToken: token.json().csrfToken,
          json: 'true',
          phoneNo: '9876600013',
          providerToken: '123456',
        }),
      ),
      { 'content-type': 'application/x-www-form-urlencoded', cookie: cookiesOf(linesOf(token)) },
    );
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(answer.json().url).toContain('error=CredentialsSignin');
    await limited.close();
  });

  it.each([
    ['no token', () => ({})],
    ['no cookie', () => ({ csrfToken: 'a'.repeat(64) })],
    ['another token', (token: string) => ({ csrfToken: token.replace(/./g, '0') })],
    ['a part of it', (token: string) => ({ csrfToken: token.slice(1) })],
  ])('bad CSRF (%s) uses no code and opens nothing', async (name, sent) => {
    const code = await askForCode(test, { phone: '9876600014' });
    const { cookie, csrfToken } = await csrf();
    const answer = await send(
      'callback/phone',
      { json: 'true', phoneNo: '9876600014', providerToken: code, ...sent(csrfToken) },
      name === 'no cookie' ? {} : { cookie },
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ url: `${base}/signin?csrf=true` });
    expect(linesOf(answer)).toEqual([]);
    expect((await callback('phone', { phoneNo: '9876600014', providerToken: code })).statusCode).toBe(200);
  });

  it.each(['https://evil.example', 'null', 'http://localhost:3001'])(
    'from %s is bad CSRF, whatever token it has',
    async (foreign) => {
      const code = await askForCode(test, { phone: '9876600015' });
      expect(
        (await callback('phone', { phoneNo: '9876600015', providerToken: code }, { origin: foreign })).json(),
      ).toEqual({ url: `${base}/signin?csrf=true` });
      expect((await callback('phone', { phoneNo: '9876600015', providerToken: code }, { origin })).json()).toEqual({
        url: `${origin}/`,
      });
    },
  );

  it.each(['google', 'constructor', '__proto__', 'toString', '%00', 'x'.repeat(500)])(
    'an unknown way (%s) is 400 in plain text',
    async (id) => {
      const answer = await callback(id, {});
      expect(answer.statusCode).toBe(400);
      expect(answer.headers['content-type']).toContain('text/plain');
    },
  );

  it.each([
    'notaurl',
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    `${origin}@evil.example`,
    '/\t/evil.example',
    'data:text/html,x',
  ])('callbackUrl %j becomes the home page, with a JSON answer', async (callbackUrl) => {
    const answer = await callback('phone', {
      phoneNo: '9876600016',
      providerToken: await askForCode(test, { phone: '9876600016' }),
      callbackUrl,
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, { url: `${origin}/` }]);
    expect(log.join('')).toContain('INVALID_CALLBACK_URL_ERROR');
  });
});
