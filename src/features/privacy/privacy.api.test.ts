import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consents, profiles, sessionProofs, users } from '../../database/schema.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { askForCode, codeFor, signIn, type SignedIn } from '../../testing/sign-in.ts';
import { sweepConsents } from '../users/consents.queries.server.ts';
import type { Profile } from '../profiles/profiles.contract.ts';
import { replayErasures } from './delete-account.server.ts';
import { listErasures } from './erasure-log.server.ts';

let test: TestApp;
let next = 9_600_000_000;
let first: string;
let second: string;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(() => {
  [first, second] = [String((next += 1)), String((next += 1))];
});
afterAll(() => test.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const send = (
  person: SignedIn | null,
  method: Method,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  test.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...person?.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
const statusOf = async (person: SignedIn) => (await send(person, 'GET', '/user/get')).statusCode;
const ageProofs = () =>
  test.services.connection.db.update(sessionProofs).set({ provenAt: sql`now() - interval '11 minutes'` });
const confirm = async (person: SignedIn, identifier: string, channel?: 'phone' | 'email') => {
  expect((await send(person, 'POST', '/user/confirm/send', { channel })).statusCode).toBe(200);
  return send(person, 'POST', '/user/confirm/verify', { channel, providerToken: await codeFor(test, identifier) });
};
const addProfile = async (person: SignedIn, body: object) =>
  (await send(person, 'POST', '/profile/create', body)).json<{ data: Profile }>().data;

describe("every call on one's own data", () => {
  it.each([
    ['GET', '/user/export'],
    ['DELETE', '/user'],
    ['POST', '/user/confirm/send', {}],
    ['POST', '/user/confirm/verify', { providerToken: '123456' }],
    ['POST', '/user/merge', { mobile: '9811111111' }],
    ['GET', '/user/consents'],
    ['POST', '/user/consents/withdraw', { kind: 'account' }],
  ] as [Method, string, object?][])('%s %s is 401 for who is signed out', async (method, url, body) => {
    expect((await send(null, method, url, body)).json()).toMatchObject({
      status: 401,
      code: 'unauthenticated',
      message: 'Session expired, Sign in to continue.',
    });
  });

  it.each([
    ['POST', '/user/confirm/send', { channel: 'pigeon' }],
    ['POST', '/user/confirm/send', { phoneNo: '9811111111' }],
    ['POST', '/user/confirm/verify', {}],
    ['POST', '/user/confirm/verify', { providerToken: 123456 }],
    ['POST', '/user/merge', { mobile: '12' }],
    ['POST', '/user/merge', {}],
    ['POST', '/user/consents/withdraw', { kind: 'child' }],
    ['POST', '/user/consents/withdraw', { kind: 'all' }],
    ['DELETE', '/user', { userId: 'another' }],
  ] as [Method, string, object][])('%s %s with %j is a 400', async (method, url, body) => {
    expect((await send(await signIn(test), method, url, body)).statusCode).toBe(400);
  });

  it('is not changed by cookie from another site', async () => {
    const person = await signIn(test);
    for (const url of ['/user', '/user/confirm/send', '/user/merge']) {
      expect(
        (
          await send(null, url === '/user' ? 'DELETE' : 'POST', url, url === '/user' ? undefined : {}, {
            cookie: person.cookies,
            origin: 'https://evil.example',
          })
        ).json().code,
      ).toBe('foreign_origin');
    }
    expect(await statusOf(person)).toBe(200);
  });
});

describe('the export', () => {
  it("holds everything of one's own and nothing of anybody else", async () => {
    const [person, other] = [await signIn(test, { phone: first }), await signIn(test, { phone: second })];
    await send(person, 'PATCH', '/user', { firstName: 'Asha' });
    const kept = await addProfile(person, { firstName: 'Sita', relation: 'SIBLING', answers: { q: 'mine' } });
    const gone = await addProfile(person, { firstName: 'Gita', relation: 'OTHER' });
    await send(person, 'DELETE', `/profile/${gone.id}`);
    await addProfile(other, { firstName: 'Foreign', relation: 'OTHER' });
    const answer = await send(person, 'GET', '/user/export');
    expect(answer.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; filename="nagrik-\d{4}-\d\d-\d\d\.json"$/),
      'cache-control': 'private, no-store',
    });
    expect(answer.json().data).toMatchObject({
      user: { id: person.user.id, firstName: 'Asha', phone: `+91${first}` },
      profiles: [{ ...kept }, { ...gone, isActive: false }],
      sessions: [{ device: expect.any(String) }],
      consents: [{ kind: 'account' }],
      messagesToYou: [{ channel: 'sms', purpose: 'signin' }],
    });
    const parts = 'cart profiles sessions community notificationMail consents referrals studio appeals support';
    expect(Object.keys(answer.json().data).join(' ')).toBe(`exportedAt user ${parts} messagesToYou`);
    expect(answer.body).not.toContain('Foreign');
    expect(answer.body).not.toContain(second);
    expect(answer.body).not.toContain('tokenHash');
  });

  it('is of one moment, and waits for a connection once, not for each thing that it holds', async () => {
    const person = await signIn(test, { phone: first });
    const { pool } = test.services.connection;
    const [query, connect] = [pool.query, pool.connect];
    const asked = { queries: 0, connections: 0 };
    const counted = <Call>(what: keyof typeof asked, call: Call) =>
      function counting(this: typeof pool, ...args: never[]) {
        asked[what] += 1;
        return (call as (...all: never[]) => unknown).apply(this, args);
      };
    Object.assign(pool, { query: counted('queries', query), connect: counted('connections', connect) });
    const answer = await send(person, 'GET', '/user/export').finally(() => Object.assign(pool, { query, connect }));
    expect(answer.statusCode).toBe(200);
    expect(asked.connections + asked.queries).toBeLessThanOrEqual(4);
  });
});

