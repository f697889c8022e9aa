import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { sessionProofs } from '../database/schema.ts';
import type { Profile } from '../features/profiles/profiles.contract.ts';
import { buildTestApp, type TestApp } from './build-test-app.ts';
import { codeFor, type SignedIn } from './sign-in.ts';

export let test: TestApp;
let next = 9_600_000_000;
/** Two phone numbers that nobody has yet, others in each test. */
export let first: string;
export let second: string;

/** A site for the test file that calls this, for the calls on one's own account and data. */
export function openOwnAccount(): void {
  beforeAll(async () => {
    test = await buildTestApp();
  });
  beforeEach(() => {
    [first, second] = [String((next += 1)), String((next += 1))];
  });
  afterAll(() => test.close());
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
export const send = (
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
export const statusOf = async (person: SignedIn) => (await send(person, 'GET', '/user/get')).statusCode;
export const ageProofs = () =>
  test.services.connection.db.update(sessionProofs).set({ provenAt: sql`now() - interval '11 minutes'` });
export const confirm = async (person: SignedIn, identifier: string, channel?: 'phone' | 'email') => {
  expect((await send(person, 'POST', '/user/confirm/send', { channel })).statusCode).toBe(200);
  return send(person, 'POST', '/user/confirm/verify', { channel, providerToken: await codeFor(test, identifier) });
};
export const addProfile = async (person: SignedIn, body: object) =>
  (await send(person, 'POST', '/profile/create', body)).json<{ data: Profile }>().data;
