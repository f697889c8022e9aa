import { fileURLToPath } from 'node:url';
import { eq, sql } from 'drizzle-orm';
import type { ServerBuild } from 'react-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, buildApp } from '../../app.server.ts';
import type { Connection } from '../../database/connect.server.ts';
import { sessionProofs, sessions, users } from '../../database/schema.ts';
import { memoryLimit } from '../../platform/limits.server.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { askForCode, codeFor, cookiesOf, signIn } from '../../testing/sign-in.ts';
import { connectAgain, postgresServer } from '../../testing/test-database.ts';
import { hasFreshProof } from './sessions.queries.server.ts';

let test: TestApp;
beforeAll(async () => { test = await buildTestApp(); });
afterAll(() => test.close());

const origin = 'http://localhost:3000';
const post = (url: string, payload: unknown, headers: Record<string, string> = {}, app: App = test.app) =>
  app.inject({ method: 'POST', url: `/api${url}`, payload: JSON.stringify(payload), headers: { 'content-type': 'application/json', ...headers } });
const verify = (payload: object, headers: Record<string, string> = {}) => post('/provider-token/verify', { provider: 'JB', ...payload }, headers);
const mine = (headers: Record<string, string>, app: App = test.app) => app.inject({ url: '/api/user/sessions', headers });
const linesOf = (answer: { headers: Record<string, unknown> }) => [answer.headers['set-cookie'] ?? []].flat() as string[];
const lineOf = (answer: { headers: Record<string, unknown> }, name: string) => linesOf(answer).find((line) => line.startsWith(`${name}=`));