describe('consents', () => {
  it("are listed, and a child's is taken back in one call, which empties the profile", async () => {
    const person = await signIn(test);
    const child = await addProfile(person, {
      firstName: 'Mina',
      lastName: 'Rao',
      phoneNo: '9811111111',
      relation: 'CHILD',
      consent: true,
      answers: { age: 7 },
    });
    const given = (await send(person, 'GET', '/user/consents')).json().data;
    expect(given).toMatchObject([
      { kind: 'account', withdrawnAt: null },
      { kind: 'child', profileId: child.id, withdrawnAt: null },
    ]);
    const withdrawn = (
      await send(person, 'POST', '/user/consents/withdraw', { kind: 'child', profileId: child.id })
    ).json().data;
    expect(withdrawn).toMatchObject([
      { kind: 'account', withdrawnAt: null },
      { kind: 'child', withdrawnAt: expect.any(String) },
    ]);
    expect((await send(person, 'GET', '/profile/all')).json().data).toEqual([]);
    expect(
      (await test.services.connection.db.select().from(profiles).where(eq(profiles.id, child.id)))[0],
    ).toMatchObject({ isActive: false, firstName: '', lastName: '', phone: null, answers: {} });
  });

  it('of another person, or of a profile that is not a child, are not found', async () => {
    const [person, other] = [await signIn(test), await signIn(test)];
    const child = await addProfile(person, { firstName: 'Mina', relation: 'CHILD', consent: true });
    const adult = await addProfile(person, { firstName: 'Sita', relation: 'SIBLING' });
    expect(
      (await send(other, 'POST', '/user/consents/withdraw', { kind: 'child', profileId: child.id })).json().code,
    ).toBe('profile_not_found');
    expect(
      (await send(person, 'POST', '/user/consents/withdraw', { kind: 'child', profileId: adult.id })).json().code,
    ).toBe('profile_not_found');
    expect((await send(person, 'GET', '/profile/all')).json().data).toEqual([child, adult]);
  });

  it('for the account itself are taken back by deleting it, as the answer says', async () => {
    expect(
      (await send(await signIn(test), 'POST', '/user/consents/withdraw', { kind: 'account' })).json(),
    ).toMatchObject({ status: 409, code: 'conflict', message: expect.stringContaining('delete the account') });
  });
});

