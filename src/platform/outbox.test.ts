import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startCommunityTexts } from '../features/communities/start-community-texts.server.ts';
import { startComparisons } from '../features/studio/start-comparisons.server.ts';
import type { Connection } from '../database/connect.server.ts';
import { outboxMessages } from '../database/schema.ts';
import { bareBrowser } from '../features/otp/browser.server.ts';
import { sendCode } from '../features/otp/send-code.server.ts';
import { runProcess } from '../testing/run-process.ts';
import { connectAgain, openTestDatabase, postgresServer, type TestDatabase } from '../testing/test-database.ts';
import { readConfig } from './config.server.ts';
import { noLimits } from './limits.server.ts';
import { createOutbox, type Outbox, type OutboxOptions } from './outbox.server.ts';
import { type Deliver, type Delivery, type Message, Undeliverable } from './outbox-message.ts';

const quick = {
  timeoutMs: 150,
  leaseMs: 800,
  delaysMs: [20, 40, 80],
  pollMs: 40,
  breakerFailures: 100,
  breakerMs: 300,
};
const sms: Message = {
  channel: 'sms',
  to: '+919876543210',
  purpose: 'signin',
  subject: '',
  text: '123456 is your code',
  code: '123456',
};
const mail: Message = {
  channel: 'email',
  to: 'asha@example.in',
  purpose: 'notice',
  subject: 'Hello',
  text: 'Good day',
};

let database: TestDatabase;
let second: Connection;
let outboxes: Outbox[] = [];
let log: { fields: Record<string, unknown>; text: string }[] = [];

