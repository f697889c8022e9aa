import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { derivedKey } from '../../platform/guard/derived-key.server.ts';
import { readConfig } from '../../platform/settings/config.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { corpora } from '../../testing/corpora.ts';
import { signIn } from '../../testing/sign-in.ts';
import { readAccessToken, signAccessToken } from './access-token.server.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
const person = prepared(() => signIn(test));

const claims = { userId: randomUUID(), sessionId: randomUUID() };
const now = new Date('2026-11-21T10:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const read = (token: string, at = now) => readAccessToken(test.services.config, token, at);
const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Signs any header and payload with our own key. */
function forge(header: object, payload: object): string {
  const signed = `${base64(header)}.${base64(payload)}`;
  return `${signed}.${createHmac('sha256', derivedKey(test.services.config.authSecret, 'access token')).update(signed).digest('base64url')}`;
}
const seconds = Math.floor(now.getTime() / 1_000);
const goodHeader = { alg: 'HS256', typ: 'at+jwt' };
const goodPayload = () => ({
  sid: claims.sessionId,
  sub: claims.userId,
  iss: test.services.config.publicOrigin,
  aud: `${test.services.config.publicOrigin}/api`,
  iat: seconds,
  exp: seconds + 900,
});

describe('an access token', () => {
  it('says whose it is and of which session, for 15 minutes', async () => {
    const token = await signAccessToken(test.services.config, claims, now);
    expect(await read(token)).toEqual({ ...claims, expiresAt: later(900) });
    expect(await read(token, later(899))).not.toBeNull();
    expect(await read(token, later(900))).toBeNull();
    expect(await read(token, later(86_400))).toBeNull();
  });

  it('tells nothing of the person but an id', async () => {
    const payload = JSON.parse(Buffer.from(person.token.split('.')[1]!, 'base64url').toString()) as object;
    expect(Object.keys(payload).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sid', 'sub']);
  });

  it('is rejected when any part was changed', async () => {
    const token = await signAccessToken(test.services.config, claims, now);
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const other = base64({ ...goodPayload(), sub: randomUUID() });
    for (const changed of [
      `${header}.${other}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature}.x`,
      `${header}.${payload}.${signature.slice(0, -2)}`,
      '',
      '.',
      '..',
      ' ',
      'a.b.c',
      token.repeat(20),
    ]) {
      expect(await read(changed)).toBeNull();
    }
  });

  it('is rejected with another issuer, secret, audience, type or algorithm', async () => {
    expect(await read(forge(goodHeader, goodPayload()))).toMatchObject(claims);
    for (const change of [
      { iss: 'https://evil.example' },
      { aud: 'https://evil.example' },
      { aud: undefined },
      { iss: undefined },
      { sub: undefined },
      { sid: undefined },
      { sub: 'someone' },
      { sid: 7 },
      { exp: undefined },
      { iat: undefined },
      { exp: seconds + 900_000, iat: seconds - 10_000 },
      { nbf: seconds + 60 },
    ]) {
      expect(await read(forge(goodHeader, { ...goodPayload(), ...change })), JSON.stringify(change)).toBeNull();
    }
    for (const header of [
      { alg: 'HS256' },
      { ...goodHeader, typ: 'JWT' },
      { ...goodHeader, alg: 'HS384' },
      { ...goodHeader, alg: 'none' },
      { ...goodHeader, alg: 'None' },
      { ...goodHeader, alg: 'RS256' },
      { ...goodHeader, crit: ['x'], x: 1 },
      { ...goodHeader, b64: false, crit: ['b64'] },
    ]) {
      expect(await read(forge(header, goodPayload())), JSON.stringify(header)).toBeNull();
    }
    const other = readConfig({ DATA_DIR: test.services.config.dataDir, AUTH_SECRET: 'another secret of this length' });
    expect(await read(await signAccessToken(other, claims, now))).toBeNull();
  });

  it('is rejected when signed with a key from its own header', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const signed = `${base64({ alg: 'ES256', typ: 'at+jwt', jwk: publicKey.export({ format: 'jwk' }) })}.${base64(goodPayload())}`;
    expect(
      await read(
        `${signed}.${sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`,
      ),
    ).toBeNull();
    expect(await read(`${base64({ alg: 'none', typ: 'at+jwt' })}.${base64(goodPayload())}.`)).toBeNull();
  });

  it.runIf(corpora)('none of the collection is accepted, as a bearer or as a cookie', async () => {
    const vectors = tokensOf(
      JSON.parse(readFileSync(join(corpora!, 'jwt/json_web_crypto_test.json'), 'utf8')),
      tokensOf(JSON.parse(readFileSync(join(corpora!, 'jwt/json_web_key_test.json'), 'utf8'))),
    );
    expect(vectors.length).toBeGreaterThan(90);
    for (const token of vectors) {
      expect(await read(token)).toBeNull();
      if (!/^[\x20-\x7e]*$/.test(token)) continue;
      expect(
        (await test.app.inject({ url: '/api/user/sessions', headers: { authorization: `Bearer ${token}` } }))
          .statusCode,
      ).toBe(401);
      expect(
        (
          await test.app.inject({
            url: '/api/user/sessions',
            headers: { cookie: `access_token=${encodeURIComponent(token)}` },
          })
        ).statusCode,
      ).toBe(401);
    }
  });

  it.runIf(corpora)('none that is signed with a well-known secret is accepted', async () => {
    const secrets = readFileSync(join(corpora!, 'jwt/jwt_tool__jwt-common.txt'), 'utf8').split(/\r?\n/);
    const signed = `${base64(goodHeader)}.${base64(goodPayload())}`;
    for (const secret of secrets)
      expect(await read(`${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`)).toBeNull();
  });
});

describe('where signing in is needed', () => {
  it.each([
    ['nothing', {}],
    ['bad encoding', { authorization: 'Bearer %E0%A4%A' }],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['no token', { authorization: 'Bearer ' }],
    ['nothing at all', { authorization: '' }],
    ['two tokens in one', { authorization: 'Bearer a.b.c, Bearer d.e.f' }],
    ['a very long one', { authorization: `Bearer ${'a'.repeat(8_000)}` }],
    ['a cookie that is none', { cookie: 'access_token=; nagrik.session-token=%E0%A4%A' }],
    ['a cookie of NULs', { cookie: 'nagrik.session-token=%00%00; access_token=%00' }],
    ['a thousand cookies', { cookie: 'access_token=x; '.repeat(500) }],
  ])('%s is 401 with the words of the catalogue', async (_name, headers) => {
    const answer = await test.app.inject({ url: '/api/user/sessions', headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'unauthenticated', message: 'Session expired, Sign in to continue.' });
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('a good token is let in, however its scheme is written', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const answer = await test.app.inject({
        url: '/api/user/sessions',
        headers: { authorization: `${scheme} ${person.token}` },
      });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('private, no-store');
    }
  });

  it('a dead bearer does not fall back to cookies that are good', async () => {
    const headers = { authorization: 'Bearer a.b.c', cookie: person.cookies };
    expect((await test.app.inject({ url: '/api/user/sessions', headers })).statusCode).toBe(401);
    expect((await test.app.inject({ url: '/api/user/sessions', headers: { cookie: person.cookies } })).statusCode).toBe(
      200,
    );
  });
});

/** Every string in the test vectors that looks like a token, JSON serialisations included. */
function tokensOf(value: unknown, found: string[] = []): string[] {
  if (typeof value === 'string' && value.split('.').length >= 3) found.push(value);
  else if (value !== null && typeof value === 'object') {
    if ('jws' in value && typeof value.jws === 'object') found.push(JSON.stringify(value.jws));
    for (const inner of Object.values(value)) tokensOf(inner, found);
  }
  return found;
}