describe('a fresh proof', () => {
  it("comes from a code to one's own number, or to the address that is asked for", async () => {
    const person = await signIn(test, { email: `${first}@example.in` });
    expect((await send(person, 'POST', '/user/confirm/send', { channel: 'phone' })).json()).toMatchObject({
      status: 400,
      details: [{ path: 'channel' }],
    });
    await ageProofs();
    expect((await confirm(person, `${first}@example.in`)).json()).toEqual({
      data: { confirmed: true, forSeconds: 600 },
    });
    expect((await send(person, 'DELETE', '/user')).statusCode).toBe(200);
  });

  it('does not come from a wrong code, a sign-in code, or a code of another session', async () => {
    const [person, other] = [await signIn(test, { phone: first }), await signIn(test, { phone: first })];
    await ageProofs();
    const sent = await send(other, 'POST', '/user/confirm/send', {});
    expect(sent.json().data).toMatchObject({ channel: 'phone', expiresInSeconds: 300 });
    expect(sent.body).not.toContain(first);
    expect(
      (
        await send(person, 'POST', '/user/confirm/verify', { providerToken: await codeFor(test, `+91${first}`) })
      ).json(),
    ).toMatchObject({ status: 400, code: 'code_invalid' });
    expect((await send(other, 'POST', '/user/confirm/verify', { providerToken: 'abcdef' })).json()).toMatchObject({
      status: 400,
      code: 'code_invalid',
    });
    expect((await send(person, 'DELETE', '/user')).json()).toEqual({
      status: 403,
      code: 'forbidden',
      message: "Forbidden. You don't have permission.",
      requestId: expect.any(String),
    });
    expect(await statusOf(person)).toBe(200);
  });
});

