// @runs on both databases
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionProofs } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { codeFor, signIn, type SignedIn } from '../../testing/sign-in.ts';
import { recordSuspension } from './suspensions.server.ts';

const test = openTestApp();
let next = 9_700_000_000;
let first: string;
let second: string;
beforeEach(() => {
  [first, second] = [String((next += 1)), String((next += 1))];
});

const post = (person: SignedIn, url: string, body: object = {}) =>
  test.send('POST', `/api${url}`, body, person.headers);
const me = async (person: SignedIn) =>
  (await test.app.inject({ url: '/api/user/get', headers: person.headers })).json();
const link = async (person: SignedIn, number: string) => {
  expect((await post(person, '/user/phone/otp/send', { mobile: number })).statusCode).toBe(200);
  return post(person, '/user/phone/otp/verify', { mobile: number, otp: await codeFor(test, `+91${number}`) });
};
const confirm = async (person: SignedIn, channel: 'phone' | 'email', identifier: string) => {
  expect((await post(person, '/user/confirm/send', { channel })).statusCode).toBe(200);
  return post(person, '/user/confirm/verify', { channel, providerToken: await codeFor(test, identifier) });
};
const ageProofs = () => test.db.update(sessionProofs).set({ provenAt: sql`now() - interval '11 minutes'` });

describe('linking a number', () => {
  it('takes a session and a code for the first one, however old the sign-in is', async () => {
    const person = await signIn(test, { email: `${first}@example.in` });
    await ageProofs();
    expect((await link(person, first)).json()).toEqual({ data: { isPhoneLinked: true } });
    expect((await me(person)).data).toMatchObject({
      phone: `+91${first}`,
      isPhoneLinked: true,
      email: `${first}@example.in`,
    });
  });

  it('changes nothing when the number is the same', async () => {
    const person = await signIn(test, { phone: first });
    await ageProofs();
    expect((await link(person, first)).statusCode).toBe(200);
    expect((await me(person)).data.phone).toBe(`+91${first}`);
  });

  it('refuses to replace a proven number without a fresh proof of it or of the address', async () => {
    const person = await signIn(test, { phone: first });
    await ageProofs();
    const answer = await link(person, second);
    expect(answer.json()).toEqual({
      status: 403,
      code: 'forbidden',
      message: "Forbidden. You don't have permission.",
      requestId: expect.any(String),
    });
    expect((await me(person)).data.phone).toBe(`+91${first}`);
  });

  it('replaces one after a code to the old number, ends the other sessions, keeps this one, and tells the old number', async () => {
    const [person, other] = [await signIn(test, { phone: first }), await signIn(test, { phone: first })];
    await ageProofs();
    expect((await confirm(person, 'phone', `+91${first}`)).json()).toEqual({
      data: { confirmed: true, forSeconds: 600 },
    });
    expect((await link(person, second)).statusCode).toBe(200);
    expect((await me(person)).data.phone).toBe(`+91${second}`);
    expect((await me(other)).status).toBe(401);
    const [told] = (await test.services.outbox.listForDevelopment()).filter(({ to }) => to === `+91${first}`);
    expect(told).toMatchObject({ code: null, text: expect.stringContaining('was changed') });
    expect(told!.text).not.toContain(second);
  });

  it('does not take the proof of another session', async () => {
    const [person, other] = [await signIn(test, { phone: first }), await signIn(test, { phone: first })];
    await ageProofs();
    await confirm(other, 'phone', `+91${first}`);
    expect((await link(person, second)).statusCode).toBe(403);
  });

  it("answers 409 for another account's number only once its code is right, and leaves both as they are", async () => {
    const owner = await signIn(test, { phone: first });
    const person = await signIn(test, { email: `${second}@example.in` });
    const taken = await post(person, '/user/phone/otp/send', { mobile: first });
    const free = await post(person, '/user/phone/otp/send', { mobile: second });
    expect([taken.statusCode, taken.body]).toEqual([free.statusCode, free.body]);
    const right = await codeFor(test, `+91${first}`);
    const wrong = right === '000000' ? '000001' : '000000';
    expect((await post(person, '/user/phone/otp/verify', { mobile: first, otp: wrong })).json().code).toBe(
      'code_invalid',
    );
    expect((await post(person, '/user/phone/otp/verify', { mobile: first, otp: right })).json()).toMatchObject({
      status: 409,
      code: 'conflict',
    });
    expect((await me(person)).data.phone).toBeNull();
    expect((await me(owner)).data.phone).toBe(`+91${first}`);
  });

  it('gives a number to one of two accounts that link it at once', async () => {
    const people = [
      await signIn(test, { email: `${first}@example.in` }),
      await signIn(test, { email: `${second}@example.in` }),
    ];
    const { linkPhone } = await import('./link-phone.server.ts');
    const outcomes = await Promise.allSettled(
      people.map(({ user }) =>
        linkPhone(
          test.services,
          {
            userId: user.id,
            sessionId: '01a1fe53-a361-70f4-b485-5be813333d20',
            roles: [],
            createdAt: new Date(),
            suspendedUntil: null,
            isPhoneLinked: false,
            via: 'bearer',
            lacksFactor: false,
          },
          `+91${first}`,
        ),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, code: 'conflict' },
    });
  });
});

