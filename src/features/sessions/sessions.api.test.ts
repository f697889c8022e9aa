import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../app.server.ts';
import { sessions, users } from '../../database/schema.ts';
import { memoryLimit } from '../../platform/guard/limits.server.ts';
import { buildTestApp, openSecondInstance, type SecondInstance } from '../../testing/build-test-app.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { lineOf, linesOf, sessionCalls } from '../../testing/session-calls.ts';
import { askForCode, cookiesOf, signIn } from '../../testing/sign-in.ts';
import { postgresServer } from '../../testing/test-database.ts';
import { sweepSessions } from './sessions.queries.server.ts';

const test = openTestApp();

const origin = 'http://localhost:3000';
const { post, mine } = sessionCalls(() => test);

describe('a session', () => {
  const at = (id: string, change: Record<string, string>) =>
    test.db.execute(
      sql`update sessions set ${sql.join(
        Object.entries(change).map(([column, value]) => sql`${sql.identifier(column)} = now() + ${value}::interval`),
        sql`, `,
      )} where id = ${id}`,
    );
  const idOf = async (person: { headers: Record<string, string> }) =>
    ((await mine(person.headers)).json().data as { id: string; isCurrent: boolean }[]).find(
      ({ isCurrent }) => isCurrent,
    )!.id;

  it('is over after 30 days without use, for its token as well, and its cookies are cleared', async () => {
    const person = await signIn(test);
    await at(await idOf(person), { expires_at: '-1 second' });
    expect((await mine(person.headers)).statusCode).toBe(401);
    const answer = await mine({ cookie: person.cookies });
    expect(answer.statusCode).toBe(401);
    for (const name of ['access_token', 'nagrik.session-token', 'email', 'user_id', 'newUser', 'isPhoneLinked'])
      expect(lineOf(answer, name)).toMatch(/=; Path=\/; Max-Age=0; Expires=Thu, 01 Jan 1970/);
    // The known-browser cookie outlives the session.
    expect(cookiesOf(linesOf(answer), person.cookies)).toMatch(/^nagrik\.known-for=[^;]+; has_left=1$/);
  });

  it('is none for an empty token, whose cookie is deleted', async () => {
    const answer = await mine({ cookie: 'access_token=' });
    expect(answer.statusCode).toBe(401);
    expect(lineOf(answer, 'access_token')).toMatch(/=; Path=\/; Max-Age=0/);
  });

  it('is over after 90 days, however much it is used', async () => {
    const person = await signIn(test);
    const id = await idOf(person);
    await at(id, { ends_at: '1 day', expires_at: '12 hours' });
    await test.app.inject({ url: '/api/auth/session', headers: { cookie: person.cookies } });
    const [row] = await test.db.select().from(sessions).where(eq(sessions.id, id));
    expect(row!.expiresAt).toEqual(row!.endsAt);
    await at(id, { ends_at: '-1 second' });
    expect((await mine(person.headers)).statusCode).toBe(401);
    expect((await mine({ cookie: person.cookies })).statusCode).toBe(401);
  });

  it('is deleted once it is over, for either reason, and no sooner', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => signIn(test)));
    const ids = await Promise.all(people.map(idOf));
    await at(ids[0]!, { expires_at: '-1 second' });
    await at(ids[1]!, { ends_at: '-1 second' });
    await at(ids[2]!, { expires_at: '1 minute', ends_at: '1 minute' });
    await sweepSessions(test.db);
    const left = await test.db.select({ id: sessions.id }).from(sessions).where(inArray(sessions.id, ids));
    expect(left).toEqual([{ id: ids[2] }]);
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

  it("two cookies of two sessions: the session's own decides", async () => {
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
    await test.db.delete(users).where(eq(users.id, person.user.id));
    expect((await mine(person.headers)).statusCode).toBe(401);
    expect((await mine({ cookie: person.cookies })).statusCode).toBe(401);
  });
});

describe('limits of a network address', () => {
  it('apply to anonymous callers only: many people share one', async () => {
    const limited = await buildTestApp({ limits: { reads: memoryLimit(2, 60), searches: memoryLimit(1, 60) } });
    try {
      const { headers, cookies } = await signIn(limited);
      const reads = (by: Record<string, string>, url = '/api/tags') => limited.app.inject({ url, headers: by });
      const searches = (by: Record<string, string>) =>
        limited.send('POST', '/api/search/articles', '{"articleText":"pm"}', {
          'content-type': 'application/json',
          ...by,
        });
      const signedIn = [];
      for (let count = 0; count < 4; count += 1)
        signedIn.push(
          await reads(headers),
          await reads({ cookie: cookies }),
          await reads({ cookie: cookies }, '/api/auth/session'),
          await searches(headers),
        );
      expect(signedIn.map(({ statusCode }) => statusCode)).toEqual(signedIn.map(() => 200));
      expect([(await searches({})).statusCode, (await reads({})).statusCode, (await reads({})).statusCode]).toEqual([
        200, 429, 429,
      ]);
    } finally {
      await limited.close();
    }
  });
});