describe('merging two accounts of one person', () => {
  const prove = async (person: SignedIn, number: string) => {
    await send(person, 'POST', '/user/phone/otp/send', { mobile: number });
    return send(person, 'POST', '/user/phone/otp/verify', { mobile: number, otp: await codeFor(test, `+91${number}`) });
  };

  it('moves what the other one had, ends its sessions, links the number, and tells both', async () => {
    const { db } = test.services.connection;
    const other = await signIn(test, { phone: first });
    await send(other, 'PATCH', '/user', { firstName: 'Asha', lastName: 'Rao' });
    await addProfile(other, { firstName: 'Asha', relation: 'SELF', answers: { age: 40, city: 'Pune' } });
    const sister = await addProfile(other, { firstName: 'Sita', relation: 'SIBLING' });
    const suspendedUntil = new Date(Date.now() + 86_400_000);
    await db.update(users).set({ suspendedUntil }).where(eq(users.id, other.user.id));
    const person = await signIn(test, { email: `${first}@example.in`, isNew: true });
    const self = await addProfile(person, { firstName: '', relation: 'SELF', answers: { city: 'Nashik' } });

    expect((await prove(person, first)).json().code).toBe('conflict');
    const merged = await send(person, 'POST', '/user/merge', { mobile: first });
    expect(merged.json().data).toMatchObject({
      id: person.user.id,
      firstName: 'Asha',
      lastName: 'Rao',
      phone: `+91${first}`,
      email: `${first}@example.in`,
      isPhoneLinked: true,
      roles: [],
    });
    expect([merged.headers['set-cookie']].flat().join()).toContain('isPhoneLinked=true');
    expect((await send(person, 'GET', '/profile/all')).json().data).toEqual([
      sister,
      { ...self, firstName: 'Asha', answers: { age: 40, city: 'Nashik' } },
    ]);
    expect([await statusOf(other), await statusOf(person)]).toEqual([401, 200]);
    const [row] = await db.select().from(users).where(eq(users.id, person.user.id));
    expect(row).toMatchObject({ suspendedUntil });
    expect(row!.createdAt.getTime()).toBeLessThan(Date.now() - 86_400_000);
    expect(await db.select().from(users).where(eq(users.id, other.user.id))).toEqual([]);
    const told = (await test.services.outbox.listForDevelopment())
      .filter(({ subject }) => subject.includes('joined'))
      .map(({ to }) => to);
    expect(told).toEqual(expect.arrayContaining([`+91${first}`, `${first}@example.in`]));
    expect((await signIn(test, { phone: first })).user.id).toBe(person.user.id);
  });

  it('where both have everything: the proven number, the own name and address, its roles, the longer suspension, the older date', async () => {
    const { db } = test.services.connection;
    const setUp = async (person: SignedIn, days: number, createdAt: Date, firstName: string) => {
      await send(person, 'PATCH', '/user', { firstName, lastName: '' });
      const suspendedUntil = new Date(Date.now() + days * 86_400_000);
      await db
        .update(users)
        .set({ suspendedUntil, createdAt, email: `${person.user.id}@example.in` })
        .where(eq(users.id, person.user.id));
      return suspendedUntil;
    };
    const other = await signIn(test, { phone: first });
    await setUp(other, 2, new Date('2026-03-01'), 'Another');
    const [elsewhere, person] = [
      await signIn(test, { phone: second, role: 'moderator' }),
      await signIn(test, { phone: second }),
    ];
    const suspendedUntil = await setUp(person, 9, new Date('2026-02-01'), 'Own');
    await prove(person, first);
    expect((await send(person, 'POST', '/user/merge', { mobile: first })).json().data).toMatchObject({
      firstName: 'Own',
      lastName: '',
      phone: `+91${first}`,
      email: `${person.user.id}@example.in`,
    });
    const [row] = await db.select().from(users).where(eq(users.id, person.user.id));
    expect(row).toMatchObject({ suspendedUntil, createdAt: new Date('2026-02-01') });
    expect(row!.roles).toEqual(['moderator']);
    // The number was replaced: whoever signed in with the old one elsewhere is signed out.
    expect([await statusOf(elsewhere), await statusOf(person)]).toEqual([401, 200]);
  });

  it("with oneself changes nothing; with a proven number that is nobody's there is nothing to join", async () => {
    const { db } = test.services.connection;
    const [elsewhere, person] = [await signIn(test, { phone: first }), await signIn(test, { phone: first })];
    expect((await send(person, 'POST', '/user/merge', { mobile: first })).json().data).toMatchObject({
      id: person.user.id,
      phone: `+91${first}`,
    });
    expect(await statusOf(elsewhere)).toBe(200);
    const proofs = await db
      .select()
      .from(sessionProofs)
      .where(eq(sessionProofs.identifier, `+91${first}`));
    await db.insert(sessionProofs).values(proofs.map(({ sessionId }) => ({ sessionId, identifier: `+91${second}` })));
    expect((await send(person, 'POST', '/user/merge', { mobile: second })).json()).toMatchObject({
      status: 409,
      code: 'conflict',
    });
    expect(await statusOf(person)).toBe(200);
  });

  it('is refused alike for a number that somebody has and one that nobody has, until a code has proven it', async () => {
    await signIn(test, { phone: first });
    const person = await signIn(test, { email: `${first}@example.in` });
    const [taken, free] = [
      await send(person, 'POST', '/user/merge', { mobile: first }),
      await send(person, 'POST', '/user/merge', { mobile: second }),
    ];
    for (const answer of [taken, free]) expect(answer.json()).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it("needs a fresh proof of the caller's own account too", async () => {
    const other = await signIn(test, { phone: first });
    const person = await signIn(test, { email: `${first}@example.in` });
    await ageProofs();
    await prove(person, first);
    expect((await send(person, 'POST', '/user/merge', { mobile: first })).statusCode).toBe(403);
    expect(await statusOf(other)).toBe(200);
    await confirm(person, `${first}@example.in`, 'email');
    expect((await send(person, 'POST', '/user/merge', { mobile: first })).statusCode).toBe(200);
  });

  it('happens once when it is asked for six times at once', async () => {
    const other = await signIn(test, { phone: first });
    const sister = await addProfile(other, { firstName: 'Sita', relation: 'SIBLING' });
    const person = await signIn(test, { email: `${first}@example.in` });
    await prove(person, first);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(person, 'POST', '/user/merge', { mobile: first })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await send(person, 'GET', '/profile/all')).json().data).toEqual([sister]);
  });
});

