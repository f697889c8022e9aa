// @runs on both databases
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consents, profiles } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { corpora, crossSiteScripts, naughtyStrings, oddScripts, sqlInjections, spread } from '../../testing/corpora.ts';
import { signIn, type SignedIn } from '../../testing/sign-in.ts';
import type { Profile } from './profiles.contract.ts';
import { prepared } from '../../testing/prepared.ts';

const test = openTestApp();
const asha = prepared(() => signIn(test));
const binod = prepared(() => signIn(test));

const send = (person: SignedIn | null, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown) =>
  test.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...person?.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const create = async (person: SignedIn, body: object): Promise<Profile> =>
  (await send(person, 'POST', '/profile/create', body)).json<{ data: Profile }>().data;
const sister = { firstName: 'Sita', lastName: 'Devi', phoneNo: '98765 43210', relation: 'sibling' };

describe('making a profile', () => {
  it('takes the relation in any case and gives it back in upper case', async () => {
    const answer = await send(asha, 'POST', '/profile/create', sister);
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.json().data).toEqual({
      id: expect.any(Number),
      isActive: true,
      relation: 'SIBLING',
      firstName: 'Sita',
      lastName: 'Devi',
      phoneNo: '+919876543210',
      answers: {},
    });
  });

  it('takes a relation alone, as somebody without a name or number has it', async () => {
    expect(await create(asha, { relation: 'Other', firstName: null, lastName: '', phoneNo: null })).toMatchObject({
      relation: 'OTHER',
      firstName: '',
      lastName: '',
      phoneNo: null,
    });
  });

  it('answers a second SELF with the first, 200, and keeps the first as it is', async () => {
    const person = await signIn(test);
    const first = await send(person, 'POST', '/profile/create', {
      firstName: 'Asha',
      lastName: 'Rao',
      relation: 'self',
    });
    const second = await send(person, 'POST', '/profile/create', {
      firstName: 'Someone',
      lastName: 'Else',
      relation: 'SELF',
    });
    expect([first.statusCode, second.statusCode]).toEqual([201, 200]);
    expect(second.json()).toEqual(first.json());
  });

  it('makes one SELF of fifty that come at once', async () => {
    const person = await signIn(test);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        send(person, 'POST', '/profile/create', { firstName: 'Asha', lastName: 'Rao', relation: 'SELF' }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer.json().data))).size).toBe(1);
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1);
    expect(await test.db.select().from(profiles).where(eq(profiles.userId, person.user.id))).toHaveLength(1);
  });

  it("keeps a parent's consent for a child, with its wording and time; a child without one is taken, and refused where it is denied", async () => {
    const child = await create(asha, { firstName: 'Mina', relation: 'child', consent: true });
    const given = await test.db.select().from(consents).where(eq(consents.profileId, child.id));
    expect(given).toMatchObject([
      { userId: asha.user.id, kind: 'child', version: expect.stringMatching(/^\d{4}-\d{2}$/), withdrawnAt: null },
    ]);
    expect((await send(asha, 'POST', '/profile/create', { firstName: 'Ravi', relation: 'child' })).statusCode).toBe(
      201,
    );
    expect(
      (await send(asha, 'POST', '/profile/create', { firstName: 'Ravi', relation: 'child', consent: false })).json(),
    ).toMatchObject({ status: 400, details: [{ path: 'consent' }] });
  });

  it.each([
    ['no relation', { firstName: 'A' }, 'relation'],
    ['a relation that nobody has', { relation: 'NEIGHBOUR' }, 'relation'],
    ['a relation that only looks like one', { relation: 'ſelf' }, 'relation'],
    ['a relation that is no text', { relation: 1 }, 'relation'],
    ['a number that is none', { ...sister, phoneNo: '12345' }, 'phoneNo'],
    ['a name too long', { ...sister, firstName: 'a'.repeat(81) }, 'firstName'],
    ['a name with a control character', { ...sister, lastName: 'a\u0007b' }, 'lastName'],
    ['a name that turns the line around', { ...sister, lastName: 'a\u202Eb' }, 'lastName'],
    ['a name that nobody sees', { ...sister, firstName: '\u2800\u3164' }, 'firstName'],
    ['a name that no database keeps', '{"relation":"OTHER","firstName":"a\\u0000"}', 'firstName'],
    ['half a sign', '{"relation":"OTHER","firstName":"\\ud800"}', 'firstName'],
  ])('refuses %s, by name', async (_, body, path) => {
    expect((await send(asha, 'POST', '/profile/create', body)).json()).toMatchObject({
      status: 400,
      code: 'validation_failed',
      details: [{ path }],
    });
  });

  it.each(['id', 'userId', 'isActive', 'role'])('refuses the field %s', async (field) => {
    expect((await send(asha, 'POST', '/profile/create', { ...sister, [field]: binod.user.id })).json()).toMatchObject({
      status: 400,
      code: 'unknown_field',
      details: [{ path: field }],
    });
  });
});

