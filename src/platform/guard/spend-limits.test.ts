import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../database/connect.server.ts';
import { connectAgain, postgresServer } from '../../testing/test-database.ts';
import { isAppError } from '../wire/errors.ts';
import { type BudgetState, type Limit, type Rule, memoryLimit, sharedLimit } from './limits.server.ts';
import { createSpender, type Share, type Spender, spenderOf, type Wait } from './spend-limits.server.ts';
import { openDatabase } from '../../testing/open-database.ts';

const database = openDatabase('empty');
let spender: Spender;
beforeEach(async () => {
  spender = createSpender();
  await database.db.execute(sql`delete from rate_limits`);
});
afterEach(() => void vi.useRealTimers());

function limited(name: string, points: number, seconds = 60, more: Partial<Rule> = {}): Limit {
  const limit = sharedLimit(database.connection, name, points, seconds);
  limit.rule = { ...limit.rule!, ...more };
  return limit;
}
/** Seconds to wait, or null where all was spent. */
const spend = (...shares: (Share | Wait)[]) =>
  spender.spend(database.db, shares).then(
    () => null,
    (error: unknown) => {
      if (!isAppError(error) || error.status !== 429) throw error;
      return error.retryAfterSeconds;
    },
  );
const counted = async () =>
  Object.fromEntries(
    (await database.db.execute<{ key: string; points: number }>(sql`select key, points from rate_limits`)).rows.map(
      ({ key, points }) => [key, points],
    ),
  );
const pass = (seconds: number, key = '') =>
  database.db.execute(sql`update rate_limits set expire = expire - ${seconds * 1_000} where starts_with(key, ${key})`);

describe('several limits at once', () => {
  it('are spent together or not at all; the longest wait of those that refuse is told', async () => {
    const told: string[] = [];
    const short = { limit: limited('short', 1, 60, { refused: () => told.push('short') }), key: 'a' };
    const long = { limit: limited('long', 1, 600, { refused: () => told.push('long') }), key: 'a' };
    const open = { limit: limited('open', 9), key: 'a' };
    expect(await spend(short, long, open)).toBeNull();
    const wait = (await spend(short, open, long))!;
    expect(wait).toBeGreaterThan(590);
    expect(wait).toBeLessThanOrEqual(600);
    expect(told.toSorted()).toEqual(['long', 'short']);
    expect(await counted()).toEqual({ 'short:a': 1, 'long:a': 1, 'open:a': 1 });
    expect(await spend({ ...short, key: 'b' }, open)).toBeNull();
    expect(await counted()).toMatchObject({ 'short:a': 1, 'short:b': 1, 'open:a': 2 });
  });

  it('start anew when their time is over', async () => {
    const share = { limit: limited('one', 2), key: 'a' };
    for (let calls = 0; calls < 2; calls += 1) expect(await spend(share)).toBeNull();
    await pass(61);
    for (let calls = 0; calls < 2; calls += 1) expect(await spend(share)).toBeNull();
    expect(await counted()).toEqual({ 'one:a': 2 });
    expect(await spend(share)).toBeGreaterThan(50);
  });

  it('count among them those that are held in memory', async () => {
    const memory = { limit: memoryLimit(1, 60), key: 'a' };
    expect(await spender.spend(database.db, [memory])).toEqual({ sends: 1 });
    expect(await spend(memory)).toBe(60);
    expect(await counted()).toEqual({});
  });

  it('are one memory for each connection', () => {
    const other = {};
    expect(spenderOf(database.connection)).toBe(spenderOf(database.connection));
    expect(spenderOf(other)).not.toBe(spenderOf(database.connection));
  });
});

describe('a refusal', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

  it('is remembered for five seconds, without asking the database, and not for another caller', async () => {
    let refusals = 0;
    const share = { limit: limited('one', 1, 60, { refused: () => (refusals += 1) }), key: 'a' };
    await spend(share);
    const wait = (await spend(share))!;
    await database.db.execute(sql`delete from rate_limits`);
    vi.setSystemTime(Date.now() + 4_000);
    expect(await spend(share)).toBe(wait - 4);
    expect(refusals).toBe(2);
    expect(await spend({ ...share, key: 'b' })).toBeNull();
    vi.setSystemTime(Date.now() + 1_000);
    expect(await spend(share)).toBeNull();
  });

  it('that ends sooner is remembered no longer than it lasts', async () => {
    const share = { limit: limited('one', 1, 60), key: 'a' };
    await spend(share);
    await database.db.execute(sql`update rate_limits set expire = (extract(epoch from now()) * 1000)::bigint + 3000`);
    expect(await spend(share)).toBeLessThanOrEqual(3);
    await database.db.execute(sql`delete from rate_limits`);
    vi.setSystemTime(Date.now() + 3_000);
    expect(await spend(share)).toBeNull();
  });

  it('to send again so soon is not remembered: the wait ends when the code is used', async () => {
    const wait = { wait: 'wait:a' };
    expect(await spend(wait)).toBeNull();
    expect(await spend(wait)).toBeGreaterThan(25);
    await database.db.execute(sql`delete from rate_limits`);
    expect(await spend(wait)).toBeNull();
  });
});