describe('a write by cookie', () => {
  const end = (headers: Record<string, string>) => test.send('DELETE', '/api/user/sessions', undefined, headers);

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
    const broken = (headers: Record<string, string>) =>
      test.send('POST', '/api/user/otp/verify', 'x'.repeat(70_000), { 'content-type': 'text/plain', ...headers });
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
    expect(
      (await mine(first.headers))
        .json()
        .data.map(({ id }: { id: string }) => id)
        .sort(),
    ).toEqual(data.map(({ id }: { id: string }) => id).sort());
    expect(JSON.stringify(data)).not.toContain('tokenHash');
    expect((await test.app.inject('/api/user/sessions')).statusCode).toBe(401);
  });

  it('one ends: its token and cookie are dead at once, the others live', async () => {
    const phone = '9876500021';
    const [first, second] = [await signIn(test, { phone }), await signIn(test, { phone })];
    const other = (await mine(second.headers)).json().data.find((one: { isCurrent: boolean }) => !one.isCurrent).id;
    const ended = await test.send('DELETE', `/api/user/sessions/${other}`, undefined, second.headers);
    expect(ended.json()).toEqual({ data: { id: other } });
    expect((await mine(first.headers)).statusCode).toBe(401);
    expect((await mine({ cookie: first.cookies })).statusCode).toBe(401);
    expect((await mine(second.headers)).statusCode).toBe(200);
    expect((await test.send('DELETE', `/api/user/sessions/${other}`, undefined, second.headers)).json().code).toBe(
      'session_not_found',
    );
  });

  it("another's is 404 and lives on; what is no id is 400; nobody is 401", async () => {
    const [a, b] = [await signIn(test), await signIn(test)];
    const { id } = (await mine(b.headers)).json().data[0];
    const end = (which: string, headers: Record<string, string>) =>
      test.send('DELETE', `/api/user/sessions/${which}`, undefined, headers);
    expect((await end(id, a.headers)).statusCode).toBe(404);
    expect((await end('7', a.headers)).statusCode).toBe(400);
    expect((await end(id, {})).statusCode).toBe(401);
    expect((await mine(b.headers)).statusCode).toBe(200);
  });

  it('all others end, this one lives', async () => {
    const phone = '9876500022';
    const people = [await signIn(test, { phone }), await signIn(test, { phone }), await signIn(test, { phone })];
    const stranger = await signIn(test);
    const ended = await test.send('DELETE', '/api/user/sessions', undefined, people[2]!.headers);
    expect(ended.json()).toEqual({ data: { ended: 2 } });
    expect(
      await Promise.all([...people, stranger].map(async ({ headers }) => (await mine(headers)).statusCode)),
    ).toEqual([401, 401, 200, 200]);
  });
});

describe.runIf(postgresServer !== undefined)('two instances over one PostgreSQL', () => {
  let instance: SecondInstance;
  let second: App;
  beforeAll(async () => {
    instance = await openSecondInstance(test.services);
    second = instance.app;
  });
  afterAll(() => instance.close());

  it('after signing out on one, the old bearer and the old cookies are dead on both, at once', async () => {
    const person = await signIn(test);
    expect((await mine(person.headers, second)).statusCode).toBe(200);
    const csrf = await test.app.inject('/api/auth/csrf');
    const out = await test.send(
      'POST',
      '/api/auth/signout',
      new URLSearchParams({ csrfToken: csrf.json().csrfToken, json: 'true' }),
      {
        cookie: cookiesOf(linesOf(csrf), person.cookies),
      },
    );
    expect(out.statusCode).toBe(200);
    for (const app of [test.app, second]) {
      expect((await mine(person.headers, app)).statusCode).toBe(401);
      expect((await mine({ cookie: person.cookies }, app)).statusCode).toBe(401);
    }
  });

  it('of 20 at once with one code on both, exactly one gets in, and one account is made', async () => {
    const code = await askForCode(test, { phone: '9876500040' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        post(
          '/provider-token/verify',
          { provider: 'JB', providerToken: code, phoneNo: '9876500040' },
          {},
          at % 2 === 0 ? test.app : second,
        ),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });
});

describe('on https', () => {
  it('credential cookies are Secure, and the session cookie has the __Host- prefix', async () => {
    const secure = await buildTestApp({ env: { PUBLIC_ORIGIN: 'https://localhost' } });
    const person = await signIn(secure);
    expect(person.cookies).toMatch(/__Host-nagrik\.session-token=/);
    const answer = await secure.app.inject({
      url: '/api/auth/session',
      headers: { cookie: person.cookies.replace(/access_token=[^;]+; /, '') },
    });
    for (const line of linesOf(answer)) expect(line).toMatch(/; Secure; SameSite=Lax$/);
    expect(lineOf(answer, 'access_token')).toContain('HttpOnly');
    expect(lineOf(answer, '__Host-nagrik.session-token')).toMatch(/; Path=\/; .*HttpOnly; Secure/);
    expect(lineOf(await secure.app.inject('/api/auth/csrf'), '__Host-nagrik.csrf-token')).toMatch(
      /HttpOnly; Secure; SameSite=Lax$/,
    );
    const unprefixed = person.cookies.replace('__Host-', '').replace(/access_token=[^;]+; /, '');
    expect((await mine({ cookie: unprefixed }, secure.app)).statusCode).toBe(401);
    await secure.close();
  });
});
