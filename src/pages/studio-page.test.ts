import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { signIn, type SignedIn } from '../testing/sign-in.ts';

let test: TestApp;
const origin = 'http://localhost:3000';
beforeAll(async () => {
  test = await buildTestApp({ env: { STUDIO_SECOND_FACTOR: 'on' } });
});
afterAll(() => test.close());

const get = (who?: SignedIn) => test.app.inject({ url: '/studio', headers: who ? { cookie: who.cookies } : {} });
const post = (who: SignedIn, fields: Record<string, string>) =>
  test.app.inject({
    method: 'POST',
    url: '/studio',
    headers: { cookie: who.cookies, origin, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });

it('leads to the sign-in signed out, and does not exist without a role', async () => {
  const nobody = await get();
  expect([nobody.statusCode, nobody.headers.location]).toEqual([
    303,
    '/login?error=SessionRequired&callbackUrl=%2Fstudio',
  ]);
  expect((await get(await signIn(test))).statusCode).toBe(404);
});

it('shows a writer what they wrote', async () => {
  const who = await signIn(test, { role: 'writer' });
  const made = await test.app.inject({
    method: 'POST',
    url: '/api/studio/articles',
    headers: who.headers,
    payload: { title: 'Ration cards by phone', body: 'It takes 15 days.' },
  });
  expect(made.statusCode).toBe(201);
  const page = await get(who);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Ration cards by phone');
  expect(page.body).toContain('Draft');
  expect(page.headers['cache-control']).toContain('no-store');
});

it('asks an editor for the second factor first', async () => {
  const who = await signIn(test, { role: 'editor' });
  expect((await get(who)).body).not.toContain('Waiting for you');
  const added = await post(who, { go: 'add' });
  const [, secret] = /<code>([A-Z2-7]+)<\/code>/.exec(added.body) ?? [];
  const wrong = await post(who, { go: 'verify', code: '12' });
  expect(wrong.statusCode).toBe(400);
  expect(wrong.body).toContain('That code is not right');
  const code = new TOTP({ secret: Secret.fromBase32(secret!) }).generate({
    timestamp: test.services.clock().getTime(),
  });
  const given = await post(who, { go: 'verify', code });
  expect([given.statusCode, given.headers.location]).toEqual([303, '/studio']);
  expect((await get(who)).body).toContain('Waiting for you');
});