const db = () => database.connection.db;
const config = () => readConfig({ DATA_DIR: database.dataDir });
beforeAll(async () => {
  database = await openTestDatabase('empty');
  const { rows } = await db().execute<{ name: string }>(sql`select current_database() as name`);
  if (postgresServer) second = await connectAgain(rows[0]!.name, database.dataDir);
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

function open(providers: OutboxOptions['providers'], options: Partial<OutboxOptions> = {}): Outbox {
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
function provider(behave: (message: Delivery, signal: AbortSignal) => Promise<void> | void = () => {}) {
  const taken: Delivery[] = [];
  const deliver: Deliver = async (message, signal) => {
    taken.push(message);
    await behave(message, signal);
  };
  return { taken, deliver };
}

const rowOf = async (id: string) =>
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
async function until(isSo: () => unknown, ms = 5_000): Promise<void> {
  const startedAt = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedAt > ms) throw new Error('It never came to that.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a message', () => {
  it('goes out after the transaction that wrote it, once, and is wiped', async () => {
    const { taken, deliver } = provider();
    const outbox = open({ sms: deliver });
    const id = await db().transaction(async (tx) => {
      const sent = await outbox.send(tx, { ...sms, expiresAt: new Date(Date.now() + 60_000) });
      outbox.kick();
      return sent;
    });
    outbox.kick();
    await until(async () => (await rowOf(id)).is_delivered);
    expect(taken).toMatchObject([{ ...sms, reference: id }]);
    expect(await rowOf(id)).toMatchObject({ sealed: null, tries: 1, has_failed: false });
    await wait(150);
    expect(taken).toHaveLength(1);
  });

  it('of a transaction that is rolled back is never sent', async () => {
    const { taken, deliver } = provider();
    const outbox = open({ sms: deliver });
    await db()
      .transaction(async (tx) => {
        await outbox.send(tx, sms);
        throw new Error('no');
      })
      .catch(() => {});
    await wait(150);
    expect(taken).toEqual([]);
  });

  it('cannot be read in the database: no number, no text, no code', async () => {
    const outbox = open({}, { keepsForDevelopment: true });
    await outbox.send(db(), sms);
    const { rows } = await db().execute(sql`select * from outbox_messages`);
    expect(JSON.stringify(rows)).not.toMatch(/9876543210|123456|your code/);
    expect(await outbox.listForDevelopment()).toMatchObject([
      { to: sms.to, text: sms.text, code: '123456', channel: 'sms' },
    ]);
  });

  it('that does not go through is tried again with the same id, further and further apart', async () => {
    let failures = 2;
    const { taken, deliver } = provider(() => {
      if (failures-- > 0) throw Object.assign(new Error('to +919876543210'), { code: 'ECONNREFUSED' });
    });
    const outbox = open({ sms: deliver });
    const id = await outbox.send(db(), sms);
    await until(async () => (await rowOf(id)).is_delivered);
    expect(taken.map(({ reference }) => reference)).toEqual([id, id, id]);
    expect(await rowOf(id)).toMatchObject({ tries: 3, last_error: null });
  });

  it('is given up after the last try, wiped, and told in the log without saying whose it was', async () => {
    const { taken, deliver } = provider((message) => {
      throw new Error(`no way to ${message.to}`);
    });
    const outbox = open({ sms: deliver });
    const id = await outbox.send(db(), sms);
    await until(async () => (await rowOf(id)).has_failed);
    expect(taken).toHaveLength(4);
    expect(await rowOf(id)).toMatchObject({ sealed: null, last_error: 'Error' });
    expect(log).toMatchObject([
      { fields: { id, channel: 'sms', reason: 'Error' }, text: 'a message could not be delivered' },
    ]);
    expect(JSON.stringify(log)).not.toContain('9876543210');
    expect(await outbox.count()).toEqual([{ channel: 'sms', waiting: 0, oldestSeconds: 0, failed: 1 }]);
  });

  it('that is undeliverable is given up at once', async () => {
    const { taken, deliver } = provider(() => {
      throw new Undeliverable('EENVELOPE 550');
    });
    const outbox = open({ email: deliver });
    const id = await outbox.send(db(), mail);
    await until(async () => (await rowOf(id)).has_failed);
    expect(taken).toHaveLength(1);
  });

  it('that is postponed waits for its time, and is not counted as late before it', async () => {
    const { taken, deliver } = provider();
    const outbox = open({ email: deliver });
    const id = await outbox.send(db(), { ...mail, notBefore: new Date(Date.now() + 40 * 86_400_000) });
    const soon = await outbox.send(db(), mail);
    await until(async () => (await rowOf(soon)).is_delivered);
    expect(taken).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ tries: 0, is_delivered: false });
    expect(await outbox.count()).toEqual([{ channel: 'email', waiting: 0, oldestSeconds: 0, failed: 0 }]);
    await db()
      .update(outboxMessages)
      .set({ nextTryAt: sql`now()` })
      .where(eq(outboxMessages.id, id));
    await until(async () => (await rowOf(id)).is_delivered);
    expect(taken).toHaveLength(2);
  });

  it('that has expired is not sent', async () => {
    const { taken, deliver } = provider();
    const outbox = open({ sms: deliver });
    const id = await outbox.send(db(), { ...sms, expiresAt: new Date(Date.now() - 1_000) });
    await until(async () => (await rowOf(id)).has_failed);
    expect(taken).toEqual([]);
    expect(await rowOf(id)).toMatchObject({ sealed: null, last_error: 'expired' });
  });

  it('sealed with another secret, or moved to another row, is not sent', async () => {
    const { taken, deliver } = provider();
    const other = createOutbox({
      connection: database.connection,
      config: { ...config(), authSecret: 'another secret altogether' },
      providers: { sms: deliver },
    });
    const strange = await other.send(db(), sms);
    const outbox = open({ sms: deliver });
    await until(async () => (await rowOf(strange)).has_failed);
    const quiet = createOutbox({ connection: database.connection, config: config(), providers: { email: deliver } });
    const [one, two] = [await quiet.send(db(), mail), await quiet.send(db(), { ...mail, to: 'b@example.in' })];
    await db().execute(
      sql`update outbox_messages a set sealed = b.sealed, channel = 'sms' from outbox_messages b where a.id = ${one} and b.id = ${two}`,
    );
    outbox.kick();
    await until(async () => (await rowOf(one)).has_failed);
    expect(taken).toEqual([]);
  });

  it('of a channel without a provider is a failure that the log tells, where others can reach the site', async () => {
    const outbox = open({ sms: async () => {} });
    expect([outbox.takes('sms'), outbox.takes('email')]).toEqual([true, false]);
    const id = await outbox.send(db(), mail);
    expect(await rowOf(id)).toMatchObject({ sealed: null, has_failed: true, last_error: 'no provider' });
    expect(log).toMatchObject([{ fields: { channel: 'email' }, text: 'a message has no provider to go to' }]);
    await expect(
      sendCode(
        {
          config: config(),
          connection: database.connection,
          limits: noLimits(),
          outbox,
          clock: () => new Date(),
          texts: startCommunityTexts(),
          comparisons: startComparisons(),
          longestAnswer: 25_000,
        },
        { identifier: 'asha@example.in', purpose: 'signin', browser: bareBrowser(), address: '::1' },
      ),
    ).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  });
});

describe('a provider that hangs', () => {
  it('holds up neither the call that sends nor the other channel, and is asked again later', async () => {
    let hangs = 1;
    let isOver = false;
    const slow = provider((_message, signal) =>
      hangs-- > 0
        ? new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              isOver = true;
              reject(signal.reason);
            });
          })
        : undefined,
    );
    const fine = provider();
    const outbox = open({ sms: slow.deliver, email: fine.deliver }, { timings: { timeoutMs: 2_500, leaseMs: 10_000 } });
    const services = {
      config: config(),
      connection: database.connection,
      limits: noLimits(),
      outbox,
      clock: () => new Date(),
      texts: startCommunityTexts(),
      comparisons: startComparisons(),
      longestAnswer: 25_000,
    };
    await sendCode(services, {
      identifier: '+919876500001',
      purpose: 'signin',
      browser: bareBrowser(),
      address: '::1',
    });
    expect(isOver).toBe(false);
    await sendCode(services, {
      identifier: 'asha@example.in',
      purpose: 'signin',
      browser: bareBrowser(),
      address: '::1',
    });
    await until(() => fine.taken.length === 1);
    await until(() => slow.taken.length === 2);
    expect(slow.taken[0]!.reference).toBe(slow.taken[1]!.reference);
  });

  it('and ignores the abort signal is timed out all the same', async () => {
    let hangs = 1;
    const { taken, deliver } = provider(() => (hangs-- > 0 ? new Promise(() => {}) : undefined));
    const outbox = open({ sms: deliver });
    const id = await outbox.send(db(), sms);
    await until(async () => (await rowOf(id)).is_delivered);
    expect(taken).toHaveLength(2);
  });
});

