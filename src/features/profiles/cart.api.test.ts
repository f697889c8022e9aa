// @runs on both databases
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { savedSchemes } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { codeFor, signIn, type SignedIn } from '../../testing/sign-in.ts';
import type { AccountCart } from './cart.contract.ts';
import type { Profile } from './profiles.contract.ts';

const test = openTestApp();

const send = (person: SignedIn | null, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) =>
  test.app.inject({
    method,
    url: `/api${url}`,
    headers: { ...person?.headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
const add = async (person: SignedIn, body: object) =>
  (await send(person, 'POST', '/profile/create', body)).json<{ data: Profile }>().data;
const cartOf = async (person: SignedIn) => (await send(person, 'GET', '/cart')).json<{ data: AccountCart }>().data;
const idsOf = (cart: AccountCart, profileId: number) => cart[profileId]?.items.map(({ schemeId }) => schemeId) ?? [];

describe("the account's cart", () => {
  it('keeps schemes for a profile, in the order of saving, once each', async () => {
    const person = await signIn(test);
    const self = await add(person, { relation: 'SELF' });
    const mother = await add(person, { relation: 'PARENT', firstName: 'Savitri' });
    expect(await cartOf(person)).toEqual({});
    const answer = await send(person, 'PATCH', '/cart', { profileId: self.id, save: [1013, 1001, 1013] });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    await send(person, 'PATCH', '/cart', { profileId: mother.id, save: [7] });
    await send(person, 'PATCH', '/cart', { profileId: self.id, save: [2, 1001], remove: [99] });
    expect(await cartOf(person)).toEqual({
      [self.id]: { items: [{ schemeId: 1013 }, { schemeId: 1001 }, { schemeId: 2 }] },
      [mother.id]: { items: [{ schemeId: 7 }] },
    });
    expect(
      (await send(person, 'PATCH', '/cart', { profileId: mother.id, remove: [7] })).json<{ data: AccountCart }>().data,
    ).toEqual({ [self.id]: expect.anything() });
  });

  it('loses nothing when two devices change it at once', async () => {
    const person = await signIn(test);
    const { id } = await add(person, { relation: 'SELF' });
    await send(person, 'PATCH', '/cart', { profileId: id, save: [1, 2] });
    await Promise.all([
      ...[11, 12, 13, 14].map((one) => send(person, 'PATCH', '/cart', { profileId: id, save: [one] })),
      send(person, 'PATCH', '/cart', { profileId: id, remove: [1] }),
      send(person, 'PATCH', '/cart', { profileId: id, remove: [1], save: [15] }),
    ]);
    expect(idsOf(await cartOf(person), id).toSorted((a, b) => a - b)).toEqual([2, 11, 12, 13, 14, 15]);
  });

  it('holds 500 for a profile and no more, however many come at once', async () => {
    const person = await signIn(test);
    const { id } = await add(person, { relation: 'SELF' });
    const hundred = (from: number) => Array.from({ length: 100 }, (_, at) => from + at);
    for (const from of [1, 101, 201, 301]) await send(person, 'PATCH', '/cart', { profileId: id, save: hundred(from) });
    const answers = await Promise.all(
      [1_001, 2_001, 3_001].map((from) => send(person, 'PATCH', '/cart', { profileId: id, save: hundred(from) })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'conflict',
      message: 'A list holds 500 schemes. Remove some to save others.',
    });
    expect(idsOf(await cartOf(person), id)).toHaveLength(500);
  });

  it("is nobody else's, and not there for a profile out of use", async () => {
    const [person, other] = [await signIn(test), await signIn(test)];
    const { id } = await add(person, { relation: 'OTHER', firstName: 'Gita' });
    await send(person, 'PATCH', '/cart', { profileId: id, save: [5] });
    expect((await send(other, 'PATCH', '/cart', { profileId: id, save: [6] })).json().code).toBe('profile_not_found');
    expect(await cartOf(other)).toEqual({});
    for (const method of ['GET', 'PATCH'] as const)
      expect((await send(null, method, '/cart', method === 'GET' ? undefined : { profileId: id })).statusCode).toBe(
        401,
      );
    await send(person, 'DELETE', `/profile/${id}`);
    expect((await send(person, 'PATCH', '/cart', { profileId: id, save: [6] })).statusCode).toBe(404);
    expect(await cartOf(person)).toEqual({});
  });

  it.each([
    ['no profile', { save: [1] }, 'profileId'],
    ['ids as text', { profileId: 1, save: ['1'] }, 'save.0'],
    ['an id of nothing', { profileId: 1, save: [0] }, 'save.0'],
    ['an id that no column holds', { profileId: 1, remove: [2_147_483_648] }, 'remove.0'],
    ['too many at once', { profileId: 1, save: Array.from({ length: 101 }, (_, at) => at + 1) }, 'save'],
    ['both at once', { profileId: 1, save: [1, 2], remove: [2] }, 'remove'],
    ['an unknown field', { profileId: 1, userId: 'another' }, 'userId'],
  ])('refuses %s, by name', async (_name, body, path) => {
    const answer = await send(await signIn(test), 'PATCH', '/cart', body);
    expect([answer.statusCode, answer.json().details[0].path]).toEqual([400, path]);
  });

  it("forgets a child's at once, and all of it with the account; the export knows it", async () => {
    const phone = '9400000001';
    const person = await signIn(test, { phone });
    const self = await add(person, { relation: 'SELF' });
    const child = await add(person, { relation: 'CHILD', firstName: 'Mina', consent: true });
    const friend = await add(person, { relation: 'OTHER', firstName: 'Gita' });
    for (const { id } of [self, child, friend]) await send(person, 'PATCH', '/cart', { profileId: id, save: [3] });
    for (const { id } of [child, friend]) await send(person, 'DELETE', `/profile/${id}`);
    const rowsOf = (id: number) => test.db.select().from(savedSchemes).where(eq(savedSchemes.profileId, id));
    expect(await rowsOf(child.id)).toEqual([]);
    expect((await send(person, 'GET', '/user/export')).json().data.cart).toEqual([
      { profileId: self.id, schemeId: 3, savedAt: expect.any(String) },
      { profileId: friend.id, schemeId: 3, savedAt: expect.any(String) },
    ]);
    expect((await send(person, 'DELETE', '/user', {})).statusCode).toBe(200);
    expect([...(await rowsOf(self.id)), ...(await rowsOf(friend.id))]).toEqual([]);
  });

  it('is joined when two accounts of one person are', async () => {
    const [mine, second] = ['9400000011', '9400000012'];
    const [person, other] = [await signIn(test, { phone: mine }), await signIn(test, { phone: second })];
    const [self, gone] = [await add(person, { relation: 'SELF' }), await add(other, { relation: 'SELF' })];
    const friend = await add(other, { relation: 'OTHER', firstName: 'Gita' });
    await send(person, 'PATCH', '/cart', { profileId: self.id, save: [1, 2] });
    await send(other, 'PATCH', '/cart', { profileId: gone.id, save: [3, 2] });
    await send(other, 'PATCH', '/cart', { profileId: friend.id, save: [4] });
    await send(person, 'POST', '/user/phone/otp/send', { mobile: second });
    await send(person, 'POST', '/user/phone/otp/verify', { mobile: second, otp: await codeFor(test, `+91${second}`) });
    expect((await send(person, 'POST', '/user/merge', { mobile: second })).statusCode).toBe(200);
    const cart = await cartOf(person);
    expect([idsOf(cart, self.id), idsOf(cart, friend.id), idsOf(cart, gone.id)]).toEqual([[1, 2, 3], [4], []]);
  });
});
