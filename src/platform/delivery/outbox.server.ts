import { randomUUIDv7 } from 'node:crypto';
import { and, desc, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Connection, Queryable } from '../../database/connect.server.ts';
import { type MessageChannel, outboxMessages } from '../../database/schema.ts';
import { type Config, isOfThisMachine } from '../settings/config.server.ts';
import { keyedHash } from '../guard/derived-key.server.ts';
import { maskIdentifier } from '../guard/mask-identifier.ts';
import type { Deliver, Message } from './outbox-message.ts';
import { seal, unseal } from '../guard/seal.server.ts';
import { createWorker, defaultTimings, type OutboxLog, type Timings, type Worker } from './outbox-worker.server.ts';
import { briefly } from '../http/request-context.server.ts';

export type DevelopmentMessage = {
  id: string;
  channel: MessageChannel;
  to: string;
  subject: string;
  text: string;
  code: string | null;
  createdAt: string;
};

export type OutboxOptions = {
  connection: Connection;
  config: Config;
  log?: OutboxLog;
  /** The provider of each channel. */
  providers?: Partial<Record<MessageChannel, Deliver>>;
  /**
   * Whether messages of channels without a provider are kept for reading. Only where the site is reachable from this
   * machine alone.
   */
  keepsForDevelopment?: boolean;
  timings?: Partial<Timings>;
};

// A message that was postponed is not late before its time; one that was tried waits for its next try.
const isWaiting = sql`delivered_at is null and failed_at is null and (tries > 0 or next_try_at <= now())`;
const waitingSince = sql`case when tries = 0 and next_try_at <= now() then next_try_at else created_at end`;
const silent: OutboxLog = { info: () => {}, error: () => {} };
export const recipientHash = (config: Pick<Config, 'authSecret'>, to: string) =>
  keyedHash(config.authSecret, 'outbox recipient', to);

/**
 * Transactional outbox: messages are encrypted rows, written in the transaction that causes them and delivered later.
 * No request waits for a provider, and no message is lost with a process.
 */
export function createOutbox({
  connection,
  config,
  log = silent,
  providers = {},
  keepsForDevelopment = isOfThisMachine(config),
  timings,
}: OutboxOptions) {
  const workers = new Map<MessageChannel, Worker>();
  for (const [channel, deliver] of Object.entries(providers) as [MessageChannel, Deliver][]) {
    workers.set(
      channel,
      createWorker({
        connection,
        authSecret: config.authSecret,
        channel,
        deliver,
        log,
        timings: { ...defaultTimings, ...timings },
      }),
    );
  }
  const shown = keepsForDevelopment
    ? (['sms', 'email', 'bulk'] as const).filter((channel) => !workers.has(channel === 'bulk' ? 'email' : channel))
    : [];
  const kick = () => workers.forEach((worker) => worker.look());

  return {
    /** Whether this channel's messages are delivered or kept at all. */
    takes: (channel: MessageChannel) => workers.has(channel) || keepsForDevelopment,
    /** Whether some channel has no provider, so that its messages are shown on the development outbox page. */
    isForDevelopment: shown.length > 0,
    /**
     * Enqueues a message in the caller's transaction; delivery starts after the commit. @returns the id by which
     * providers deduplicate retries
     */
    async send(db: Queryable, message: Message): Promise<string> {
      const id = randomUUIDv7();
      const isDelivered = workers.has(message.channel);
      await db.insert(outboxMessages).values({
        id,
        channel: message.channel,
        purpose: message.purpose,
        recipientHash: recipientHash(config, message.to),
        expiresAt: message.expiresAt ?? null,
        ...(isDelivered || keepsForDevelopment
          ? { sealed: seal({ authSecret: config.authSecret, use: 'outbox messages' }, id, message) }
          : { failedAt: sql`now()`, lastError: 'no provider' }),
        ...(message.notBefore ? { nextTryAt: message.notBefore } : {}),
        ...(isDelivered ? {} : { nextTryAt: sql`'infinity'` }),
        ...(!isDelivered && keepsForDevelopment ? { deliveredAt: sql`now()` } : {}),
      });
      if (isDelivered) setTimeout(kick, 100).unref();
      else if (!keepsForDevelopment)
        log.error({ id, channel: message.channel, purpose: message.purpose }, 'a message has no provider to go to');
      else
        log.info(
          {
            channel: message.channel,
            to: maskIdentifier(message.to),
            ...(message.code ? { code: message.code } : { subject: message.subject }),
          },
          'message for the development outbox',
        );
      return id;
    },
    /** Delivers due messages now, without waiting for the next poll. */
    kick,
    /** Messages of channels without a provider, newest first, at most 100. */
    async listForDevelopment(): Promise<DevelopmentMessage[]> {
      if (shown.length === 0) return [];
      const rows = await connection.db
        .select()
        .from(outboxMessages)
        .where(
          and(
            inArray(outboxMessages.channel, shown),
            isNotNull(outboxMessages.sealed),
            isNotNull(outboxMessages.deliveredAt),
          ),
        )
        .orderBy(desc(outboxMessages.id))
        .limit(100);
      return rows.flatMap(({ id, sealed, createdAt }) => {
        const message =
          sealed && unseal<Message>({ authSecret: config.authSecret, use: 'outbox messages' }, id, sealed);
        return message
          ? [
              {
                id,
                channel: message.channel,
                to: message.to,
                subject: message.subject,
                text: message.text,
                code: message.code ?? null,
                createdAt: createdAt.toISOString(),
              },
            ]
          : [];
      });
    },
    /**
     * By channel: messages waiting (without those postponed), how long the oldest has been due, and those that failed
     * within the last day.
     */
    async count() {
      const { rows } = await briefly('outbox count', () =>
        connection.db.execute<{ channel: MessageChannel; waiting: number; oldestSeconds: number; failed: number }>(sql`
        select channel, (count(*) filter (where ${isWaiting}))::int as waiting,
          coalesce(extract(epoch from now() - min(${waitingSince}) filter (where ${isWaiting})), 0)::int as "oldestSeconds", (count(*) filter (where failed_at > now() - interval '1 day'))::int as failed from outbox_messages group by channel order by channel`),
      );
      return rows;
    },
    /** Tries to deliver of this instance since its start, by how they ended. */
    results: () =>
      [...workers].flatMap(([channel, { results }]) =>
        Object.entries(results).map(([result, count]) => ({ channel, result, count })),
      ),
    start: () => workers.forEach((worker) => worker.start()),
    async stop() {
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
    },
  };
}
export type Outbox = ReturnType<typeof createOutbox>;