describe("one's own profiles", () => {
  it("are listed without those out of use, and without anybody else's", async () => {
    const person = await signIn(test);
    const self = await create(person, { firstName: 'Asha', relation: 'SELF' });
    const gone = await create(person, sister);
    const kept = await create(person, { ...sister, firstName: 'Gita' });
    expect((await send(person, 'DELETE', `/profile/${gone.id}`)).json()).toEqual({
      data: { ...gone, isActive: false },
    });
    expect((await send(person, 'GET', '/profile/all')).json()).toEqual({ data: [self, kept] });
  });

  it('change in names, number and answers, each alone; answers are replaced as a whole', async () => {
    const made = await create(asha, sister);
    const change = async (body: object) => (await send(asha, 'PATCH', `/profile/${made.id}`, body)).json().data;
    expect(await change({ firstName: 'सीता' })).toEqual({ ...made, firstName: 'सीता' });
    expect(await change({ phoneNo: null })).toEqual({ ...made, firstName: 'सीता', phoneNo: null });
    expect(await change({ answers: { 'q-1': 'yes', 'q-2': 3.5, 'q-3': false, 'q-4': ['a', 'b'] } })).toMatchObject({
      answers: { 'q-1': 'yes', 'q-2': 3.5, 'q-3': false, 'q-4': ['a', 'b'] },
    });
    expect(await change({ answers: { 'q-5': '' } })).toMatchObject({ answers: { 'q-5': '' } });
    expect(await change({})).toMatchObject({ id: made.id, answers: { 'q-5': '' } });
  });

  it.each([
    ['101 answers', { answers: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`q${at}`, true])) }],
    [
      'more than 8 KB of them',
      { answers: Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`q${at}`, 'a'.repeat(1_000)])) },
    ],
    ['an answer inside an answer', { answers: { q: { a: 1 } } }],
    ['no answer at all', { answers: { q: null } }],
    ['a list of numbers', { answers: { q: [1] } }],
    ['a list for a map', { answers: [] }],
    ['a number without end', '{"answers":{"q":1e999}}'],
    ['a prototype', '{"answers":{"__proto__":{"isAdmin":true}}}'],
    ['a flat prototype', '{"answers":{"__proto__":"x"}}'],
    ['an answer that no database keeps', '{"answers":{"q":"\\u0000"}}'],
    ['a question that no database keeps', '{"answers":{"\\u0000":"a"}}'],
    ['another relation', { relation: 'SELF' }],
    ['another owner', { userId: '01a1fe53-a361-70f4-b485-5be813333d20' }],
  ])('refuse %s with 400', async (_, body) => {
    const made = await create(asha, sister);
    expect((await send(asha, 'PATCH', `/profile/${made.id}`, body)).statusCode).toBe(400);
    expect(
      (await send(asha, 'GET', '/profile/all')).json<{ data: Profile[] }>().data.find(({ id }) => id === made.id),
    ).toEqual(made);
  });

  it('keep any flat answers exactly as they came', async () => {
    const made = await create(asha, sister);
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((one) => !one.includes('\u0000'));
    const key = text.filter(
      (one) => one.length > 0 && one.length <= 100 && !['__proto__', 'constructor', 'prototype'].includes(one),
    );
    const value = fc.oneof(
      text,
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
      fc.array(text, { maxLength: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, value, { maxKeys: 10, noNullPrototype: true }), async (answers) => {
        const answer = await send(asha, 'PATCH', `/profile/${made.id}`, { answers });
        expect(answer.statusCode).toBe(200);
        expect(answer.json().data.answers).toEqual(answers);
      }),
      { numRuns: 50 },
    );
  });

  it('do not lose SELF', async () => {
    const person = await signIn(test);
    const self = await create(person, { firstName: 'Asha', relation: 'SELF' });
    expect((await send(person, 'DELETE', `/profile/${self.id}`)).json()).toMatchObject({
      status: 409,
      code: 'conflict',
    });
    expect((await send(person, 'GET', '/profile/all')).json()).toEqual({ data: [self] });
  });

  it('keep nothing of a child that was taken out', async () => {
    const child = await create(asha, {
      firstName: 'Mina',
      lastName: 'Rao',
      relation: 'CHILD',
      phoneNo: '9876543210',
      answers: { age: 7 },
      consent: true,
    });
    expect((await send(asha, 'DELETE', `/profile/${child.id}`)).json().data).toEqual({
      ...child,
      isActive: false,
      firstName: '',
      lastName: '',
      phoneNo: null,
      answers: {},
    });
    expect(
      (await test.db.select().from(consents).where(eq(consents.profileId, child.id)))[0]!.withdrawnAt,
    ).toBeInstanceOf(Date);
  });
});

