import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { outboxMessages } from '../../database/schema.ts';
import { bareBrowser } from '../../features/otp/browser.server.ts';
import { sendCode } from '../../features/otp/send-code.server.ts';
import {
  config,
  database,
  db,
  log,
  mail,
  open,
  openOutboxSite,
  provider,
  rowOf,
  second,
  sms,
  until,
  wait,
} from '../../testing/outbox-site.ts';
import { runProcess } from '../../testing/run-process.ts';
import { postgresServer } from '../../testing/test-database.ts';
import { createOutbox } from './outbox.server.ts';
import { plainServices } from '../../testing/plain-services.ts';

openOutboxSite();

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
    const services = plainServices(database.connection, config(), { outbox });
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

describe('a provider that never answers', () => {
  it('is given up with that reason, after the last try', async () => {
    const { deliver } = provider(() => new Promise(() => {}));
    const outbox = open({ sms: deliver }, { timings: { timeoutMs: 20, delaysMs: [] } });
    const id = await outbox.send(db(), sms);
    await until(async () => (await rowOf(id)).has_failed);
    expect((await rowOf(id)).last_error).toBe('ETIMEDOUT');
    expect(outbox.results()).toEqual([
      { channel: 'sms', result: 'delivered', count: 0 },
      { channel: 'sms', result: 'failed', count: 1 },
      { channel: 'sms', result: 'given_up', count: 1 },
    ]);
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
      {
        fields: { channel: 'sms', reason: 'HTTP 500', pauseSeconds: 1.5 },
        text: 'messages are not delivered: the provider fails',
      },
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
    expect(outbox.results().map(({ result, count }) => [result, count])).toEqual([
      ['delivered', 20],
      ['failed', taken.length - 20],
      ['given_up', 0],
    ]);
  });
});

describe('a provider that fails now and then', () => {
  it('never opens the circuit breaker: only failures in a row count', async () => {
    const known = new Set<string>();
    const { taken, deliver } = provider(({ reference }) => {
      if (known.has(reference)) return;
      known.add(reference);
      throw new Error('not now');
    });
    const outbox = open({ sms: deliver }, { timings: { breakerFailures: 2, breakerMs: 60_000 } });
    for (let sent = 0; sent < 3; sent += 1) {
      const id = await outbox.send(db(), sms);
      await until(async () => (await rowOf(id)).is_delivered);
    }
    expect(taken).toHaveLength(6);
    expect(log).toEqual([]);
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
      import { connect } from ${JSON.stringify(at('../../database/connect.server.ts'))};
      import { readConfig } from ${JSON.stringify(at('../settings/config.server.ts'))};
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
