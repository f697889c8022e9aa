// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sessionProofs, sessions, users } from '../../database/schema.ts';
import { memoryLimit } from '../../platform/guard/limits.server.ts';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { lineOf, linesOf, sessionCalls } from '../../testing/session-calls.ts';
import { askForCode, codeFor, cookiesOf, signIn } from '../../testing/sign-in.ts';
import { hasFreshProof } from './sessions.queries.server.ts';

const test = openTestApp();

const origin = 'http://localhost:3000';
const { post, verify, mine } = sessionCalls(() => test);

describe('signing in with a code', () => {
  it('makes an account for a new number, and lets the same person in again', async () => {
    const first = await verify({
      providerToken: await askForCode(test, { phone: '9876500001' }),
      phoneNo: '+91 98765-00001',
    });
    expect(first.statusCode).toBe(200);
    expect(first.headers['cache-control']).toBe('no-store');
    const { data } = first.json();
    expect(data).toMatchObject({
      newUser: true,
      user: { phone: '+919876500001', phoneNo: '+919876500001', email: null, isPhoneLinked: true, roles: [] },
    });
    expect((await mine({ authorization: `Bearer ${data.token}` })).statusCode).toBe(200);
    const second = await verify({
      providerToken: await askForCode(test, { phone: '9876500001' }),
      phoneNo: '9876500001',
    });
    expect(second.json().data).toMatchObject({ newUser: false, user: { id: data.user.id } });
    expect((await mine({ authorization: `Bearer ${data.token}` })).json().data).toHaveLength(2);
  });

  it.each(['', null])('takes %j for the one of number and address that is not meant', async (absent) => {
    const phone = `98765001${absent === '' ? '01' : '02'}`;
    const answer = await verify({ providerToken: await askForCode(test, { phone }), phoneNo: phone, emailId: absent });
    expect(answer.json().data.user).toMatchObject({ phone: `+91${phone}`, email: null });
  });

  it('does the same for an address', async () => {
    const answer = await verify({
      providerToken: await askForCode(test, { email: 'asha@example.in' }),
      emailId: ' Asha@Example.IN ',
    });
    expect(answer.json().data).toMatchObject({
      newUser: true,
      user: { email: 'asha@example.in', phone: null, isPhoneLinked: false },
    });
  });

  it('sets the cookies: credentials are HttpOnly, hints are readable by scripts', async () => {
    const answer = await verify({
      providerToken: await askForCode(test, { phone: '9876500002' }),
      phoneNo: '9876500002',
    });
    const { user, token } = answer.json().data;
    expect(lineOf(answer, 'access_token')).toMatch(
      /^access_token=[\w.-]+; Path=\/; Max-Age=900; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect(lineOf(answer, 'access_token')).toContain(token);
    expect(lineOf(answer, 'nagrik.session-token')).toMatch(
      /^nagrik\.session-token=[\w-]{43}; Path=\/; Max-Age=(2591999|2592000); Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    for (const [name, value] of [
      ['user_id', user.id],
      ['newUser', 'true'],
      ['isPhoneLinked', 'true'],
    ])
      expect(lineOf(answer, name)).toMatch(
        new RegExp(`^${name}=${value}; Path=/; Max-Age=\\d+; Expires=[^;]+; SameSite=Lax$`),
      );
    expect(lineOf(answer, 'email')).toMatch(/^email=; Path=\/; Max-Age=0;/);
    const byAddress = await verify({
      providerToken: await askForCode(test, { email: 'b@example.in' }),
      emailId: 'b@example.in',
    });
    expect(lineOf(byAddress, 'email')).toMatch(/^email=b%40example\.in; /);
    expect(lineOf(byAddress, 'isPhoneLinked')).toMatch(/^isPhoneLinked=false; /);
  });

  it('keeps only a hash of what the session cookie holds', async () => {
    const { cookies, user } = await signIn(test);
    const secret = /session-token=([\w-]+)/.exec(cookies)![1]!;
    const { rows } = await test.db.execute<{ found: number }>(
      sql`select count(*)::int as found from sessions where position(${secret} in sessions::text) > 0`,
    );
    expect(rows[0]!.found).toBe(0);
    const [row] = await test.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(row!.tokenHash).toHaveLength(43);
  });

  it.each([
    ['a wrong code', { providerToken: '000000' }],
    ['five digits', { providerToken: '12345' }],
    ['letters', { providerToken: 'abcdef' }],
    ['the code of another number', { phoneNo: '9876500099' }],
  ])('%s is 400 code_invalid, and no session', async (_name, change) => {
    const phone = '9876500003';
    const code = await askForCode(test, { phone });
    const wrong = 'providerToken' in change && change.providerToken === code ? '000001' : undefined;
    const answer = await verify({
      providerToken: code,
      phoneNo: phone,
      ...change,
      ...(wrong ? { providerToken: wrong } : {}),
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe('code_invalid');
    expect(linesOf(answer)).toEqual([]);
  });

  it('a used code and one that was never sent read alike', async () => {
    const code = await askForCode(test, { phone: '9876500004' });
    expect((await verify({ providerToken: code, phoneNo: '9876500004' })).statusCode).toBe(200);
    const [used, unknown] = [
      await verify({ providerToken: code, phoneNo: '9876500004' }),
      await verify({ providerToken: code, phoneNo: '9876511111' }),
    ];
    const told = (answer: typeof used) => ({ ...answer.json(), requestId: '' });
    expect(told(used)).toEqual(told(unknown));
    expect(used.statusCode).toBe(400);
  });

  it('of 20 at once with the right code, exactly one gets in', async () => {
    const code = await askForCode(test, { phone: '9876500005' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => verify({ providerToken: code, phoneNo: '9876500005' })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await test.db.select().from(users).where(eq(users.phone, '+919876500005'))).toHaveLength(1);
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
    const attempt = () =>
      post(
        '/provider-token/verify',
        { provider: 'JB', providerToken: '123456', phoneNo: '9876500008' },
        {},
        limited.app,
      );
    expect([(await attempt()).statusCode, (await attempt()).statusCode]).toEqual([400, 400]);
    const third = await attempt();
    expect(third.statusCode).toBe(429);
    expect(third.headers['retry-after']).toMatch(/^\d+$/);
    await limited.close();
  });

  it('never reuses the session cookie of the request, and ends its session', async () => {
    const former = await signIn(test);
    const planted = await verify(
      { providerToken: await askForCode(test, { phone: '9876500009' }), phoneNo: '9876500009' },
      { cookie: 'nagrik.session-token=planted; access_token=planted; user_id=planted' },
    );
    expect(lineOf(planted, 'nagrik.session-token')).not.toContain('planted');
    expect(planted.json().data.user.id).not.toBe('planted');
    const taken = await verify(
      { providerToken: await askForCode(test, { phone: '9876500009' }), phoneNo: '9876500009' },
      { cookie: former.cookies },
    );
    expect(cookiesOf(linesOf(taken), former.cookies)).not.toContain(/session-token=[^;]+/.exec(former.cookies)![0]);
    expect((await mine(former.headers)).statusCode).toBe(401);
  });

  it('names the device in few words', async () => {
    const agent =
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36';
    const answer = await verify(
      { providerToken: await askForCode(test, { phone: '9876500010' }), phoneNo: '9876500010' },
      { 'user-agent': agent },
    );
    const { data } = (await mine({ authorization: `Bearer ${answer.json().data.token}` })).json();
    expect(data).toMatchObject([{ device: 'Chrome on Android', isCurrent: true }]);
    expect(JSON.stringify(data)).not.toMatch(/Pixel|Chrome\/1/);
  });
});

describe('linking a mobile number', () => {
  it('with a code that this session asked for, by the pair of calls', async () => {
    const person = await signIn(test, { email: 'pair@example.in' });
    const sent = await post('/user/phone/otp/send', { mobile: '98765 00030' }, person.headers);
    expect(sent.json()).toEqual({ data: { expiresInSeconds: 300, resendInSeconds: 30 } });
    const linked = await post(
      '/user/phone/otp/verify',
      { mobile: '9876500030', otp: await codeFor(test, '+919876500030') },
      { cookie: person.cookies, origin },
    );
    expect(linked.json()).toEqual({ data: { isPhoneLinked: true } });
    expect(lineOf(linked, 'isPhoneLinked')).toMatch(/^isPhoneLinked=true; /);
    expect(lineOf(linked, 'nagrik.session-token')).toBeUndefined();
    const {
      data: [{ id }],
    } = (await mine(person.headers)).json();
    expect(await hasFreshProof(test.db, id, '+919876500030')).toBe(true);
  });

  it('with a sign-in code for that number, by the call of the specification', async () => {
    const person = await signIn(test, { email: 'spec@example.in' });
    const code = await askForCode(test, { phone: '9876500031' });
    const answer = await post(
      '/user/otp/verify',
      { providerToken: code, phoneNo: '9876500031', provider: 'JB', userId: person.user.id },
      person.headers,
    );
    expect(answer.json()).toMatchObject({
      data: { isPhoneLinked: true, user: { id: person.user.id, phone: '+919876500031', email: 'spec@example.in' } },
    });
  });

  it("what is no number is 400, whoever's userId it is", async () => {
    const [a, b] = [await signIn(test), await signIn(test)];
    expect(
      (
        await post(
          '/user/otp/verify',
          { providerToken: '123456', phoneNo: '12345', provider: 'JB', userId: b.user.id },
          a.headers,
        )
      ).statusCode,
    ).toBe(400);
  });

  it("another's userId is 403 and uses nothing up", async () => {
    const [a, b] = [await signIn(test, { email: 'a1@example.in' }), await signIn(test, { email: 'b1@example.in' })];
    const code = await askForCode(test, { phone: '9876500032' });
    for (const userId of [b.user.id, 'nobody']) {
      const answer = await post(
        '/user/otp/verify',
        { providerToken: code, phoneNo: '9876500032', provider: 'JB', userId },
        a.headers,
      );
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toMatchObject({ code: 'forbidden', message: "Forbidden. You don't have permission." });
    }
    expect(
      (
        await post(
          '/user/otp/verify',
          { providerToken: code, phoneNo: '9876500032', provider: 'JB', userId: a.user.id },
          a.headers,
        )
      ).statusCode,
    ).toBe(200);
  });

  it('with a code that another session asked for is 400 code_invalid', async () => {
    const [a, b] = [await signIn(test, { email: 'a2@example.in' }), await signIn(test, { email: 'b2@example.in' })];
    await post('/user/phone/otp/send', { mobile: '9876500033' }, a.headers);
    const code = await codeFor(test, '+919876500033');
    expect((await post('/user/phone/otp/verify', { mobile: '9876500033', otp: code }, b.headers)).json().code).toBe(
      'code_invalid',
    );
    expect((await post('/user/phone/otp/verify', { mobile: '9876500033', otp: code }, a.headers)).statusCode).toBe(200);
  });

  it('a number of another account is told only to who has proven it', async () => {
    const owner = await signIn(test, { phone: '9876500034' });
    const person = await signIn(test, { email: 'c2@example.in' });
    const [known, unknown] = [
      await post('/user/phone/otp/send', { mobile: '9876500034' }, person.headers),
      await post('/user/phone/otp/send', { mobile: '9876500035' }, person.headers),
    ];
    expect(known.body).toBe(unknown.body);
    expect(
      (await post('/user/phone/otp/verify', { mobile: '9876500034', otp: '000000' }, person.headers)).json().code,
    ).toBe('code_invalid');
    expect(
      (
        await post(
          '/user/phone/otp/verify',
          { mobile: '9876500034', otp: await codeFor(test, '+919876500034') },
          person.headers,
        )
      ).json().code,
    ).toBe('conflict');
    expect((await mine(owner.headers)).statusCode).toBe(200);
  });

  it('replacing a proven number without a fresh proof is 403; with one it ends the other sessions', async () => {
    const phone = '9876500036';
    const [first, second] = [await signIn(test, { phone }), await signIn(test, { phone })];
    await test.db.update(sessionProofs).set({ provenAt: sql`now() - interval '11 minutes'` });
    const link = async () => {
      const code = await askForCode(test, { phone: '9876500037' });
      return post(
        '/user/otp/verify',
        { providerToken: code, phoneNo: '9876500037', provider: 'JB', userId: second.user.id },
        second.headers,
      );
    };
    expect((await link()).statusCode).toBe(403);
    await test.db.update(sessionProofs).set({ provenAt: sql`now() - interval '9 minutes'` });
    expect((await link()).json().data.user.phone).toBe('+919876500037');
    expect((await mine(first.headers)).statusCode).toBe(401);
    expect((await mine(second.headers)).statusCode).toBe(200);
  });

  it.each(['/user/otp/verify', '/user/phone/otp/send', '/user/phone/otp/verify'])(
    '%s: nobody is 401, what is not right is 400',
    async (url) => {
      expect((await post(url, {})).statusCode).toBe(401);
      const { headers } = await signIn(test);
      for (const payload of [
        {},
        { mobile: 9876500000 },
        { mobile: '12345', otp: '123456' },
        { phoneNo: '12345', providerToken: '123456', provider: 'JB', userId: 'x' },
        { mobile: '9876500038', otp: '123456', isPhoneLinked: true },
      ]) {
        expect([400, 403]).toContain((await post(url, payload, headers)).statusCode);
      }
      expect((await post(url, { mobile: '+882169999999' }, headers)).statusCode).toBe(400);
    },
  );
});