describe('a provider that is down', () => {
  it('opens the circuit breaker, is probed with one message, and then gets the rest', async () => {
    let isDown = true;
    const { taken, deliver } = provider(() => {
      if (isDown) throw Object.assign(new Error(), { code: 'HTTP 500' });
    });
    const timings = { breakerFailures: 5, breakerMs: 1_500, delaysMs: Array<number>(30).fill(20) };
    const outbox = open({ sms: deliver }, { timings });
    await db().transaction(async (tx) => {
      for (let count = 0; count < 20; count += 1) await outbox.send(tx, sms);
    });
    outbox.kick();
    await until(() => log.length === 1);
    await wait(300);
    const asked = taken.length;
    expect(asked).toBeGreaterThanOrEqual(5);
    expect(asked).toBeLessThan(10);
    expect(log).toMatchObject([
      { fields: { channel: 'sms', reason: 'HTTP 500' }, text: 'messages are not delivered: the provider fails' },
    ]);
    await until(() => log.length === 2);
    expect(taken.length).toBe(asked + 1);
    isDown = false;
    await until(
      async () =>
        (
          await db()
            .select()
            .from(outboxMessages)
            .where(sql`delivered_at is null`)
        ).length === 0,
    );
    expect(new Set(taken.map(({ reference }) => reference)).size).toBe(20);
  });
});

