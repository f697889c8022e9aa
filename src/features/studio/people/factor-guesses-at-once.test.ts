// @runs on both databases
import { and, eq, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { outboxMessages, secondFactors, studioActs } from '../../../database/schema.ts';
import { openTestApp } from '../../../testing/open-test-app.ts';
import { signIn, type SignedIn } from '../../../testing/sign-in.ts';

const test = openTestApp({ env: { STUDIO_SECOND_FACTOR: 'on', SUPPORT_EMAIL: 'owner@example.in' } });
let editor: SignedIn;
let secret: string;
let serial = 0;
beforeAll(async () => {
  await signIn(test, { email: 'admin@example.in', role: 'admin' });
});
beforeEach(async () => {
  editor = await signIn(test, { email: `editor${(serial += 1)}@example.in`, role: 'editor' });
  secret = (await send('POST', '/studio/second-factor', {})).json().data.secret;
  if ((await give(codeOf())).statusCode !== 200) throw new Error('The factor was not added.');
  await test.db.delete(outboxMessages);
});

const send = (method: 'POST' | 'GET', url: string, payload?: object) =>
  test.send(method, `/api${url}`, payload, editor.headers);
const give = (code: string) => send('POST', '/studio/second-factor/verify', { code });
const codeOf = (later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: Date.now() + later,
  });
/** Six digits that are no code of now, a minute ago or in a minute. */
const wrong = () => {
  const right = [-60_000, -30_000, 0, 30_000, 60_000].map(codeOf);
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.includes(code))!;
};
const guessed = () =>
  test.db
    .select()
    .from(studioActs)
    .where(and(eq(studioActs.actor, editor.user.id), eq(studioActs.act, 'wrong_factor_code')));
const told = async () =>
  (await test.services.outbox.listForDevelopment()).filter(({ subject }) => /wrong codes/.test(subject));

it('30 wrong codes in a row end the session; the person, the admins and the owner get a mail', async () => {
  for (let nth = 1; nth < 30; nth += 1) expect((await give(wrong())).statusCode).toBe(400);
  expect([await told(), (await guessed()).length]).toEqual([[], 29]);
  expect((await send('GET', '/user/get')).statusCode).toBe(200);
  const last = await give(wrong());
  expect([last.statusCode, last.json().message]).toEqual([
    401,
    'Too many wrong codes in a row, so you have been signed out. Sign in again.',
  ]);
  expect((await send('GET', '/user/get')).statusCode).toBe(401);
  expect((await give(codeOf(30_000))).statusCode).toBe(401);
  const mails = await told();
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['admin@example.in', editor.user.email, 'owner@example.in']);
  expect(mails[0]!.text).toContain('30 wrong codes in a row');
  expect(await guessed()).toHaveLength(30);
});

it('of many at once each is counted, and each 30 are told once', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => give(wrong())));
  expect(answers.filter(({ statusCode }) => statusCode === 401).length).toBeGreaterThan(0);
  expect(await told()).toHaveLength(3);
  const [row] = await test.db.select().from(secondFactors).where(eq(secondFactors.userId, editor.user.id));
  expect(row!.failures).toBe((await guessed()).length);
});

it('a right code begins anew; one that is sent twice is no guess', async () => {
  for (let nth = 0; nth < 29; nth += 1) await give(wrong());
  expect((await give(codeOf(30_000))).statusCode).toBe(200);
  expect((await give(codeOf(30_000))).statusCode).toBe(400);
  for (let nth = 0; nth < 29; nth += 1) expect((await give(wrong())).statusCode).toBe(400);
  expect([await told(), (await guessed()).length]).toEqual([[], 58]);
});

it('the page leads whoever is signed out to the sign-in', async () => {
  await test.db.update(secondFactors).set({ failures: 29 }).where(eq(secondFactors.userId, editor.user.id));
  await test.db.execute(sql`delete from second_factor_sessions`);
  const post = await test.send('POST', '/studio', new URLSearchParams({ go: 'give', code: wrong() }), {
    cookie: editor.cookies,
    origin: test.services.config.publicOrigin,
  });
  expect([post.statusCode, post.headers.location]).toEqual([303, '/studio']);
  const page = await test.app.inject({ url: '/studio', headers: { cookie: editor.cookies } });
  expect(page.headers.location).toContain('/login?');
});
