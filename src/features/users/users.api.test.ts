// @runs on both databases
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { consents, codeChallenges, users } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { memoryLimit } from '../../platform/guard/limits.server.ts';
import { corpora, crossSiteScripts, naughtyStrings, oddScripts, sqlInjections, spread } from '../../testing/corpora.ts';
import { codeFor, signIn, type SignedIn } from '../../testing/sign-in.ts';
import { ensureUser } from './ensure-user.server.ts';
import { consentVersion } from './users.contract.ts';
import { displayNameOf, toPublicUser } from './users.queries.server.ts';

const test = openTestApp();

const send = (
  person: SignedIn | null,
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  body?: object,
  headers: Record<string, string> = {},
) => test.send(method, `/api${url}`, body, { ...person?.headers, ...headers });

const enter = async (code: string, identifier: { phoneNo: string } | { emailId: string }) =>
  (await send(null, 'POST', '/provider-token/verify', { providerToken: code, provider: 'JB', ...identifier })).json()
    .data;

const countUsers = async () => (await test.db.select({ id: users.id }).from(users)).length;

describe('signing up', () => {
  it('makes no account before the code has proven the number; then one with the names given, and the consent', async () => {
    const before = await countUsers();
    const answer = await send(null, 'POST', '/user/create', {
      firstName: 'आशा',
      lastName: 'Rao',
      phoneNo: '98111 11111',
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { data: { pending: true, expiresInSeconds: 300, resendInSeconds: 30 } },
    ]);
    expect(await countUsers()).toBe(before);
    const { newUser, user } = await enter(await codeFor(test, '+919811111111'), { phoneNo: '9811111111' });
    expect(newUser).toBe(true);
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      email: null,
      firstName: 'आशा',
      lastName: 'Rao',
      displayName: 'आशा Rao',
      phoneNo: '+919811111111',
      phone: '+919811111111',
      isPhoneLinked: true,
      roles: [],
      lang: null,
      createdAt: expect.stringMatching(/Z$/),
    });
    expect(await test.db.select().from(consents).where(eq(consents.userId, user.id))).toMatchObject([
      { kind: 'account', version: consentVersion, withdrawnAt: null, expiresAt: null },
    ]);
  });

  it('takes an email address instead', async () => {
    await send(null, 'POST', '/user/create', {
      firstName: 'Binod',
      lastName: '',
      email: ' Binod@Example.IN ',
      phoneNo: '',
    });
    expect((await enter(await codeFor(test, 'binod@example.in'), { emailId: 'binod@example.in' })).user).toMatchObject({
      email: 'binod@example.in',
      phone: null,
      isPhoneLinked: false,
      displayName: 'Binod',
    });
  });

  it('answers for a taken number exactly as for a new one, and leaves its owner their names', async () => {
    const owner = await signIn(test, { phone: '9811111122' });
    await send(owner, 'PATCH', '/user', { firstName: 'Right', lastName: 'Owner' });
    const taken = await send(null, 'POST', '/user/create', {
      firstName: 'Mal',
      lastName: 'Lory',
      phoneNo: '9811111122',
    });
    const fresh = await send(null, 'POST', '/user/create', {
      firstName: 'Mal',
      lastName: 'Lory',
      phoneNo: '9811111133',
    });
    expect([taken.statusCode, taken.body]).toEqual([fresh.statusCode, fresh.body]);
    const { newUser, user } = await enter(await codeFor(test, '+919811111122'), { phoneNo: '9811111122' });
    expect([newUser, user.id, user.displayName]).toEqual([false, owner.user.id, 'Right Owner']);
  });

  it('keeps names only with the code that they came with: a later plain code forgets them', async () => {
    await send(null, 'POST', '/user/create', { firstName: 'Mal', lastName: 'Lory', phoneNo: '9811111144' });
    const person = await signIn(test, { phone: '9811111144' });
    expect(person.user).toMatchObject({
      firstName: '',
      lastName: '',
      displayName: expect.stringMatching(/^Member \d{4}$/),
    });
  });

  it.each([
    ['neither number nor address', { firstName: 'A', lastName: 'B' }, 'phoneNo'],
    ['both', { firstName: 'A', lastName: 'B', phoneNo: '9811111155', email: 'a@b.in' }, 'phoneNo'],
    ['no first name', { lastName: 'B', phoneNo: '9811111155' }, 'firstName'],
    ['a number that is none', { firstName: 'A', lastName: 'B', phoneNo: '+1 202 555 0100' }, 'phoneNo'],
    ['an address that is none', { firstName: 'A', lastName: 'B', email: 'a＠evil.com@v.com' }, 'email'],
    ['a name of 81', { firstName: 'a'.repeat(81), lastName: '', phoneNo: '9811111155' }, 'firstName'],
    ['a name that breaks the line', { firstName: 'a\nb', lastName: '', phoneNo: '9811111155' }, 'firstName'],
    ['a name that is no text', { firstName: ['a'], lastName: '', phoneNo: '9811111155' }, 'firstName'],
  ])('refuses %s, by name, and sends nothing', async (_, body, path) => {
    expect((await send(null, 'POST', '/user/create', body)).json()).toMatchObject({
      status: 400,
      code: 'validation_failed',
      details: [{ path }],
    });
    expect(await test.db.select().from(codeChallenges).where(eq(codeChallenges.identifier, '+919811111155'))).toEqual(
      [],
    );
  });

  it.each(['role', 'roles', 'isPhoneLinked', 'id', 'userId', 'createdAt'])('refuses the field %s', async (field) => {
    expect(
      (
        await send(null, 'POST', '/user/create', {
          firstName: 'A',
          lastName: 'B',
          phoneNo: '9811111155',
          [field]: 'admin',
        })
      ).json(),
    ).toMatchObject({ status: 400, code: 'unknown_field', details: [{ path: field }] });
  });

  it('waits before another code, with the seconds to wait', async () => {
    await send(null, 'POST', '/user/create', { firstName: 'A', lastName: 'B', phoneNo: '9811111166' });
    const again = await send(null, 'POST', '/user/create', { firstName: 'A', lastName: 'B', phoneNo: '9811111166' });
    expect([again.statusCode, again.json().code]).toEqual([429, 'too_many_requests']);
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('one account for a number', () => {
  it('is created once by fifty concurrent proofs', async () => {
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        test.db.transaction((tx) =>
          ensureUser(tx, test.services.config, '+919822222222', { firstName: `Name ${at}`, lastName: '' }),
        ),
      ),
    );
    expect(new Set(made.map(({ user }) => user.id)).size).toBe(1);
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await test.db.select().from(consents).where(eq(consents.userId, made[0]!.user.id))).toHaveLength(1);
  });
});

