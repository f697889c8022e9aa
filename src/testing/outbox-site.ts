import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Connection } from '../database/connect.server.ts';
import { outboxMessages } from '../database/schema.ts';
import { readConfig } from '../platform/settings/config.server.ts';
import { createOutbox, type Outbox, type OutboxOptions } from '../platform/delivery/outbox.server.ts';
import type { Deliver, Delivery, Message } from '../platform/delivery/outbox-message.ts';
import { connectAgain, openTestDatabase, postgresServer, type TestDatabase } from './test-database.ts';

const quick = {
  timeoutMs: 150,
  leaseMs: 800,
  delaysMs: [20, 40, 80],
  pollMs: 40,
  breakerFailures: 100,
  breakerMs: 300,
};
export const sms: Message = {
  channel: 'sms',
  to: '+919876543210',
  purpose: 'signin',
  subject: '',
  text: '123456 is your code',
  code: '123456',
};
export const mail: Message = {
  channel: 'email',
  to: 'asha@example.in',
  purpose: 'notice',
  subject: 'Hello',
  text: 'Good day',
};

export let database: TestDatabase;
/** A second instance's connection; on PGlite, which has one process, the same one. */
export let second: Connection;
let outboxes: Outbox[] = [];
export let log: { fields: Record<string, unknown>; text: string }[] = [];

export const db = () => database.connection.db;
export const config = () => readConfig({ DATA_DIR: database.dataDir });
/** A database for the test file that calls this; each test begins without messages and ends without workers. */
export function openOutboxSite(): void {
  beforeAll(async () => {
    database = await openTestDatabase('empty');
    if (postgresServer) second = await connectAgain(database, database.dataDir);
    else {
      console.info('PGlite has one process: two instances are two workers of one.');
      second = database.connection;
    }
  });
  afterAll(async () => {
    if (second !== database.connection) await second.close();
    await database.close();
  });
  beforeEach(async () => {
    log = [];
    await db().delete(outboxMessages);
  });
  afterEach(async () => {
    await Promise.all(outboxes.map((outbox) => outbox.stop()));
    outboxes = [];
  });
}

export function open(providers: OutboxOptions['providers'], options: Partial<OutboxOptions> = {}): Outbox {
  const note = (fields: object, text: string) => void log.push({ fields: fields as Record<string, unknown>, text });
  const outbox = createOutbox({
    connection: database.connection,
    config: config(),
    providers,
    keepsForDevelopment: false,
    log: { info: note, error: note },
    ...options,
    timings: { ...quick, ...options.timings },
  });
  outboxes.push(outbox);
  outbox.start();
  return outbox;
}

/** A fake provider that records deliveries; `behave` may throw or hang. */
export function provider(behave: (message: Delivery, signal: AbortSignal) => Promise<void> | void = () => {}) {
  const taken: Delivery[] = [];
  const deliver: Deliver = async (message, signal) => {
    taken.push(message);
    await behave(message, signal);
  };
  return { taken, deliver };
}

export const rowOf = async (id: string) =>
  (
    await db().execute<{
      sealed: string | null;
      tries: number;
      is_delivered: boolean;
      has_failed: boolean;
      last_error: string | null;
    }>(
      sql`select sealed, tries, delivered_at is not null as is_delivered, failed_at is not null as has_failed, last_error from outbox_messages where id = ${id}`,
    )
  ).rows[0]!;
export async function until(isSo: () => unknown, ms = 5_000): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > ms) throw new Error('It never came to that.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