describe('signing in with a code', () => {
  it('makes an account for a new number, and lets the same person in again', async () => {
    const first = await verify({ providerToken: await askForCode(test, { phone: '9876500001' }), phoneNo: '+91 98765-00001' });
    expect(first.statusCode).toBe(200);
    expect(first.headers['cache-control']).toBe('no-store');
    const { data } = first.json();
    expect(data).toMatchObject({ newUser: true, user: { phone: '+919876500001', phoneNo: '+919876500001', email: null, isPhoneLinked: true, roles: [] } });
    expect((await mine({ authorization: `Bearer ${data.token}` })).statusCode).toBe(200);
    const second = await verify({ providerToken: await askForCode(test, { phone: '9876500001' }), phoneNo: '9876500001' });
    expect(second.json().data).toMatchObject({ newUser: false, user: { id: data.user.id } });
    expect((await mine({ authorization: `Bearer ${data.token}` })).json().data).toHaveLength(2);
  });

  it('does the same for an address', async () => {
    const answer = await verify({ providerToken: await askForCode(test, { email: 'asha@example.in' }), emailId: ' Asha@Example.IN ' });
    expect(answer.json().data).toMatchObject({ newUser: true, user: { email: 'asha@example.in', phone: null, isPhoneLinked: false } });
  });

  it('sets the cookies: what lets in is out of reach for scripts, what they may read is a hint', async () => {
    const answer = await verify({ providerToken: await askForCode(test, { phone: '9876500002' }), phoneNo: '9876500002' });
    const { user, token } = answer.json().data;
    expect(lineOf(answer, 'access_token')).toMatch(/^access_token=[\w.-]+; Path=\/; Max-Age=900; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    expect(lineOf(answer, 'access_token')).toContain(token);
    expect(lineOf(answer, 'nagrik.session-token')).toMatch(/^nagrik\.session-token=[\w-]{43}; Path=\/; Max-Age=(2591999|2592000); Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    for (const [name, value] of [['user_id', user.id], ['newUser', 'true'], ['isPhoneLinked', 'true']]) expect(lineOf(answer, name)).toMatch(new RegExp(`^${name}=${value}; Path=/; Max-Age=\\d+; Expires=[^;]+; SameSite=Lax$`));
    expect(lineOf(answer, 'email')).toMatch(/^email=; Path=\/; Max-Age=0;/);
    const byAddress = await verify({ providerToken: await askForCode(test, { email: 'b@example.in' }), emailId: 'b@example.in' });
    expect(lineOf(byAddress, 'email')).toMatch(/^email=b%40example\.in; /);
    expect(lineOf(byAddress, 'isPhoneLinked')).toMatch(/^isPhoneLinked=false; /);
  });

  it('keeps only a hash of what the session cookie holds', async () => {
    const { cookies, user } = await signIn(test);
    const secret = /session-token=([\w-]+)/.exec(cookies)![1]!;
    const { rows } = await test.services.connection.db.execute<{ found: number }>(sql`select count(*)::int as found from sessions where position(${secret} in sessions::text) > 0`);
    expect(rows[0]!.found).toBe(0);
    const [row] = await test.services.connection.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(row!.tokenHash).toHaveLength(43);
  });

  it.each([
    ['a wrong code', { providerToken: '000000' }], ['five digits', { providerToken: '12345' }], ['letters', { providerToken: 'abcdef' }], ['the code of another number', { phoneNo: '9876500099' }],
  ])('%s is 400 code_invalid, and no session', async (_name, change) => {
    const phone = '9876500003';
    const code = await askForCode(test, { phone });
    const wrong = 'providerToken' in change && change.providerToken === code ? '000001' : undefined;
    const answer = await verify({ providerToken: code, phoneNo: phone, ...change, ...(wrong ? { providerToken: wrong } : {}) });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('code_invalid');
    expect(linesOf(answer)).toEqual([]);
  });

  it('a used code and one that was never sent read alike', async () => {
    const code = await askForCode(test, { phone: '9876500004' });
    expect((await verify({ providerToken: code, phoneNo: '9876500004' })).statusCode).toBe(200);
    const [used, unknown] = [await verify({ providerToken: code, phoneNo: '9876500004' }), await verify({ providerToken: code, phoneNo: '9876511111' })];
    const told = (answer: typeof used) => ({ ...answer.json(), requestId: '' });
    expect(told(used)).toEqual(told(unknown));
    expect(used.statusCode).toBe(400);
  });

  it('of 20 at once with the right code, exactly one gets in', async () => {
    const code = await askForCode(test, { phone: '9876500005' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify({ providerToken: code, phoneNo: '9876500005' })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await test.services.connection.db.select().from(users).where(eq(users.phone, '+919876500005'))).toHaveLength(1);
  });

  it('a linking code is no code for signing in', async () => {
    const { headers } = await signIn(test, { email: 'linker@example.in' });
    expect((await post('/user/phone/otp/send', { mobile: '9876500006' }, headers)).statusCode).toBe(200);
    const code = await codeFor(test, '+919876500006');
    expect((await verify({ providerToken: code, phoneNo: '9876500006' })).json().code).toBe('code_invalid');
  });

  it.each([
    ['another provider', { provider: 'XX', phoneNo: '9876500007' }, 'provider'],
    ['no provider', { provider: undefined, phoneNo: '9876500007' }, 'provider'],
    ['a number and an address', { phoneNo: '9876500007', emailId: 'a@b.in' }, 'phoneNo'],
    ['neither', {}, 'phoneNo'],
    ['no number of India', { phoneNo: '+882169999999' }, 'phoneNo'],
    ['no address', { emailId: '"a@b"@c.in' }, 'emailId'],
    ['a number for the code', { providerToken: 123456, phoneNo: '9876500007' }, 'providerToken'],
    ['NUL', { providerToken: '12345\u0000', phoneNo: '9876500007' }, 'providerToken'],
    ['who they want to be', { phoneNo: '9876500007', userId: 'x' }, 'userId'],
  ])('%s is 400 and names the field', async (_name, payload, path) => {
    const answer = await verify({ providerToken: '123456', ...payload });
    expect(answer.statusCode).toBe(400);
    expect(['validation_failed', 'unknown_field']).toContain(answer.json().code);
    expect(answer.json().details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  it('tries are limited by network address', async () => {
    const limited = await buildTestApp({ limits: { signIns: memoryLimit(2, 60) } });
    const attempt = () => post('/provider-token/verify', { provider: 'JB', providerToken: '123456', phoneNo: '9876500008' }, {}, limited.app);
    expect([(await attempt()).statusCode, (await attempt()).statusCode]).toEqual([400, 400]);
    const third = await attempt();
    expect(third.statusCode).toBe(429);
    expect(third.headers['retry-after']).toMatch(/^\d+$/);
    await limited.close();
  });

  it('a session cookie that came along never survives, and its session ends', async () => {
    const former = await signIn(test);
    const planted = await verify({ providerToken: await askForCode(test, { phone: '9876500009' }), phoneNo: '9876500009' }, { cookie: 'nagrik.session-token=planted; access_token=planted; user_id=planted' });
    expect(lineOf(planted, 'nagrik.session-token')).not.toContain('planted');
    expect(planted.json().data.user.id).not.toBe('planted');
    const taken = await verify({ providerToken: await askForCode(test, { phone: '9876500009' }), phoneNo: '9876500009' }, { cookie: former.cookies });
    expect(cookiesOf(linesOf(taken), former.cookies)).not.toContain(/session-token=[^;]+/.exec(former.cookies)![0]);
    expect((await mine(former.headers)).statusCode).toBe(401);
  });

  it('names the device in few words', async () => {
    const agent = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
    const answer = await verify({ providerToken: await askForCode(test, { phone: '9876500010' }), phoneNo: '9876500010' }, { 'user-agent': agent });
    const { data } = (await mine({ authorization: `Bearer ${answer.json().data.token}` })).json();
    expect(data).toMatchObject([{ device: 'Chrome on Android', isCurrent: true }]);
    expect(JSON.stringify(data)).not.toMatch(/Pixel|130/);
  });
});

describe('a session', () => {
  const at = (id: string, change: Record<string, string>) => test.services.connection.db.execute(sql`update sessions set ${sql.join(Object.entries(change).map(([column, value]) => sql`${sql.identifier(column)} = now() + ${value}::interval`), sql`, `)} where id = ${id}`);
  const idOf = async (person: { headers: Record<string, string> }) => ((await mine(person.headers)).json().data as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => isCurrent)!.id;

  it('is over after 30 days without use, for its token as well, and its cookies are cleared', async () => {
    const person = await signIn(test);
    await at(await idOf(person), { expires_at: '-1 second' });
    expect((await mine(person.headers)).statusCode).toBe(401);
    const answer = await mine({ cookie: person.cookies });
    expect(answer.statusCode).toBe(401);
    for (const name of ['access_token', 'nagrik.session-token', 'email', 'user_id', 'newUser', 'isPhoneLinked']) expect(lineOf(answer, name)).toMatch(/=; Path=\/; Max-Age=0; Expires=Thu, 01 Jan 1970/);
    expect(cookiesOf(linesOf(answer), person.cookies)).toBe('');
  });

  it('is over after 90 days, however much it is used', async () => {
    const person = await signIn(test);
    const id = await idOf(person);
    await at(id, { ends_at: '1 day', expires_at: '12 hours' });
    await test.app.inject({ url: '/api/auth/session', headers: { cookie: person.cookies } });
    const [row] = await test.services.connection.db.select().from(sessions).where(eq(sessions.id, id));
    expect(row!.expiresAt).toEqual(row!.endsAt);
    await at(id, { ends_at: '-1 second' });
    expect((await mine(person.headers)).statusCode).toBe(401);
    expect((await mine({ cookie: person.cookies })).statusCode).toBe(401);
  });

  it('lives on by its cookie where the token has run out, which renews both', async () => {
    const person = await signIn(test);
    await at(await idOf(person), { expires_at: '1 day' });
    const cookie = person.cookies.replace(/access_token=[^;]+/, 'access_token=run.out.x');
    const answer = await mine({ cookie });
    expect(answer.statusCode).toBe(200);
    const after = cookiesOf(linesOf(answer), cookie);
    expect(lineOf(answer, 'nagrik.session-token')).toMatch(/Max-Age=(2591999|2592000);/);
    expect((await mine({ cookie: after.replace(/nagrik\.session-token=[^;]+; /, '') })).statusCode).toBe(200);
  });

  it('two cookies of two sessions: the session\'s own decides', async () => {
    const [victim, attacker] = [await signIn(test), await signIn(test)];
    const planted = victim.cookies.replace(/access_token=[^;]+/, /access_token=[^;]+/.exec(attacker.cookies)![0]);
    const { data } = (await mine({ cookie: planted })).json();
    expect(data[0].id).toBe(await idOf(victim));
  });

  it('is never chosen by what a hint says', async () => {
    const [a, b] = [await signIn(test), await signIn(test)];
    const answer = await mine({ cookie: a.cookies.replace(a.user.id, b.user.id) });
    expect(answer.json().data[0].id).toBe(await idOf(a));
  });

  it('ends with its account', async () => {
    const person = await signIn(test);
    await test.services.connection.db.delete(users).where(eq(users.id, person.user.id));
    expect((await mine(person.headers)).statusCode).toBe(401);
    expect((await mine({ cookie: person.cookies })).statusCode).toBe(401);
  });
});

describe('limits of a network address', () => {
  it('are for who is signed out: many people share one', async () => {
    const limited = await buildTestApp({ limits: { reads: memoryLimit(2, 60), searches: memoryLimit(1, 60) } });
    try {
      const { headers, cookies } = await signIn(limited);
      const reads = (by: Record<string, string>, url = '/api/tags') => limited.app.inject({ url, headers: by });
      const searches = (by: Record<string, string>) => limited.app.inject({ method: 'POST', url: '/api/search/articles', headers: { 'content-type': 'application/json', ...by }, payload: '{"articleText":"pm"}' });
      const signedIn = [];
      for (let count = 0; count < 4; count += 1) signedIn.push(await reads(headers), await reads({ cookie: cookies }), await reads({ cookie: cookies }, '/api/auth/session'), await searches(headers));
      expect(signedIn.map(({ statusCode }) => statusCode)).toEqual(signedIn.map(() => 200));
      expect([(await searches({})).statusCode, (await reads({})).statusCode, (await reads({})).statusCode]).toEqual([200, 429, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe('a write by cookie', () => {
  const end = (headers: Record<string, string>) => test.app.inject({ method: 'DELETE', url: '/api/user/sessions', headers });

  it.each([
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['an origin that hides', { origin: 'null' }, 403],
    ['a neighbouring port', { origin: 'http://localhost:3001' }, 403],
    ['another site, by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighbouring site', { 'sec-fetch-site': 'same-site' }, 403],
    ['nothing to tell where from', {}, 403],
    ['this origin', { origin }, 200],
    ['this origin, by Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }, 200],
    ['this origin though a proxy says otherwise', { origin, 'sec-fetch-site': 'cross-site' }, 200],
  ])('from %s', async (_name, headers, status) => {
    const person = await signIn(test);
    const answer = await end({ cookie: person.cookies, ...headers });
    expect([answer.statusCode, answer.json().code]).toEqual([status, status === 403 ? 'foreign_origin' : undefined]);
  });

  it('by bearer token may come from anywhere', async () => {
    expect((await end({ ...(await signIn(test)).headers, origin: 'https://app.example' })).statusCode).toBe(200);
  });

  it('that is not signed in is 401 before anything is said of where it came from', async () => {
    expect((await end({ origin: 'https://evil.example' })).statusCode).toBe(401);
  });

  it('401 and 403 come before 415, 413 and 400', async () => {
    const broken = (headers: Record<string, string>) => test.app.inject({ method: 'POST', url: '/api/user/otp/verify', headers: { 'content-type': 'text/plain', ...headers }, payload: 'x'.repeat(70_000) });
    expect((await broken({})).statusCode).toBe(401);
    const person = await signIn(test);
    expect((await broken({ cookie: person.cookies, origin: 'https://evil.example' })).statusCode).toBe(403);
    expect([413, 415]).toContain((await broken(person.headers)).statusCode);
    expect((await post('/user/otp/verify', {}, person.headers)).statusCode).toBe(400);
  });
});

describe('devices', () => {
  it('are listed for their owner alone, the present one marked', async () => {
    const phone = '9876500020';
    const [first, second] = [await signIn(test, { phone }), await signIn(test, { phone })];
    await signIn(test);
    const { data } = (await mine(second.headers)).json();
    expect(data).toHaveLength(2);
    expect(data.filter((one: { isCurrent: boolean }) => one.isCurrent)).toHaveLength(1);
    expect((await mine(first.headers)).json().data.map(({ id }: { id: string }) => id).sort()).toEqual(data.map(({ id }: { id: string }) => id).sort());
    expect(JSON.stringify(data)).not.toContain('tokenHash');
    expect((await test.app.inject('/api/user/sessions')).statusCode).toBe(401);
  });

  it('one ends: its token and cookie are dead at once, the others live', async () => {
    const phone = '9876500021';
    const [first, second] = [await signIn(test, { phone }), await signIn(test, { phone })];
    const other = (await mine(second.headers)).json().data.find((one: { isCurrent: boolean }) => !one.isCurrent).id;
    const ended = await test.app.inject({ method: 'DELETE', url: `/api/user/sessions/${other}`, headers: second.headers });
    expect(ended.json()).toEqual({ data: { id: other } });
    expect((await mine(first.headers)).statusCode).toBe(401);
    expect((await mine({ cookie: first.cookies })).statusCode).toBe(401);
    expect((await mine(second.headers)).statusCode).toBe(200);
    expect((await test.app.inject({ method: 'DELETE', url: `/api/user/sessions/${other}`, headers: second.headers })).json().code).toBe('session_not_found');
  });

  it("another's is 404 and lives on; what is no id is 400; nobody is 401", async () => {
    const [a, b] = [await signIn(test), await signIn(test)];
    const { id } = (await mine(b.headers)).json().data[0];
    const end = (which: string, headers: Record<string, string>) => test.app.inject({ method: 'DELETE', url: `/api/user/sessions/${which}`, headers });
    expect((await end(id, a.headers)).statusCode).toBe(404);
    expect((await end('7', a.headers)).statusCode).toBe(400);
    expect((await end(id, {})).statusCode).toBe(401);
    expect((await mine(b.headers)).statusCode).toBe(200);
  });

  it('all others end, this one lives', async () => {
    const phone = '9876500022';
    const people = [await signIn(test, { phone }), await signIn(test, { phone }), await signIn(test, { phone })];
    const stranger = await signIn(test);
    const ended = await test.app.inject({ method: 'DELETE', url: '/api/user/sessions', headers: people[2]!.headers });
    expect(ended.json()).toEqual({ data: { ended: 2 } });
    expect(await Promise.all([...people, stranger].map(async ({ headers }) => (await mine(headers)).statusCode))).toEqual([401, 401, 200, 200]);
  });
});

describe('linking a mobile number', () => {
  it('with a code that this session asked for, by the pair of calls', async () => {
    const person = await signIn(test, { email: 'pair@example.in' });
    const sent = await post('/user/phone/otp/send', { mobile: '98765 00030' }, person.headers);
    expect(sent.json()).toEqual({ data: { expiresInSeconds: 300, resendInSeconds: 30 } });
    const linked = await post('/user/phone/otp/verify', { mobile: '9876500030', otp: await codeFor(test, '+919876500030') }, { cookie: person.cookies, origin });
    expect(linked.json()).toEqual({ data: { isPhoneLinked: true } });
    expect(lineOf(linked, 'isPhoneLinked')).toMatch(/^isPhoneLinked=true; /);
    expect(lineOf(linked, 'nagrik.session-token')).toBeUndefined();
    const { data: [{ id }] } = (await mine(person.headers)).json();
    expect(await hasFreshProof(test.services.connection.db, id, '+919876500030')).toBe(true);
  });

  it('with a sign-in code for that number, by the call of the specification', async () => {
    const person = await signIn(test, { email: 'spec@example.in' });
    const code = await askForCode(test, { phone: '9876500031' });
    const answer = await post('/user/otp/verify', { providerToken: code, phoneNo: '9876500031', provider: 'JB', userId: person.user.id }, person.headers);
    expect(answer.json()).toMatchObject({ data: { isPhoneLinked: true, user: { id: person.user.id, phone: '+919876500031', email: 'spec@example.in' } } });
  });

  it("what is no number is 400, whoever's userId it is", async () => {
    const [a, b] = [await signIn(test), await signIn(test)];
    expect((await post('/user/otp/verify', { providerToken: '123456', phoneNo: '12345', provider: 'JB', userId: b.user.id }, a.headers)).statusCode).toBe(400);
  });

  it("another's userId is 403 and uses nothing up", async () => {
    const [a, b] = [await signIn(test, { email: 'a1@example.in' }), await signIn(test, { email: 'b1@example.in' })];
    const code = await askForCode(test, { phone: '9876500032' });
    for (const userId of [b.user.id, 'nobody']) {
      const answer = await post('/user/otp/verify', { providerToken: code, phoneNo: '9876500032', provider: 'JB', userId }, a.headers);
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 'forbidden', message: "Forbidden. You don't have permission." });
    }
    expect((await post('/user/otp/verify', { providerToken: code, phoneNo: '9876500032', provider: 'JB', userId: a.user.id }, a.headers)).statusCode).toBe(200);
  });

  it('with a code that another session asked for is 400 code_invalid', async () => {
    const [a, b] = [await signIn(test, { email: 'a2@example.in' }), await signIn(test, { email: 'b2@example.in' })];
    await post('/user/phone/otp/send', { mobile: '9876500033' }, a.headers);
    const code = await codeFor(test, '+919876500033');
    expect((await post('/user/phone/otp/verify', { mobile: '9876500033', otp: code }, b.headers)).json().code).toBe('code_invalid');
    expect((await post('/user/phone/otp/verify', { mobile: '9876500033', otp: code }, a.headers)).statusCode).toBe(200);
  });

  it('a number of another account is told only to who has proven it', async () => {
    const owner = await signIn(test, { phone: '9876500034' });
    const person = await signIn(test, { email: 'c2@example.in' });
    const [known, unknown] = [await post('/user/phone/otp/send', { mobile: '9876500034' }, person.headers), await post('/user/phone/otp/send', { mobile: '9876500035' }, person.headers)];
    expect(known.body).toBe(unknown.body);
    expect((await post('/user/phone/otp/verify', { mobile: '9876500034', otp: '000000' }, person.headers)).json().code).toBe('code_invalid');
    expect((await post('/user/phone/otp/verify', { mobile: '9876500034', otp: await codeFor(test, '+919876500034') }, person.headers)).json().code).toBe('conflict');
    expect((await mine(owner.headers)).statusCode).toBe(200);
  });

  it('replacing a proven number without a fresh proof is 403; with one it ends the other sessions', async () => {
    const phone = '9876500036';
    const [first, second] = [await signIn(test, { phone }), await signIn(test, { phone })];
    const { db } = test.services.connection;
    await db.update(sessionProofs).set({ provenAt: sql`now() - interval '11 minutes'` });
    const link = async () => {
      const code = await askForCode(test, { phone: '9876500037' });
      return post('/user/otp/verify', { providerToken: code, phoneNo: '9876500037', provider: 'JB', userId: second.user.id }, second.headers);
    };
    expect((await link()).statusCode).toBe(403);
    await db.update(sessionProofs).set({ provenAt: sql`now() - interval '9 minutes'` });
    expect((await link()).json().data.user.phone).toBe('+919876500037');
    expect((await mine(first.headers)).statusCode).toBe(401);
    expect((await mine(second.headers)).statusCode).toBe(200);
  });

  it.each(['/user/otp/verify', '/user/phone/otp/send', '/user/phone/otp/verify'])('%s: nobody is 401, what is not right is 400', async (url) => {
    expect((await post(url, {})).statusCode).toBe(401);
    const { headers } = await signIn(test);
    for (const payload of [{}, { mobile: 9876500000 }, { mobile: '12345', otp: '123456' }, { phoneNo: '12345', providerToken: '123456', provider: 'JB', userId: 'x' }, { mobile: '9876500038', otp: '123456', isPhoneLinked: true }]) {
      expect([400, 403]).toContain((await post(url, payload, headers)).statusCode);
    }
    expect((await post(url, { mobile: '+882169999999' }, headers)).statusCode).toBe(400);
  });
});

describe.runIf(postgresServer !== undefined)('two instances over one PostgreSQL', () => {
  let connection: Connection;
  let second: App;
  beforeAll(async () => {
    const { rows } = await test.services.connection.db.execute<{ name: string }>(sql`select current_database() as name`);
    connection = await connectAgain(rows[0]!.name, test.services.config.dataDir);
    second = await buildApp({
      services: { ...test.services, connection }, clientDir: fileURLToPath(new URL('../../../build/client', import.meta.url)),
      loadPages: () => import(new URL('../../../build/server/index.js', import.meta.url).href) as Promise<ServerBuild>,
    });
  });
  afterAll(async () => {
    await second.close();
    await connection.close();
  });

  it('after signing out on one, the old bearer and the old cookies are dead on both, at once', async () => {
    const person = await signIn(test);
    expect((await mine(person.headers, second)).statusCode).toBe(200);
    const csrf = await test.app.inject('/api/auth/csrf');
    const out = await test.app.inject({
      method: 'POST', url: '/api/auth/signout', headers: { cookie: cookiesOf(linesOf(csrf), person.cookies), 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(new URLSearchParams({ csrfToken: csrf.json().csrfToken, json: 'true' })),
    });
    expect(out.statusCode).toBe(200);
    for (const app of [test.app, second]) {
      expect((await mine(person.headers, app)).statusCode).toBe(401);
      expect((await mine({ cookie: person.cookies }, app)).statusCode).toBe(401);
    }
  });

  it('of 20 at once with one code on both, exactly one gets in, and one account is made', async () => {
    const code = await askForCode(test, { phone: '9876500040' });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => post('/provider-token/verify', { provider: 'JB', providerToken: code, phoneNo: '9876500040' }, {}, at % 2 === 0 ? test.app : second)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});

describe('on https', () => {
  it('what lets in is Secure, and the session has the prefix that no neighbour can plant', async () => {
    const secure = await buildTestApp({ env: { PUBLIC_ORIGIN: 'https://localhost' } });
    const person = await signIn(secure);
    expect(person.cookies).toMatch(/__Host-nagrik\.session-token=/);
    const answer = await secure.app.inject({ url: '/api/auth/session', headers: { cookie: person.cookies.replace(/access_token=[^;]+; /, '') } });
    for (const line of linesOf(answer)) expect(line).toMatch(/; Secure; SameSite=Lax$/);
    expect(lineOf(answer, 'access_token')).toContain('HttpOnly');
    expect(lineOf(answer, '__Host-nagrik.session-token')).toMatch(/; Path=\/; .*HttpOnly; Secure/);
    expect(lineOf(await secure.app.inject('/api/auth/csrf'), '__Host-nagrik.csrf-token')).toMatch(/HttpOnly; Secure; SameSite=Lax$/);
    const unprefixed = person.cookies.replace('__Host-', '').replace(/access_token=[^;]+; /, '');
    expect((await mine({ cookie: unprefixed }, secure.app)).statusCode).toBe(401);
    await secure.close();
  });
});