describe('what others see', () => {
  it('is a name, or Member and four digits; never a number or an address', () => {
    const row = {
      id: 'x',
      firstName: ' Asha  K. ',
      lastName: 'Rao',
      memberNumber: 4821,
      phone: '+919811111111',
      email: 'a@b.in',
      roles: [],
      helper: null,
    };
    expect(toPublicUser(row)).toEqual({ id: 'x', displayName: 'Asha K. Rao', imageUrl: null, mark: null });
    for (const blank of ['', '   ', '\u200d\u200c', '\u2060', '\u0301'])
      expect(displayNameOf({ ...row, firstName: blank, lastName: '' })).toBe('Member 4821');
  });
});

describe.skipIf(!corpora)('hostile names', () => {
  it('are stored exactly, or refused with 400', async () => {
    const person = await signIn(test);
    const wrong: string[] = [];
    for (const text of [
      ...spread(naughtyStrings(), 160),
      ...spread(sqlInjections(), 30),
      ...spread(crossSiteScripts(), 30),
      ...spread(oddScripts(), 30),
    ]) {
      const answer = await send(person, 'PATCH', '/user', { firstName: text });
      const isRight =
        answer.statusCode === 200
          ? answer.json().data.firstName === text
          : answer.statusCode === 400 && answer.json().details[0].path === 'firstName';
      if (!isRight) wrong.push(text);
    }
    expect(wrong).toEqual([]);
  });
});

it('a name may be changed so often in a day and no more; nothing else is refused by it', async () => {
  const person = await signIn(test);
  const { limits } = test.services;
  const before = limits.renames;
  limits.renames = memoryLimit(2, 86_400);
  const patch = (payload: object) => test.send('PATCH', '/api/user', payload, person.headers);
  for (const firstName of ['Asha', 'Usha']) expect((await patch({ firstName })).statusCode).toBe(200);
  const refused = await patch({ firstName: 'Nisha' });
  expect(refused.json()).toMatchObject({ status: 429, message: expect.stringContaining('changed your name') });
  expect((await patch({ firstName: 'Usha', lang: 'hi' })).json()).toMatchObject({
    data: { firstName: 'Usha', lang: 'hi' },
  });
  limits.renames = before;
});
