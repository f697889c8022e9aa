import { sql } from 'drizzle-orm';
import type { Connection, Queryable } from '../../database/connect.server.ts';
import { boundedMap } from '../process/bounded-map.ts';
import { AppError, isAppError, tooMany } from '../wire/errors.ts';

/** Definition of a shared rate limit, so that several can be spent in one statement (`spend-limits.server.ts`). */
export type Rule = {
  name: string;
  points: number;
  seconds: number;
  /** For a budget of the whole site: called once it is half spent within an hour, and once it is exhausted. */
  tell?: (state: BudgetState) => void;
  /** Called on each refusal. */
  refused?: () => void;
};
export type BudgetState = 'half' | 'used';
/** What the owner is told of: `disk` is short (`used`) while files are refused; `mails` are held back by their limits. */
export type AlertName = BudgetName | 'disk' | 'mails' | 'backup' | 'drill';
/** Site-wide daily budgets, and one per minute for SMS. */
export type BudgetName = 'sms' | 'sms-minute' | 'mail' | 'receipts' | 'forms';

/**
 * @param within the caller's transaction: a rollback also undoes the spending
 * @param amount of points, one by default
 * @throws AppError too_many_requests with Retry-After, once `key` has used up its limit
 */
export type Limit = ((key: string, within?: Queryable, amount?: number) => Promise<void>) & { rule?: Rule };
export type Limits = {
  /** API reads by signed-out callers, per network. */
  reads: Limit;
  searches: Limit;
  /** Sign-in codes per number or mailbox, keyed by its HMAC. */
  codesPerHour: Limit;
  codesPerDay: Limit;
  /**
   * Sign-in codes for a browser that has signed in with this identifier before; strangers cannot exhaust this limit.
   */
  codesPerKnownBrowser: Limit;
  /**
   * All known browsers and sessions of a number or mailbox together: its owner makes as many as they like. Strangers
   * cannot spend it either.
   */
  codesPerKnownMailbox: Limit;
  /** Of these, the first of a day count towards no minute, so that many accounts cannot use up everybody's. */
  firstCodesPerKnownMailbox: Limit;
  /** Sign-in codes requested per network: an IPv4 address or IPv6 /64. */
  codesPerNetwork: Limit;
  codesPerNetworkPerDay: Limit;
  /** Of these, mails for calls that opened no page first: a /48 has addresses enough to mail everybody. */
  mailedCodesPer48: Limit;
  /** Per IPv6 /56 and /48; enforced only while more than half of a budget is spent. */
  codesPer56: Limit;
  codesPer48: Limit;
  /** Site-wide budgets for sign-in codes. */
  smsPerMinute: Limit;
  /** Known browsers count apart, so that one person's many accounts take no minute from new visitors. */
  knownSmsPerMinute: Limit;
  smsPerDay: Limit;
  mailsPerDay: Limit;
  /** Receipts per mailbox, keyed by its HMAC, and the site's budget for them. */
  receiptsPerHour: Limit;
  receiptsPerDay: Limit;
  /** Notifications to somebody's devices. */
  pushesPerPerson: Limit;
  /** Of these, about what the person follows: answers to one's own question still arrive. */
  followPushesPerPerson: Limit;
  /** SMS about an answer to one's own question: to one person, and of the whole site. */
  answerSmsPerPerson: Limit;
  answerSmsPerAuthor: Limit;
  answerSmsPerDay: Limit;
  /**
   * Messages that are no codes, of all kinds together: by the reader who causes them, by their IPv4 address, /64, /56
   * and /48, and by the mailbox that they go to (`send-limited.server.ts`).
   */
  mailsPerPerson: Limit;
  mailsPerNetwork: Limit;
  mailsPerMailbox: Limit;
  /** Of these, what is sent later than it was caused: thousands of phones share an IPv4 address. */
  lateMailsPerIpv4: Limit;
  /** Mails that ask whether news by mail is wanted: of a network, apart from its other mails; and to one mailbox. */
  newsletterMailsPerNetwork: Limit;
  newsletterRequests: Limit;
  /** By somebody of the newsroom: answers and invitations. */
  mailsPerStaff: Limit;
  /** Sign-in attempts, per network. */
  signIns: Limit;
  /** Writes of any kind by a signed-in caller, per user: calls of the API and forms of pages. */
  writesPerMinute: Limit;
  writesPerDay: Limit;
  /** Limits nothing: its rows say which networks a person has written from, for mails that are sent later. */
  writtenFrom: Limit;
  /** Changes of one's public name, per user: each invalidates pages. */
  renames: Limit;
  /** Posts, per user. */
  postsPerMinute: Limit;
  postsPerDay: Limit;
  /** During the first 24 hours of an account. */
  newPostsPerMinute: Limit;
  newPostsPerDay: Limit;
  /** The same amount again, for trusted members. */
  morePostsPerMinute: Limit;
  morePostsPerDay: Limit;
  /** Refused posts whose count is refunded, per user. */
  refusedPosts: Limit;
  /** Edits of the user's own posts, per user. */
  edits: Limit;
  /** Changes of answers of others, per trusted member. */
  improvements: Limit;
  /** Codes of the second factor; invitations to the studio; both per user. */
  factorCodes: Limit;
  invitations: Limit;
  /** Files sent to the studio, and their bytes; bytes of the revisions of pieces; all per user. */
  uploads: Limit;
  uploadMegabytesPerDay: Limit;
  revisionKilobytesPerDay: Limit;
  /** Heartbeats of open editors, per user. */
  heartbeats: Limit;
  /** Preview addresses that open nothing, pages behind those that do, and comments on them; each per network. */
  previewMisses: Limit;
  previews: Limit;
  previewComments: Limit;
  reactions: Limit;
  /** Per user and question. */
  shares: Limit;
  reports: Limit;
  /** Support forms, per network, /56 and /48, and the site's budget for them. */
  contact: Limit;
  formsPer56: Limit;
  formsPer48: Limit;
  formsPerDay: Limit;
  referrals: Limit;
  /** What readers do that is only counted, per network and thing: more is answered alike and not counted. */
  tallies: Limit;
};

