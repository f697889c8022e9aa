// @runs on both databases
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeChallenges } from './database/schema.ts';
import type { Message } from './platform/delivery/outbox-message.ts';
import { join } from './testing/join.ts';
import { openTestApp } from './testing/open-test-app.ts';

const test = openTestApp({
  outbox: {
    providers: {
      sms: async (message) => {
        taken.push(message);
      },
    },
  },
});
let taken: Message[] = [];
beforeEach(() => {
  taken = [];
});
afterEach(() => {
  vi.useRealTimers();
});

let last = 9_811_100_000;
const someNumber = () => String((last += 1));

/** Shifts the wall clock of this process only: timers and the database's clock are unaffected. */
function jump(minutes: number): void {
  const to = Date.now() + minutes * 60_000;
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(to);
}

async function askForCode(number: string): Promise<string> {
  expect((await test.app.inject(`/api/otp/send/phone/${number}`)).statusCode).toBe(200);
  return vi.waitFor(() => {
    const message = taken.find(({ to }) => to === `+91${number}`);
    expect(message, 'delivered').toBeDefined();
    return message!.code!;
  }, 20_000);
}

const enter = async (number: string, code: string) =>
  (await test.send('POST', '/api/provider-token/verify', { providerToken: code, phoneNo: number, provider: 'JB' }))
    .statusCode;
const outlive = (number: string) =>
  test.db
    .update(codeChallenges)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(codeChallenges.identifier, `+91${number}`));

describe.each([
  ['ahead', 10],
  ['behind', -10],
] as const)('a clock that jumps ten minutes %s', (_way, minutes) => {
  it('keeps no code from being sent and entered', async () => {
    const [before, after] = [someNumber(), someNumber()];
    const sentBefore = await askForCode(before);
    jump(minutes);
    const sentAfter = await askForCode(after);
    expect([await enter(before, sentBefore), await enter(after, sentAfter)]).toEqual([200, 200]);
  });

  it('lets no code live past its time', async () => {
    const [before, after] = [someNumber(), someNumber()];
    const sentBefore = await askForCode(before);
    jump(minutes);
    const sentAfter = await askForCode(after);
    await outlive(before);
    await outlive(after);
    expect([await enter(before, sentBefore), await enter(after, sentAfter)]).toEqual([400, 400]);
  });

  it('signs nobody out', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => join(test.services)));
    jump(minutes);
    const statuses = await Promise.all(
      people.map(
        async ({ cookies }) =>
          (await test.app.inject({ url: '/api/user/get', headers: { cookie: cookies } })).statusCode,
      ),
    );
    expect(statuses).toEqual(people.map(() => 200));
    const sessions = await Promise.all(
      people.map(async ({ cookies }) =>
        (await test.app.inject({ url: '/api/auth/session', headers: { cookie: cookies } })).json(),
      ),
    );
    expect(sessions).toEqual(
      people.map(({ id }) => expect.objectContaining({ user: expect.objectContaining({ id }) })),
    );
  });
});
