// @runs on both databases
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryLimit } from '../../platform/guard/limits.server.ts';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { corpora, spread } from '../../testing/corpora.ts';
import { authCalls } from '../../testing/session-calls.ts';
import { authErrors } from './auth.api.server.ts';

const test = openTestApp();

const origin = 'http://localhost:3000';
const { get, send, csrf } = authCalls(() => test);
const redirects = corpora
  ? readFileSync(join(corpora, 'redirect/open-redirect.txt'), 'utf8').split(/\r?\n/).filter(Boolean)
  : [];

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
    ['error', '/login?error=Signin&why=failed'],
    ['error?error=%3Cscript%3E', '/login?error=Signin&why=failed'],
    ['error?error=a&error=b', '/login?error=Signin&why=failed'],
    ['error?error=SessionRequired&error=b', '/login?error=SessionRequired'],
    ['error?error=constructor', '/login?error=Signin&why=failed'],
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
        expect((await get(`error?error=${error}`)).headers.location).toBe(
          `/login?error=${error}${error === 'Signin' ? '&why=failed' : ''}`,
        );
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
    expect((await test.send('POST', '/api/auth/signout', '[]x', { 'content-type': type })).statusCode).toBe(status);
  });

  it('a body that is no JSON object is refused in words', async () => {
    for (const payload of ['[]', 'null', '1', '{'])
      expect(
        (await test.send('POST', '/api/auth/signout', payload, { 'content-type': 'application/json' })).json(),
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
    const odd = await test.send('POST', '/api/auth/signout', 'x', { 'content-type': 'text/plain' });
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