describe('the pages that show a name', () => {
  afterEach(() => void vi.restoreAllMocks());

  /** A named account, whose question is on a cached page, and a suspended number. */
  async function setUp() {
    const person = await signIn(test, { email: `${first}@example.in` });
    const named = await test.send('PATCH', '/api/user', { firstName: 'Meenakshi', lastName: 'Iyer' }, person.headers);
    expect(named.statusCode).toBe(200);
    const asked = await post(person, '/communities/question/create', { title: `Who gets a ration card (${first})?` });
    const { canonicalUrl } = asked.json<{ data: { canonicalUrl: string } }>().data;
    const page = async () => (await test.app.inject(canonicalUrl)).body;
    expect(await page()).toContain('Meenakshi');
    const { hits } = test.app.pageCache.stats();
    await page();
    expect(test.app.pageCache.stats().hits).toBe(hits + 1);
    const suspendedUntil = new Date(Date.now() + 86_400_000);
    const { connection, config } = test.services;
    await recordSuspension(connection.db, config, { id: '', phone: `+91${first}`, email: null, suspendedUntil });
    return { person, page };
  }

  it('lose it where a suspended number is linked', async () => {
    const { person, page } = await setUp();
    expect((await link(person, first)).statusCode).toBe(200);
    expect((await me(person)).data).toMatchObject({ phone: `+91${first}`, firstName: '', lastName: '' });
    const shown = await page();
    expect(shown).toContain(`Who gets a ration card (${first})?`);
    expect(shown).not.toContain('Meenakshi');
  });

  it('lose it also where the notification after the commit fails, and the number is linked', async () => {
    const { person, page } = await setUp();
    const { connection } = test.services;
    const { notify } = connection;
    vi.spyOn(connection, 'notify').mockImplementation(async (...message) => {
      // PGlite has no notification with the commit, and this call cannot fail there.
      if (connection.kind === 'pglite') await notify(...message);
      throw new Error('away');
    });
    expect((await link(person, first)).json()).toEqual({ data: { isPhoneLinked: true } });
    await expect.poll(page).not.toContain('Meenakshi');
  });

  it('stay cached where another number, or the same again, changes no name', async () => {
    const { person } = await setUp();
    const { connection } = test.services;
    const heard: string[] = [];
    await connection.listen(
      'pages_changed',
      (payload) => void heard.push(payload),
      () => {},
    );
    // The second time it is the account's own already.
    for (let time = 0; time < 2; time += 1) expect((await link(person, second)).statusCode).toBe(200);
    await connection.notify('pages_changed', 'the-end');
    await expect.poll(() => heard).toContain('the-end');
    expect(heard.join(' ')).not.toContain(person.user.id);
  });
});