/** @returns false where what is spent is used up (429); any other error is thrown */
export const wasWithin = (spending: Promise<unknown>): Promise<boolean> =>
  spending.then(
    () => true,
    (error: unknown) => {
      if (isAppError(error) && error.status === 429) return false;
      throw error;
    },
  );
/** Passes a spending on, with words of its own where it is refused. */
export const orSaying = (spending: Promise<unknown>, message: () => string): Promise<unknown> =>
  spending.catch((error: unknown) => {
    if (!isAppError(error) || error.status !== 429) throw error;
    throw new AppError(429, 'too_many_requests', message, { retryAfterSeconds: error.retryAfterSeconds ?? 1 });
  });
/** Spends one. @returns false where the limit is used up */
export const isWithin = (limit: Limit, key: string): Promise<boolean> => wasWithin(limit(key));

/** Keys per in-memory counter; the oldest is evicted, so that requests from many networks cannot exhaust memory. */
const mostKeys = 20_000;

export function memoryLimit(points: number, seconds: number): Limit {
  // All windows have the same length, so the oldest entry is always the first to expire.
  const windows = boundedMap<string, { count: number; endsAt: number }>(mostKeys);
  return async (key, _within, amount = 1) => {
    const now = Date.now();
    let window = windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      window = { count: 0, endsAt: now + seconds * 1_000 };
      windows.set(key, window);
    }
    if (window.count + amount > points) throw tooMany(Math.max(1, Math.ceil((window.endsAt - now) / 1_000)));
    window.count += amount;
  };
}

/**
 * A limit shared by all instances, by the database's clock. A refusal writes nothing, so a flood costs reads only.
 * Fails closed: without a database it throws.
 */
