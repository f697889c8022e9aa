import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAppError } from '../wire/errors.ts';
import { defaultLimits, gateBehind, type Limit, memoryLimit, noLimits, sharedLimit } from './limits.server.ts';
import { networkOf } from './networks.ts';
import { openDatabase } from '../../testing/open-database.ts';

/** Seconds to wait, or null where the call is allowed. */
const waitOf = (call: Promise<void>) =>
  call.then(
    () => null,
    (error: unknown) => {
      if (!isAppError(error) || error.status !== 429) throw error;
      return error.retryAfterSeconds;
    },
  );

afterEach(() => void vi.useRealTimers());

describe('a limit in memory', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

  it('allows so many calls of each caller, and says how many seconds to wait until the time is over', async () => {
    const limit = memoryLimit(3, 60);
    for (const key of ['a', 'a', 'a', 'b']) expect(await waitOf(limit(key))).toBeNull();
    expect(await waitOf(limit('a'))).toBe(60);
    vi.setSystemTime(Date.now() + 30_500);
    expect(await waitOf(limit('a'))).toBe(30);
    vi.setSystemTime(Date.now() + 29_499);
    expect(await waitOf(limit('a'))).toBe(1);
    vi.setSystemTime(Date.now() + 1);
    for (let calls = 0; calls < 3; calls += 1) expect(await waitOf(limit('a'))).toBeNull();
    expect(await waitOf(limit('a'))).toBe(60);
  });

  it('that is behind a look-up: who missed too often is refused before the next one, until the time is over', async () => {
    const gate = gateBehind(memoryLimit(1, 60));
    const isShut = (key: string) => waitOf((async () => gate.pass(key))());
    await gate.count('a');
    expect(await isShut('a')).toBeNull();
    await gate.count('a');
    expect([await isShut('a'), await isShut('b')]).toEqual([60, null]);
    vi.setSystemTime(Date.now() + 59_500);
    expect(await isShut('a')).toBe(1);
    vi.setSystemTime(Date.now() + 500);
    expect(await isShut('a')).toBeNull();
  });

  it('that is behind a look-up: where the limit itself fails, the caller is shut out for a second', async () => {
    const gate = gateBehind(() => Promise.reject(new Error('gone')));
    await gate.count('a');
    expect(await waitOf((async () => gate.pass('a'))())).toBe(1);
  });
});

describe('a limit in the database', () => {
  const database = openDatabase('empty');
  beforeEach(async () => void (await database.db.execute(sql`delete from rate_limits`)));
  const counted = async () =>
    (
      await database.db.execute<{ key: string; points: number }>(sql`select key, points from rate_limits order by key`)
    ).rows.map(({ key, points }) => `${key} ${points}`);
  const pass = (seconds: number) =>
    database.db.execute(sql`update rate_limits set expire = expire - ${seconds * 1_000}`);

  it('counts each caller of each limit apart, refuses without counting, and starts anew when its time is over', async () => {
    const limit = sharedLimit(database.connection, 'one', 2, 600);
    const other = sharedLimit(database.connection, 'other', 2, 600);
    for (const call of [limit('a'), limit('a'), limit('b'), other('a')]) expect(await waitOf(call)).toBeNull();
    const wait = (await waitOf(limit('a')))!;
    expect(wait).toBeGreaterThan(590);
    expect(wait).toBeLessThanOrEqual(600);
    expect(await counted()).toEqual(['one:a 2', 'one:b 1', 'other:a 1']);
    await pass(590);
    const rest = (await waitOf(limit('a')))!;
    expect(rest).toBeGreaterThan(0);
    expect(rest).toBeLessThanOrEqual(10);
    await pass(10);
    expect(await waitOf(limit('a'))).toBeNull();
    expect(await counted()).toContain('one:a 1');
    expect(await waitOf(limit('a'))).toBeNull();
    expect(await waitOf(limit('a'))).toBeGreaterThan(590);
  });

  it('spends nothing for what is rolled back', async () => {
    const limit = sharedLimit(database.connection, 'one', 2, 60);
    await expect(
      database.db.transaction(async (tx) => {
        await limit('a', tx);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await counted()).toEqual([]);
  });
});

describe('the limits of the site', () => {
  const rulesOf = (limits: Record<string, Limit>) =>
    Object.values(limits).flatMap(({ rule }) => (rule === undefined ? [] : [rule]));

  it('have each a counter of their own', () => {
    const rules = rulesOf(defaultLimits({} as never));
    expect(rules.length).toBeGreaterThan(25);
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
    for (const { name, points, seconds } of rules) {
      expect(name).toMatch(/^[a-z][a-z0-9-]+$/);
      expect(name.endsWith('-minute') ? 60 : name.endsWith('-day') ? 86_400 : seconds).toBe(seconds);
      expect(points).toBeGreaterThan(0);
    }
  });

  it('hold for a minute, a quarter of an hour, an hour or a day', () => {
    const { reports, factorCodes, codesPerNetwork, shares } = defaultLimits({} as never);
    expect([shares, factorCodes, codesPerNetwork, reports].map(({ rule }) => rule!.seconds)).toEqual([
      60, 900, 3_600, 86_400,
    ]);
  });

  it('give one wide network a twentieth of a budget, half of it to a part of it, and never nothing', () => {
    const points = (perDay: number) => {
      const limits = defaultLimits({} as never, { sms: { perMinute: 9, perDay }, formsPerDay: perDay });
      return [limits.codesPer48, limits.codesPer56, limits.formsPer48, limits.formsPer56].map(
        ({ rule }) => rule!.points,
      );
    };
    expect(points(5_000)).toEqual([250, 125, 250, 125]);
    expect(points(10)).toEqual([2, 1, 2, 1]);
  });

  it('tell by its name which budget is half or wholly spent', () => {
    const told: string[] = [];
    const limits = defaultLimits({} as never, {}, (budget, state) => told.push(`${budget} ${state}`));
    for (const name of ['smsPerMinute', 'smsPerDay', 'mailsPerDay', 'receiptsPerDay', 'formsPerDay'] as const)
      limits[name].rule!.tell!('half');
    expect(told).toEqual(['sms-minute half', 'sms half', 'mail half', 'receipts half', 'forms half']);
    expect(limits.codesPerDay.rule!.tell).toBeUndefined();
  });

  it('are lifted for benchmarks, each of them', async () => {
    const lifted = noLimits();
    expect(Object.keys(lifted)).toEqual(Object.keys(defaultLimits({} as never)));
    for (const limit of Object.values(lifted))
      for (let calls = 0; calls < 3; calls += 1) expect(await waitOf(limit('a'))).toBeNull();
  });
});

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:0:1::5', '2001:db8:0:1::/64'],
  ['2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
