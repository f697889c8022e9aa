// @runs on both databases
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { profiles } from '../../database/schema.ts';
import {
  addProfile,
  ageProofs,
  confirm,
  first,
  type Method,
  openOwnAccount,
  second,
  send,
  statusOf,
  test,
} from '../../testing/own-account.ts';
import { codeFor, signIn } from '../../testing/sign-in.ts';

openOwnAccount();

describe("every call on one's own data", () => {
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
    const parts =
      'cart profiles sessions community officeHours follows notificationMail pushSubscriptions consents referrals helper studio appeals support newsletter';
    expect(Object.keys(answer.json().data).toSorted().join(' ')).toBe(
      `exportedAt user ${parts} messagesToYou`.split(' ').toSorted().join(' '),
    );
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
    // The session, the limit, the lease and its end, one snapshot: fewer than the ten parts of an export.
    expect(asked.connections + asked.queries).toBeLessThanOrEqual(8);
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