export function sharedLimit(connection: Connection, name: string, points: number, seconds: number): Limit {
  const now = sql`(extract(epoch from now()) * 1000)::bigint`;
  const limit: Limit = async (key, within = connection.db, amount = 1) => {
    const row = `${name}:${key}`;
    const { rowCount } =
      await within.execute(sql`insert into rate_limits as had (key, points, expire) values (${row}, ${amount}::int, ${now} + ${seconds * 1_000})
      on conflict (key) do update set points = case when had.expire <= ${now} then excluded.points else had.points + excluded.points end, expire = case when had.expire <= ${now} then excluded.expire else had.expire end
      where had.expire <= ${now} or had.points + excluded.points <= ${points}`);
    if (rowCount === 1) return;
    const { rows } = await within.execute<{ seconds: number }>(
      sql`select greatest(1, ceil((expire - ${now}) / 1000.0))::int as seconds from rate_limits where key = ${row}`,
    );
    throw tooMany(rows[0]?.seconds ?? 1);
  };
  limit.rule = { name, points, seconds };
  return limit;
}

export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

export type Budgets = {
  sms: { perMinute: number; perDay: number };
  answerSms: { perDay: number; perPerson: number };
  mailsPerDay: number;
  receiptsPerDay: number;
  formsPerDay: number;
};
const defaultBudgets: Budgets = {
  sms: { perMinute: 1_000, perDay: 5_000 },
  answerSms: { perDay: 200, perPerson: 2 },
  mailsPerDay: 20_000,
  receiptsPerDay: 2_000,
  formsPerDay: 2_000,
};

/** A /48's share of a budget once half of it is spent; a /56 gets half of that. */
const wideShare = (budget: number) => Math.max(2, Math.ceil(budget / 20));

/**
 * Rate limits where no others are given. Reads and searches are counted per instance: they are frequent, and exactness
 * is not worth a write.
 * @param sendAlert called for a budget that is half spent within an hour, or exhausted; may be called repeatedly, so it must
 * deduplicate
 */