describe('who may do what with a profile', () => {
  const calls = (id: number) =>
    [
      ['POST', '/profile/create', sister],
      ['GET', '/profile/all'],
      ['PATCH', `/profile/${id}`, { firstName: 'X' }],
      ['DELETE', `/profile/${id}`],
    ] as const;

  it("another person's is not found, as is one that is out of use, and stays as it is", async () => {
    const made = await create(asha, sister);
    for (const [method, url, body] of calls(made.id).slice(2))
      expect((await send(binod, method, url, body)).json()).toMatchObject({ status: 404, code: 'profile_not_found' });
    expect((await send(asha, 'GET', '/profile/all')).json<{ data: Profile[] }>().data).toContainEqual(made);
    await send(asha, 'DELETE', `/profile/${made.id}`);
    for (const [method, url, body] of calls(made.id).slice(2))
      expect((await send(asha, method, url, body)).json()).toMatchObject({ status: 404, code: 'profile_not_found' });
  });

  it.each(['0', '-1', '1e3', '0x10', '007', '2147483648', 'MjUy', '%00', '%27%20or%201=1'])(
    'the id %s is a 400',
    async (id) => {
      expect((await send(asha, 'DELETE', `/profile/${id}`)).statusCode).toBe(400);
      expect((await send(asha, 'PATCH', `/profile/${id}`, {})).statusCode).toBe(400);
    },
  );
});

describe.skipIf(!corpora)('hostile names and answers', () => {
  it('are stored exactly, or refused with 400', async () => {
    const person = await signIn(test);
    const made = await create(person, { relation: 'OTHER' });
    const wrong: string[] = [];
    for (const text of [
      ...spread(naughtyStrings(), 160),
      ...spread(sqlInjections(), 30),
      ...spread(crossSiteScripts(), 30),
      ...spread(oddScripts(), 30),
    ]) {
      const answer = await send(person, 'PATCH', `/profile/${made.id}`, { firstName: text, answers: { q: text } });
      const body = answer.json();
      const isRight =
        answer.statusCode === 200
          ? body.data.firstName === text && body.data.answers.q === text
          : answer.statusCode === 400 && /^(firstName|answers)/.test(body.details[0].path);
      if (!isRight) wrong.push(text);
    }
    expect(wrong).toEqual([]);
  });
});