describe('the wait between sends', () => {
  it('doubles with each, up to an hour, and the series ends after an hour without one', async () => {
    const wait = { wait: 'wait:a' };
    for (const [at, seconds] of [30, 60, 120, 240, 480, 960, 1_920, 3_600].entries()) {
      expect(await spender.spend(database.db, [wait])).toEqual({ sends: at + 1 });
      if (seconds === 3_600) break;
      await pass(seconds - 10);
      const refused = (await spend(wait))!;
      expect(refused).toBeGreaterThan(0);
      expect(refused).toBeLessThanOrEqual(10);
      await pass(10);
    }
    const refused = (await spend(wait))!;
    expect(refused).toBeGreaterThan(3_590);
    expect(refused).toBeLessThanOrEqual(3_600);
    await pass(3_600);
    expect(await spender.spend(database.db, [wait])).toEqual({ sends: 1 });
  });

  it('is that of the longest series, where there are several', async () => {
    await spend({ wait: 'wait:a' });
    await pass(30);
    expect(await spender.spend(database.db, [{ wait: 'wait:a' }, { wait: 'wait:b' }])).toEqual({ sends: 2 });
  });
});

describe('a budget of the site', () => {
  const states: BudgetState[] = [];
  const budget = (points: number, seconds = 86_400) => ({
    limit: limited('budget', points, seconds, { tell: (state) => void states.push(state) }),
    key: 'all',
  });
  beforeEach(() => void states.splice(0));

  it('says when half of it goes within an hour, when it is used up, and when it refuses', async () => {
    const share = budget(4);
    await spend(share);
    expect(states).toEqual([]);
    await spend(share);
    expect(states).toEqual(['half']);
    await spend(share);
    await spend(share);
    expect(states.splice(0)).toEqual(['half', 'half', 'half', 'used']);
    expect(await spend(share)).toBeGreaterThan(86_000);
    expect(states).toEqual(['used']);
    expect(await counted()).toEqual({ 'budget:all': 4, 'budget-last-hour:all': 4 });
  });

  it('says nothing where half of it goes more slowly', async () => {
    const share = budget(4);
    for (let sent = 0; sent < 3; sent += 1) {
      await spend(share);
      await pass(3_601, 'budget-last-hour');
    }
    expect(states).toEqual([]);
    expect(await counted()).toMatchObject({ 'budget:all': 3 });
  });

  it('of less than an hour has no count of the hour', async () => {
    await spend(budget(2, 60));
    expect(await counted()).toEqual({ 'budget:all': 1 });
  });

  it('holds wide networks to their share only while more than half of it is spent; all they send is counted', async () => {
    const share = budget(4);
    const wide = { limit: limited('wide', 1), key: 'net', kind: 'tight' as const };
    for (let sent = 0; sent < 3; sent += 1) expect(await spend(share, wide)).toBeNull();
    expect(await counted()).toMatchObject({ 'wide:net': 3, 'budget:all': 3 });
    expect(await spend(share, wide)).toBeGreaterThan(50);
    expect(await spend(share, { ...wide, key: 'another' })).toBeNull();
  });

  it('lets known browsers have half as much again, and of what is used up two each', async () => {
    const share = budget(10);
    const known = (key: string) => ({ limit: limited('known', 9), key, kind: 'known' as const });
    for (let sent = 0; sent < 10; sent += 1) expect(await spend(share)).toBeNull();
    expect(await spend(share)).not.toBeNull();
    const who = ['a', 'a', 'a', 'b', 'b', 'b', 'c', 'd'];
    const isRefused: boolean[] = [];
    for (const key of who) isRefused.push((await spend(share, known(key))) !== null);
    expect(isRefused).toEqual([false, false, true, false, false, true, false, true]);
    expect(await counted()).toMatchObject({ 'budget:all': 15, 'known:a': 2, 'known:b': 2, 'known:c': 1 });
  });

  it('lets known browsers have what is theirs while it lasts', async () => {
    const known = { limit: limited('known', 3), key: 'a', kind: 'known' as const };
    for (let sent = 0; sent < 3; sent += 1) expect(await spend(budget(9), known)).toBeNull();
    expect(await spend(budget(9), known)).toBeGreaterThan(50);
  });
});

describe('what was not carried out', () => {
  it('is given back, down to nothing, after which the count starts anew', async () => {
    const shares = [{ limit: limited('one', 2), key: 'a' }, { wait: 'wait:a' }];
    await spender.refund(database.db, shares);
    expect(await counted()).toEqual({});
    await spend(...shares);
    await pass(30, 'wait');
    await spend(...shares);
    await spender.refund(database.db, shares);
    expect(await counted()).toEqual({ 'one:a': 1, 'wait:a': 1 });
    await spender.refund(database.db, shares);
    await spender.refund(database.db, shares);
    expect(await counted()).toEqual({ 'one:a': 0, 'wait:a': 0 });
    expect(await spender.spend(database.db, shares)).toEqual({ sends: 1 });
    await spender.refund(database.db, []);
    expect(await counted()).toEqual({ 'one:a': 1, 'wait:a': 1 });
  });
});

// PGlite runs one statement at a time: nobody can come between the check and the write.
describe.runIf(postgresServer)('the last unit of a limit', () => {
  let second: Connection;
  beforeAll(async () => {
    second = await connectAgain(database, database.dataDir);
  });
  afterAll(() => second.close());

  it('goes to one of two who ask at the same moment; the other one gets back what was spent beside it', async () => {
    const last = { limit: limited('last', 1), key: 'a' };
    const beside = { limit: limited('beside', 9), key: 'a' };
    const other = createSpender();
    let waiting: Promise<unknown> | undefined;
    await database.db.transaction(async (tx) => {
      await spender.spend(tx, [last]);
      waiting = other.spend(second.db, [last, beside]).catch((error: unknown) => error);
      await expect
        .poll(
          async () =>
            (
              await database.db.execute(
                sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
              )
            ).rowCount,
          { timeout: 10_000 },
        )
        .toBe(1);
    });
    expect(await waiting).toMatchObject({
      status: 429,
      retryAfterSeconds: expect.toSatisfy((wait: number) => wait > 50),
    });
    expect(await counted()).toEqual({ 'last:a': 1, 'beside:a': 0 });
  });
});