export function defaultLimits(
  connection: Connection,
  budgets: Partial<Budgets> = {},
  sendAlert: (alert: Exclude<AlertName, 'disk'>, state: BudgetState) => void = () => {},
): Limits {
  const { sms, answerSms, mailsPerDay, receiptsPerDay, formsPerDay } = { ...defaultBudgets, ...budgets };
  const shared = (name: string, points: number, seconds: number) => sharedLimit(connection, name, points, seconds);
  const budget = (budgetName: BudgetName, name: string, points: number, seconds: number) => {
    const limit = shared(name, points, seconds);
    limit.rule!.tell = (state) => sendAlert(budgetName, state);
    return limit;
  };
  const mails = (name: string, points: number) => {
    const limit = shared(name, points, day);
    limit.rule!.refused = () => sendAlert('mails', 'used');
    return limit;
  };
  return {
    reads: memoryLimit(300, minute),
    searches: memoryLimit(60, minute),
    codesPerHour: shared('codes-hour', 5, hour),
    codesPerDay: shared('codes-day', 10, day),
    codesPerKnownBrowser: shared('codes-known', 5, day),
    codesPerKnownMailbox: shared('codes-known-mailbox', 20, day),
    firstCodesPerKnownMailbox: shared('codes-known-first', 2, day),
    codesPerNetwork: shared('codes-network', 30, hour),
    // Ways in for an office: known browsers count apart, and most people sign in with a number.
    codesPerNetworkPerDay: shared('codes-network-day', 200, day),
    mailedCodesPer48: mails('mailed-codes-48', 40),
    codesPer56: shared('codes-56', Math.ceil(wideShare(sms.perDay) / 2), hour),
    codesPer48: shared('codes-48', wideShare(sms.perDay), hour),
    smsPerMinute: budget('sms-minute', 'sms-minute', sms.perMinute, minute),
    knownSmsPerMinute: shared('sms-minute-known', Math.ceil(sms.perMinute / 2), minute),
    smsPerDay: budget('sms', 'sms-day', sms.perDay, day),
    mailsPerDay: budget('mail', 'mail-day', mailsPerDay, day),
    receiptsPerHour: shared('receipts-hour', 3, hour),
    receiptsPerDay: budget('receipts', 'receipts-day', receiptsPerDay, day),
    pushesPerPerson: shared('pushes-person', 20, day),
    followPushesPerPerson: shared('follow-pushes-person', 10, day),
    answerSmsPerPerson: shared('answer-sms-person', answerSms.perPerson, day),
    answerSmsPerAuthor: shared('answer-sms-author', 10, day),
    answerSmsPerDay: shared('answer-sms-day', answerSms.perDay, day),
    mailsPerPerson: mails('mails-person', 20),
    mailsPerNetwork: mails('mails-network', 20),
    mailsPerMailbox: mails('mails-mailbox', 20),
    newsletterMailsPerNetwork: mails('newsletter-mails-network', 20),
    newsletterRequests: shared('newsletter-requests', 1, day),
    lateMailsPerIpv4: mails('late-mails-ipv4', 200),
    mailsPerStaff: mails('mails-staff', 200),
    signIns: shared('sign-ins', 600, hour),
    // An open editor saves every two seconds, and a person may have several.
    writesPerMinute: shared('writes-minute', 300, minute),
    writesPerDay: shared('writes-day', 20_000, day),
    writtenFrom: shared('written-from', 1_000_000, 2 * day),
    renames: shared('renames', 10, day),
    postsPerMinute: shared('posts-minute', 10, minute),
    postsPerDay: shared('posts-day', 100, day),
    newPostsPerMinute: shared('new-posts-minute', 5, minute),
    newPostsPerDay: shared('new-posts-day', 20, day),
    morePostsPerMinute: shared('more-posts-minute', 10, minute),
    morePostsPerDay: shared('more-posts-day', 100, day),
    refusedPosts: memoryLimit(10, minute),
    edits: memoryLimit(30, minute),
    factorCodes: shared('factor-codes', 10, hour / 4),
    invitations: shared('invitations', 50, day),
    previewMisses: memoryLimit(30, minute),
    previews: memoryLimit(60, minute),
    previewComments: shared('preview-comments', 20, hour),
    uploads: shared('uploads', 300, hour),
    uploadMegabytesPerDay: shared('upload-megabytes-day', 2_000, day),
    // A long article of 30 KB that saves itself every two seconds, for nine hours.
    revisionKilobytesPerDay: shared('revision-kilobytes-day', 500_000, day),
    heartbeats: memoryLimit(60, minute),
    reactions: shared('reactions', 120, minute),
    shares: shared('shares', 10, minute),
    reports: shared('reports', 20, day),
    improvements: shared('improvements', 20, day),
    contact: shared('contact', 5, hour),
    formsPer56: shared('forms-56', Math.ceil(wideShare(formsPerDay) / 2), hour),
    formsPer48: shared('forms-48', wideShare(formsPerDay), hour),
    formsPerDay: budget('forms', 'forms-day', formsPerDay, day),
    referrals: shared('referrals', 10, day),
    tallies: memoryLimit(20, day),
  };
}

const unlimited: Limit = async () => {};
/** No rate limits, for tests and benchmarks; the rules of the sign-in codes themselves still hold. */
export const noLimits = (): Limits =>
  Object.fromEntries(Object.keys(defaultLimits({} as Connection)).map((name) => [name, unlimited])) as Limits;

/** Negative-lookup limit: counts misses, and once a caller exceeds it, refuses before the next lookup. */
export function gateBehind(limit: Limit) {
  const shutUntil = boundedMap<string, number>(10_000);
  return {
    /** @throws AppError too_many_requests while `key` is over the limit */
    pass(key: string): void {
      const until = shutUntil.get(key);
      if (until === undefined) return;
      if (until > Date.now()) throw tooMany(Math.ceil((until - Date.now()) / 1_000));
      shutUntil.delete(key);
    },
    async count(key: string): Promise<void> {
      await limit(key).catch((refusal: { retryAfterSeconds?: number }) => {
        shutUntil.set(key, Date.now() + (refusal.retryAfterSeconds ?? 1) * 1_000);
      });
    },
  };
}
