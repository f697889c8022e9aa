// @runs on both databases
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { profiles, savedSchemes } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { newNumber } from '../../testing/page-forms.ts';
import { codeFor, signIn, type SignedIn } from '../../testing/sign-in.ts';
import { maxSavedOfAccount } from './cart.contract.ts';
import { countSaved } from './cart.queries.server.ts';
import { maxProfiles, maxProfilesEver, type Profile } from './profiles.contract.ts';

const test = openTestApp();

const send = ({ headers }: SignedIn, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  test.send(method, `/api${path}`, payload, headers);

async function addProfiles({ user }: SignedIn, many: number, isActive = true): Promise<number[]> {
  const rows = Array.from({ length: many }, () => ({ userId: user.id, relation: 'OTHER' as const, isActive }));
  return (await test.db.insert(profiles).values(rows).returning({ id: profiles.id })).map(({ id }) => id);
}
const save = (profileId: number, many: number) =>
  test.db.execute(
    sql`insert into saved_schemes (profile_id, scheme_id) select ${profileId}::int, 1000 + n from generate_series(1, ${many}::int) n`,
  );
const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).toSorted();

it('an account has so many people and no more, however many come at once', async () => {
  const person = await signIn(test);
  await addProfiles(person, maxProfiles - 2);
  const add = (relation = 'OTHER') => send(person, 'POST', '/profile/create', { relation, firstName: 'Ravi' });
  expect(statuses(await Promise.all(Array.from({ length: 6 }, () => add())))).toEqual([201, 201, 409, 409, 409, 409]);
  const all = (await send(person, 'GET', '/profile/all')).json<{ data: Profile[] }>().data;
  expect(all).toHaveLength(maxProfiles);
  const form = await test.send('POST', '/profile', 'intent=add&relation=PARENT&firstName=Savitri', {
    ...person.headers,
    origin: test.services.config.publicOrigin,
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(form.statusCode).toBe(400);
  // Nothing that was typed is lost.
  for (const words of ['as many people', 'value="Savitri"']) expect(form.body).toContain(words);
  const full = await send(person, 'POST', '/profile/create', { relation: 'SELF' });
  expect(full.json()).toMatchObject({ code: 'conflict', message: expect.stringContaining('as many people') });
  await send(person, 'DELETE', `/profile/${all[0]!.id}`);
  expect((await add('SELF')).statusCode).toBe(201);
  // One's own is there already: a sign-in on another device must not meet the bound.
  expect((await add('SELF')).statusCode).toBe(200);
});

it('removed people count, too, so that adding and removing stores no more without end', async () => {
  const person = await signIn(test);
  await addProfiles(person, maxProfilesEver - 1, false);
  const add = () => send(person, 'POST', '/profile/create', { relation: 'OTHER' });
  const { data } = (await add()).json<{ data: Profile }>();
  await send(person, 'DELETE', `/profile/${data.id}`);
  expect((await add()).statusCode).toBe(409);
});

it('all lists of an account together hold so many schemes, also when two devices save for two people at once', async () => {
  const person = await signIn(test);
  const [first, second, third, fourth, fifth] = await addProfiles(person, 5);
  for (const id of [first!, second!, third!]) await save(id, 500);
  await save(fourth!, maxSavedOfAccount - 1_500 - 3);
  const two = (profileId: number, from: number) =>
    send(person, 'PATCH', '/cart', { profileId, save: [from, from + 1] });
  expect(statuses(await Promise.all([two(fourth!, 1), two(fifth!, 1)]))).toEqual([200, 409]);
  expect(await countSaved(test.db, person.user.id)).toBe(maxSavedOfAccount - 1);
  const full = await two(fifth!, 5);
  expect(full.json()).toMatchObject({ code: 'conflict', message: expect.stringContaining('All your lists') });
  const cart = await send(person, 'GET', '/cart');
  expect(Buffer.byteLength(cart.body)).toBeLessThan(100_000);
  // The list of a removed person goes for it: nobody could empty it any more.
  await send(person, 'DELETE', `/profile/${first!}`);
  expect((await two(fifth!, 5)).statusCode).toBe(200);
});

it('two accounts that are too large together are not joined, and lose nothing', async () => {
  const [person, mobile] = [await signIn(test), newNumber()];
  const other = await signIn(test, { phone: mobile });
  await addProfiles(person, maxProfiles - 1);
  const [mine, more] = await addProfiles(other, 2);
  await save(mine!, 500);
  const verify = (path: string, payload: object) => send(person, 'POST', `/user/phone/otp/${path}`, payload);
  await verify('send', { mobile });
  await verify('verify', { mobile, otp: await codeFor(test, `+91${mobile}`) });
  const merge = () => send(person, 'POST', '/user/merge', { mobile });
  expect((await merge()).json()).toMatchObject({ status: 409, message: expect.stringContaining('Together these two') });
  expect(await countSaved(test.db, other.user.id)).toBe(500);
  await send(other, 'DELETE', `/profile/${more!}`);
  expect((await merge()).statusCode).toBe(200);
  expect(await test.db.$count(savedSchemes, sql`profile_id = ${mine!}`)).toBe(500);
  expect(await countSaved(test.db, person.user.id)).toBe(500);
});
