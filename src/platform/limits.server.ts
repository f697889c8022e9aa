import { isIPv6 } from 'node:net';
import { sql } from 'drizzle-orm';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Connection, Queryable } from '../database/connect.server.ts';
import { isAppError, tooMany } from './errors.ts';

/**
 * @param within the caller's transaction: what is rolled back has spent nothing
 * @throws AppError too_many_requests with Retry-After, once `key` has used up its share
 */
export type Limit = (key: string, within?: Queryable) => Promise<void>;
export type Limits = {
  /** Reads of the API by who is signed out, by network address. */
  reads: Limit;
  searches: Limit;
  /** Codes for a number or address, by its keyed hash. */
  codesPerHour: Limit;
  codesPerDay: Limit;
  /** Codes asked for from a network address. */
  codesPerNetwork: Limit;
  /** The site's budget for SMS. */
  smsPerMinute: Limit;
  smsPerDay: Limit;
  /** Tries to sign in, by network address. */
  signIns: Limit;
  /** By user, as are the next seven. */
  postsPerMinute: Limit;
  postsPerDay: Limit;
  /** In the first 24 hours of an account. */
  newPostsPerMinute: Limit;
  newPostsPerDay: Limit;
  /** As much again, for people of long standing. */
  morePostsPerMinute: Limit;
  morePostsPerDay: Limit;
  reactions: Limit;
  /** By user and question. */
  shares: Limit;
  reports: Limit;
  /** Forms to support, by network address. */
  contact: Limit;
  referrals: Limit;
};

export function memoryLimit(points: number, seconds: number): Limit {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return async (key) => {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      throw tooMany(Math.max(1, Math.ceil(((refusal as { msBeforeNext?: number }).msBeforeNext ?? 1_000) / 1_000)));
    }
  };
}

/**
 * Holds on every instance, by the database's clock. What is refused writes nothing, so that a flood costs reads only.
 * A database that is away throws: a limit never fails open.
 */
export function sharedLimit(connection: Connection, name: string, points: number, seconds: number): Limit {
  const now = sql`(extract(epoch from now()) * 1000)::bigint`;
  return async (key, within = connection.db) => {
    const row = `${name}:${key}`;
    const { rowCount } =
      await within.execute(sql`insert into rate_limits as had (key, points, expire) values (${row}, 1, ${now} + ${seconds * 1_000})
      on conflict (key) do update set points = case when had.expire <= ${now} then 1 else had.points + 1 end, expire = case when had.expire <= ${now} then excluded.expire else had.expire end
      where had.expire <= ${now} or had.points < ${points}`);
    if (rowCount === 1) return;
    const { rows } = await within.execute<{ seconds: number }>(
      sql`select greatest(1, ceil((expire - ${now}) / 1000.0))::int as seconds from rate_limits where key = ${row}`,
    );
    throw tooMany(rows[0]?.seconds ?? 1);
  };
}

export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Says so, at most once a minute, when `limit` refuses. */
function alerting(limit: Limit, alert: () => void): Limit {
  let quietUntil = 0;
  return async (key, within) => {
    try {
      await limit(key, within);
    } catch (refusal) {
      if (isAppError(refusal) && quietUntil <= Date.now()) {
        quietUntil = Date.now() + 60_000;
        alert();
      }
      throw refusal;
    }
  };
}

/**
 * Those of the contract, section 3. Reads and searches are counted by each instance for itself: they are many, and exactness is worth no write.
 * @param alert is told which budget for SMS is used up
 */
export function defaultLimits(
  connection: Connection,
  sms: { perMinute: number; perDay: number } = { perMinute: 60, perDay: 5_000 },
  alert: (budget: string) => void = () => {},
): Limits {
  const shared = (name: string, points: number, seconds: number) => sharedLimit(connection, name, points, seconds);
  return {
    reads: memoryLimit(300, minute),
    searches: memoryLimit(60, minute),
    codesPerHour: shared('codes-hour', 5, hour),
    codesPerDay: shared('codes-day', 10, day),
    codesPerNetwork: shared('codes-network', 30, hour),
    smsPerMinute: alerting(shared('sms-minute', sms.perMinute, minute), () => alert('minute')),
    smsPerDay: alerting(shared('sms-day', sms.perDay, day), () => alert('day')),
    signIns: shared('sign-ins', 600, hour),
    postsPerMinute: shared('posts-minute', 10, minute),
    postsPerDay: shared('posts-day', 100, day),
    newPostsPerMinute: shared('new-posts-minute', 5, minute),
    newPostsPerDay: shared('new-posts-day', 20, day),
    morePostsPerMinute: shared('more-posts-minute', 10, minute),
    morePostsPerDay: shared('more-posts-day', 100, day),
    reactions: shared('reactions', 120, minute),
    shares: shared('shares', 10, minute),
    reports: shared('reports', 20, day),
    contact: shared('contact', 5, hour),
    referrals: shared('referrals', 10, day),
  };
}

const unlimited: Limit = async () => {};
/** For tests and benchmarks: the rules of the codes themselves still hold. */
export const noLimits = (): Limits => ({
  reads: unlimited,
  searches: unlimited,
  codesPerHour: unlimited,
  codesPerDay: unlimited,
  codesPerNetwork: unlimited,
  smsPerMinute: unlimited,
  smsPerDay: unlimited,
  signIns: unlimited,
  postsPerMinute: unlimited,
  postsPerDay: unlimited,
  newPostsPerMinute: unlimited,
  newPostsPerDay: unlimited,
  morePostsPerMinute: unlimited,
  morePostsPerDay: unlimited,
  reactions: unlimited,
  shares: unlimited,
  reports: unlimited,
  contact: unlimited,
  referrals: unlimited,
});

/** Counts what turns out to be nothing; who asked for too much of it waits before anything more is looked up. */
export function gateBehind(limit: Limit) {
  const shutUntil = new Map<string, number>();
  return {
    /** @throws AppError too_many_requests while the gate is shut for `key` */
    pass(key: string): void {
      const until = shutUntil.get(key);
      if (until === undefined) return;
      if (until > Date.now()) throw tooMany(Math.ceil((until - Date.now()) / 1_000));
      shutUntil.delete(key);
    },
    async count(key: string): Promise<void> {
      await limit(key).catch((refusal: { retryAfterSeconds?: number }) => {
        if (shutUntil.size >= 10_000) shutUntil.clear();
        shutUntil.set(key, Date.now() + (refusal.retryAfterSeconds ?? 1) * 1_000);
      });
    },
  };
}

/** One bucket for an IPv6 /64, which is what one household or one attacker holds. */
export function networkOf(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = bare.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? first
      : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')}::/64`;
}