describe('two instances', () => {
  it('deliver every message exactly once between them', async () => {
    const one = provider(() => wait(2) as Promise<void>);
    const other = provider(() => wait(2) as Promise<void>);
    const timings = { leaseMs: 20_000 };
    const outbox = open({ sms: one.deliver, email: one.deliver }, { timings });
    open({ sms: other.deliver, email: other.deliver }, { connection: second, timings });
    await Promise.all(
      Array.from({ length: 120 }, (_, index) => outbox.send(index % 2 ? db() : second.db, index % 3 ? sms : mail)),
    );
    await until(
      async () =>
        (
          await db()
            .select()
            .from(outboxMessages)
            .where(sql`delivered_at is null`)
        ).length === 0,
      15_000,
    );
    const all = [...one.taken, ...other.taken].map(({ reference }) => reference);
    expect(all).toHaveLength(120);
    expect(new Set(all).size).toBe(120);
    // On PGlite's single connection the first worker may win every claim.
    expect(Math.min(one.taken.length, other.taken.length)).toBeGreaterThanOrEqual(postgresServer ? 1 : 0);
  }, 30_000);

  it.runIf(postgresServer)(
    'one of them killed in the middle: the other sends the message again with the same id once the lease is over',
    async () => {
      const { rows } = await db().execute<{ name: string }>(sql`select current_database() as name`);
      const at = (path: string) => new URL(path, import.meta.url).href;
      const child = runProcess(
        [
          '--input-type=module',
          '-e',
          `
      import { connect } from ${JSON.stringify(at('../database/connect.server.ts'))};
      import { readConfig } from ${JSON.stringify(at('./config.server.ts'))};
      import { createOutbox } from ${JSON.stringify(at('./outbox.server.ts'))};
      const connection = await connect({ databaseUrl: ${JSON.stringify(`${postgresServer}/${rows[0]!.name}`)}, dataDir: '/tmp' });
      const deliver = async ({ reference }) => { process.stdout.write('took ' + reference + ' it\\n'); await new Promise(() => {}); };
      const outbox = createOutbox({ connection, config: readConfig({ DATA_DIR: ${JSON.stringify(database.dataDir)} }), providers: { sms: deliver }, timings: { leaseMs: 1500, timeoutMs: 60000, pollMs: 20 } });
      outbox.start();
      setInterval(() => {}, 1000);
    `,
        ],
        {},
      );
      const quiet = createOutbox({
        connection: database.connection,
        config: config(),
        providers: { sms: async () => {} },
      });
      const id = await quiet.send(db(), sms);
      await child.says(`took ${id} it`);
      await child.ends('SIGKILL');
      const { taken, deliver } = provider();
      open({ sms: deliver });
      await wait(200);
      expect(taken).toEqual([]);
      await until(async () => (await rowOf(id)).is_delivered);
      expect(taken.map(({ reference }) => reference)).toEqual([id]);
      expect(
        (await db().select({ tries: outboxMessages.tries }).from(outboxMessages).where(eq(outboxMessages.id, id)))[0]!
          .tries,
      ).toBe(2);
    },
  );
});

describe('stopping', () => {
  it('waits for deliveries in flight, and claims nothing more', async () => {
    const { taken, deliver } = provider(() => wait(100) as Promise<void>);
    const outbox = open({ sms: deliver });
    const id = await outbox.send(db(), sms);
    await until(() => taken.length === 1);
    await outbox.stop();
    expect(await rowOf(id)).toMatchObject({ is_delivered: true });
    await outbox.send(db(), sms);
    outbox.kick();
    await wait(100);
    expect(taken).toHaveLength(1);
  });
});
