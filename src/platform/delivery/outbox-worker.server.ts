import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Connection } from '../../database/connect.server.ts';
import { codePurposes, type MessageChannel } from '../../database/schema.ts';
import { describeError } from '../observe/describe-error.server.ts';
import { bulkAtOnce, type Deliver, type Message, RecipientFails, Undeliverable } from './outbox-message.ts';
import { unseal } from '../guard/seal.server.ts';
import { briefly } from '../http/request-context.server.ts';

export type OutboxLog = { info(fields: object, text: string): void; error(fields: object, text: string): void };

export type Timings = {
  /** Timeout of one delivery; must be well below the lease. */
  timeoutMs: number;
  /**
   * Lease: how long a claimed message belongs to one instance. If that instance dies, it becomes due again afterwards.
   */
  leaseMs: number;
  /** Backoff between retries; after the last one a message has failed. */
  delaysMs: number[];
  pollMs: number;
  /**
   * Circuit breaker: after this many consecutive failures the channel pauses, so that a dead provider is not asked for
   * each message.
   */
  breakerFailures: number;
  breakerMs: number;
};
export const defaultTimings: Timings = {
  timeoutMs: 10_000,
  leaseMs: 30_000,
  delaysMs: [1_000, 5_000, 30_000, 120_000, 600_000, 1_800_000, 7_200_000],
  pollMs: 2_000,
  breakerFailures: 5,
  breakerMs: 30_000,
};

/** Ends of a message that are nobody's fault: it came too late, or the browser wants no more. */
const isOrdinary = new Set(['expired', 'ended', 'gone']);
/** Deliveries at a time; what goes to many people leaves over connections that stay open. */
const atOnceOn = (channel: MessageChannel) => (channel === 'bulk' ? bulkAtOnce : 5);
// A code waits for no other mail, so one place is never given to anything else.
const placesForCodes = 1;
/** Literals, so that the partial index on codes is used. */
const isCode = sql.raw(`purpose in (${codePurposes.map((purpose) => `'${purpose}'`).join(', ')})`);
const never = sql`'infinity'::timestamptz`;
const inMs = (milliseconds: number) => sql`now() + make_interval(secs => ${milliseconds / 1_000})`;

/** How many messages may be claimed now, and how many of them may be no codes. */
type Places = { all: number; others: number };
type Claimed = { id: string; sealed: string; tries: number; isExpired: boolean };
/** How often since the start, by how it ended; `failed` may be tried again. */
export type Results = Record<'delivered' | 'failed' | 'given_up', number>;
export type Worker = { results: Results; look(): void; start(): void; stop(): Promise<void> };

