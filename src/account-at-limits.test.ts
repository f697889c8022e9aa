// @runs slow
import { beforeAll, expect, it } from 'vitest';
import { maxSavedOfAccount } from './features/profiles/cart.contract.ts';
import { maxProfiles, maxProfilesEver } from './features/profiles/profiles.contract.ts';
import { addressesOf, fillAccount, ownOf } from './testing/account-at-limits.ts';
import { allCalls } from './testing/security-matrix.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { colleague } from './testing/studio.ts';
import { prepared } from './testing/prepared.ts';

// What each costs in time and memory, with more of it: npm run faults -- r21-accounts.

const most = 5_000_000;
const test = openTestApp();
const person = prepared(() => colleague(test, 'writer'));
let posts: number;
beforeAll(async () => {
  posts = await fillAccount(test.db, person.id, 1);
});

const get = (url: string) => test.app.inject({ url, headers: person.headers });

it('no answer and no page of an account at every limit is longer than 5 MB', async () => {
  const addresses = addressesOf(Object.keys(allCalls(test.app.routes)), person.id, await ownOf(test.db, person.id));
  expect(addresses.length).toBeGreaterThan(100);
  const found: Record<string, number> = {};
  for (const url of addresses) {
    const { statusCode, rawPayload } = await get(url);
    if (statusCode >= 500) found[`${statusCode} ${url}`] = rawPayload.length;
    if (rawPayload.length > most) found[url] = rawPayload.length;
  }
  expect(found).toEqual({});
}, 60_000);

it('its lists are whole', async () => {
  const cart = (await get('/api/cart')).json<{ data: Record<string, { items: unknown[] }> }>().data;
  expect(Object.values(cart).flatMap(({ items }) => items)).toHaveLength(maxSavedOfAccount);
  expect((await get('/api/profile/all')).json<{ data: unknown[] }>().data).toHaveLength(maxProfiles);
});

it('20 exports of it at once give one file with everything, and 19 sentences', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/api/user/export')));
  const whole = answers.filter(({ statusCode }) => statusCode === 200);
  expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(20 - whole.length);
  expect(whole.length).toBeGreaterThanOrEqual(1);
  expect(whole.length).toBeLessThan(5);
  const { cart, profiles, community, notificationMail, studio } = whole[0]!.json().data;
  expect([cart.length, profiles.length, notificationMail]).toEqual([maxSavedOfAccount, maxProfilesEver, null]);
  expect(community.questions.length + community.comments.length + community.replies.length).toBe(posts);
  expect([community.reactions.length, community.notifications.length, studio.acts.length]).toEqual([
    20_000, 10_000, 10_000,
  ]);
}, 60_000);