describe('deleting the account', () => {
  it('ends every session and token of it at once, clears the cookies, and keeps nothing but a bare record of consent', async () => {
    const { db } = test.services.connection;
    const [person, elsewhere] = [await signIn(test, { phone: first }), await signIn(test, { phone: first })];
    const answer = await send(null, 'DELETE', '/user', undefined, {
      cookie: person.cookies,
      origin: test.services.config.publicOrigin,
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, { data: { deleted: true } }]);
    const cleared = [answer.headers['set-cookie']].flat().join('\n');
    for (const name of ['access_token', 'email', 'user_id', 'newUser', 'isPhoneLinked'])
      expect(cleared).toMatch(new RegExp(`${name}=;.*max-age=0`, 'i'));
    expect([await statusOf(person), await statusOf(elsewhere)]).toEqual([401, 401]);
    expect((await send(null, 'GET', '/user/get', undefined, { cookie: person.cookies })).statusCode).toBe(401);
    const [kept] = await db.select().from(consents).where(eq(consents.userId, person.user.id));
    expect(kept).toMatchObject({ kind: 'account', withdrawnAt: expect.any(Date) });
    expect(Math.round((kept!.expiresAt!.getTime() - Date.now()) / 86_400_000)).toBe(180);
  });

  it('lets even that record go once its 180 days are over', async () => {
    const { db } = test.services.connection;
    const person = await signIn(test);
    const own = eq(consents.userId, person.user.id);
    await sweepConsents(db);
    expect(await db.select().from(consents).where(own)).toHaveLength(1);
    await send(person, 'DELETE', '/user');
    await sweepConsents(db);
    expect(await db.select().from(consents).where(own)).toHaveLength(1);
    await db
      .update(consents)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(own);
    await sweepConsents(db);
    expect(await db.select().from(consents).where(own)).toEqual([]);
  });

  it('lets the number start anew, as somebody else', async () => {
    const person = await signIn(test, { phone: first });
    await send(person, 'PATCH', '/user', { firstName: 'Asha' });
    await send(person, 'DELETE', '/user');
    const again = await signIn(test, { phone: first });
    expect(again.user).toMatchObject({ firstName: '', phone: `+91${first}` });
    expect(again.user.id).not.toBe(person.user.id);
  });

  it('leaves other people as they are, also those who have the number in their family', async () => {
    const [person, other] = [await signIn(test, { phone: first }), await signIn(test, { phone: second })];
    const profile = await addProfile(other, { firstName: 'Asha', relation: 'SPOUSE', phoneNo: first });
    await send(person, 'DELETE', '/user', {});
    expect((await send(other, 'GET', '/profile/all')).json().data).toEqual([profile]);
  });

  it('at the very moment of a sign-in, a new profile, a post or a second deletion fails nobody with a 500', async () => {
    for (let round = 0; round < 5; round += 1) {
      const number = String((next += 1));
      const person = await signIn(test, { phone: number });
      const code = await askForCode(test, { phone: number });
      const { id: questionId } = (
        await send(person, 'POST', '/communities/question/create', {
          title: 'Where do I ask for a ration card?',
          body: '',
        })
      ).json().data;
      const answers = await Promise.all([
        send(person, 'DELETE', '/user'),
        send(null, 'POST', '/provider-token/verify', { providerToken: code, provider: 'JB', phoneNo: number }),
        send(person, 'DELETE', '/user'),
        ...Array.from({ length: 5 }, () => send(person, 'POST', '/profile/create', { relation: 'SELF' })),
        send(person, 'PATCH', '/user', { firstName: 'X' }),
        send(person, 'GET', '/user/export'),
        ...Array.from({ length: 5 }, (_, at) =>
          send(person, 'POST', '/communities/comment/create', { questionId, body: `At the counter ${at}.` }),
        ),
        send(person, 'POST', '/communities/reaction', {
          entityType: 'QUESTION',
          entityId: questionId,
          liked: true,
          disliked: false,
        }),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).not.toContain(500);
      expect(await statusOf(person)).toBe(401);
    }
  });

  it('is deleted again in a database that an older backup has brought them back into', async () => {
    const { db } = test.services.connection;
    const [person, other] = [await signIn(test, { phone: first }), await signIn(test, { phone: second })];
    await addProfile(person, { firstName: 'Asha', relation: 'SELF' });
    const [row] = await db.select().from(users).where(eq(users.id, person.user.id));
    await send(person, 'DELETE', '/user', { withPosts: true });
    const list = (await listErasures(db)).filter(({ userId }) => userId === person.user.id);
    expect(list).toEqual([{ userId: person.user.id, withPosts: true }]);

    await db.insert(users).values(row!);
    await db.insert(profiles).values({ userId: person.user.id, relation: 'SELF', firstName: 'Asha' });
    expect(await replayErasures(test.services, list)).toBe(1);
    expect(await replayErasures(test.services, list)).toBe(0);
    expect(await db.select().from(users).where(eq(users.id, person.user.id))).toEqual([]);
    expect(await statusOf(other)).toBe(200);
  });
});