/** Delivers one channel's messages at least once; workers of several instances may run concurrently. */
export function createWorker({
  connection: { db },
  authSecret,
  channel,
  deliver,
  log,
  timings,
}: {
  connection: Connection;
  authSecret: string;
  channel: MessageChannel;
  deliver: Deliver;
  log: OutboxLog;
  timings: Timings;
}): Worker {
  const atOnce = atOnceOn(channel);
  const running = new Set<Promise<void>>();
  /** Ids of delivered messages that could not be marked as delivered yet. */
  const unmarked = new Set<string>();
  const results: Results = { delivered: 0, failed: 0, given_up: 0 };
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isPending = false;
  let failuresInARow = 0;
  let shutUntil = 0;

  const isShut = () => shutUntil > performance.now();
  // Half-open circuit breaker: after a pause a single message is tried, and the others follow once it succeeds.
  function places(): Places {
    if (isShut()) return { all: 0, others: 0 };
    if (failuresInARow >= timings.breakerFailures) return { all: 1 - running.size, others: 1 - running.size };
    return { all: atOnce - running.size, others: atOnce - placesForCodes - running.size };
  }

  async function claim({ all: count, others }: Places): Promise<Claimed[]> {
    // MATERIALIZED, since a plain subquery may be evaluated once per row, and claim more messages than its limit.
    const isDue = sql`next_try_at <= now() and channel = ${channel} and delivered_at is null and failed_at is null`;
    const { rows } = await db.execute<Claimed>(sql`
      with codes as materialized (
        select id from outbox_messages where ${isDue} and ${isCode} order by next_try_at limit ${count} for update skip locked
      ), others as materialized (
        select id from outbox_messages where ${isDue} and not ${isCode} order by next_try_at
        limit greatest(0, ${others}::int - (select count(*) from codes)) for update skip locked
      ), due as (select id from codes union all select id from others)
      update outbox_messages set tries = tries + 1, next_try_at = ${inMs(timings.leaseMs)} from due where outbox_messages.id = due.id
      returning outbox_messages.id, sealed, tries, coalesce(expires_at <= now(), false) as "isExpired"`);
    return rows;
  }

  // `tries` is the fencing token: after the lease expires, another worker may have claimed the message.
  const finish = ({ id, tries }: Claimed, changes: ReturnType<typeof sql>) =>
    db.execute(
      sql`update outbox_messages set ${changes} where id = ${id} and tries = ${tries} and delivered_at is null and failed_at is null`,
    );
  const fail = async (claimed: Claimed, reason: string) => {
    await finish(claimed, sql`failed_at = now(), sealed = null, next_try_at = ${never}, last_error = ${reason}`);
    if (isOrdinary.has(reason)) return;
    results.given_up += 1;
    log.error({ id: claimed.id, channel, reason }, 'a message could not be delivered');
  };

  async function deliverOne(claimed: Claimed): Promise<void> {
    const leaseEnds = performance.now() + timings.leaseMs;
    if (unmarked.has(claimed.id)) return markDelivered(claimed, leaseEnds);
    const message = unseal<Message>({ authSecret, use: 'outbox messages' }, claimed.id, claimed.sealed);
    if (!message) return fail(claimed, 'sealed with another secret');
    // By the database's clock, which also judges the entered code: this process's clock may be wrong.
    if (claimed.isExpired) return fail(claimed, 'expired');
    try {
      await within(timings.timeoutMs, (signal) => deliver({ ...message, reference: claimed.id }, signal));
    } catch (error) {
      return error instanceof Undeliverable ? fail(claimed, error.message) : retryLater(claimed, error);
    }
    failuresInARow = 0;
    results.delivered += 1;
    await markDelivered(claimed, leaseEnds);
  }

  // Retries until the lease ends: a brief loss of the database must not cause a second delivery.
  async function markDelivered(claimed: Claimed, leaseEnds: number): Promise<void> {
    unmarked.add(claimed.id);
    for (;;) {
      try {
        await finish(claimed, sql`delivered_at = now(), sealed = null, next_try_at = ${never}, last_error = null`);
        unmarked.delete(claimed.id);
        return;
      } catch (error) {
        if (performance.now() + timings.pollMs > leaseEnds) throw error;
        await wait(timings.pollMs, undefined, { ref: false });
      }
    }
  }

  async function retryLater(claimed: Claimed, error: unknown): Promise<void> {
    results.failed += 1;
    if (!(error instanceof RecipientFails)) failuresInARow += 1;
    if (failuresInARow >= timings.breakerFailures && !isShut()) {
      shutUntil = performance.now() + timings.breakerMs;
      log.error(
        { channel, pauseSeconds: timings.breakerMs / 1_000, reason: reasonOf(error) },
        'messages are not delivered: the provider fails',
      );
    }
    const delay = timings.delaysMs[claimed.tries - 1];
    if (delay === undefined) return fail(claimed, reasonOf(error));
    await finish(claimed, sql`next_try_at = ${inMs(delay)}, last_error = ${reasonOf(error)}`);
    setTimeout(look, delay + 5).unref();
  }

  async function lookNow(): Promise<void> {
    do {
      isPending = false;
      const count = places();
      if (count.all <= 0) return;
      for (const claimed of await claim(count)) {
        const work: Promise<void> = deliverOne(claimed)
          .catch((error) => log.error({ channel, err: describeError(error) }, 'outbox failed'))
          .finally(() => {
            running.delete(work);
            look();
          });
        running.add(work);
      }
    } while (isPending);
  }

  function look(): void {
    if (!timer) return;
    isPending = true;
    // When the database is unreachable, the next poll tries again.
    looking ??= briefly('outbox', lookNow)
      .catch(() => {})
      .finally(() => {
        looking = undefined;
      });
  }

  return {
    results,
    look,
    start() {
      timer ??= setInterval(look, timings.pollMs).unref();
      look();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await looking;
      // Deliveries still running by then are aborted, and retried by another instance or after the restart.
      await Promise.race([Promise.all(running), new Promise((resolve) => setTimeout(resolve, 5_000).unref())]);
    },
  };
}

/** The timeout holds whether or not `work` honours the signal. */
async function within<Result>(milliseconds: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    controller.abort();
    reject(Object.assign(new Error('The provider did not answer in time.'), { code: 'ETIMEDOUT' }));
  }, milliseconds);
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** An error code or kind; never the provider's text, which may contain the number. */
function reasonOf(error: unknown): string {
  const { code, responseCode, name } = error as { code?: unknown; responseCode?: unknown; name?: unknown };
  return (
    [code, responseCode]
      .filter((part) => typeof part === 'string' || typeof part === 'number')
      .join(' ')
      .slice(0, 60) || String(name ?? 'Error').slice(0, 60)
  );
}
