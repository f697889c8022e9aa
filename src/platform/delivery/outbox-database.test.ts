import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect, type Connection } from '../../database/connect.server.ts';
import { startDatabaseProxy } from '../../testing/database-proxy.ts';
import { postgresServer, urlOf } from '../../testing/test-database.ts';
import { readConfig } from '../settings/config.server.ts';
import { createOutbox, type Outbox } from './outbox.server.ts';
import type { Deliver, Message } from './outbox-message.ts';
import { requestContext } from '../http/request-context.server.ts';
import { openDatabase } from '../../testing/open-database.ts';

const sms: Message = {
  channel: 'sms',
  to: '+919876543210',
  purpose: 'signin',
  subject: '',
  text: '123456 is your code',
  code: '123456',
};
const patient = { timeout: 20_000, interval: 20 };

// PGlite is in-process: there is no connection to break.
describe.skipIf(!postgresServer)('messages, where the way to the database breaks', () => {
  const database = openDatabase('empty');
  let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
  let through: Connection;
  let outbox: Outbox | undefined;
  let taken: string[];

  beforeEach(async () => {
    taken = [];
    proxy = await startDatabaseProxy();
    through = await connect({
      databaseUrl: proxy.through(await urlOf(database)),
      dataDir: database.dataDir,
      bounds: { answer: 1_000 },
    });
  });
  afterEach(async () => {
    proxy.release();
    await outbox?.stop();
    await through.close();
    await proxy.close();
  });

  function start(timings: { leaseMs: number }, duringDelivery = () => {}): Outbox {
    const deliver: Deliver = async ({ reference }) => {
      taken.push(reference);
      duringDelivery();
    };
    outbox = createOutbox({
      connection: through,
      config: readConfig({ DATA_DIR: database.dataDir }),
      providers: { sms: deliver },
      timings: { pollMs: 40, ...timings },
    });
    outbox.start();
    return outbox;
  }
  const rowOf = async (id: string) =>
    (
      await database.db.execute<{ tries: number; isDelivered: boolean }>(
        sql`select tries, delivered_at is not null as "isDelivered" from outbox_messages where id = ${id}`,
      )
    ).rows[0]!;
  const expectDelivered = async (id: string) => {
    await expect.poll(async () => (await rowOf(id)).isDelivered, patient).toBe(true);
  };

  it('go out as soon as there are connections again', async () => {
    const sender = start({ leaseMs: 30_000 });
    const first = await sender.send(database.db, sms);
    await expectDelivered(first);
    proxy.swallow();
    const second = await sender.send(database.db, sms);
    await expectDelivered(second);
    expect(taken).toEqual([first, second]);
  });

  it('go out once, though the connection is lost while they do', async () => {
    const id = await start({ leaseMs: 30_000 }, () => proxy.swallow()).send(database.db, sms);
    await expectDelivered(id);
    expect([taken, (await rowOf(id)).tries]).toEqual([[id], 1]);
  });

  it('even where it is away for longer than the lease', async () => {
    const id = await start({ leaseMs: 3_000 }, () => proxy.cut()).send(database.db, sms);
    await expect
      .poll(
        async () =>
          (
            await database.db.execute(
              sql`select from outbox_messages where id = ${id} and tries = 1 and next_try_at < now()`,
            )
          ).rowCount,
        patient,
      )
      .toBe(1);
    proxy.release();
    await expectDelivered(id);
    expect([taken, (await rowOf(id)).tries]).toEqual([[id], 2]);
  });

  it('wait neither for long jobs, nor for requests', async () => {
    const asRequest = <Result>(work: () => Result) =>
      requestContext.run({ requestId: 'a-request-of-test', readsReplica: false }, work);
    const connections = [
      ...Array.from({ length: 4 }, () => through.pool.connect()),
      ...asRequest(() => Array.from({ length: 10 }, () => through.pool.connect())),
    ];
    const held = await Promise.all(connections);
    try {
      const id = await asRequest(() => start({ leaseMs: 30_000 }).send(database.db, sms));
      await expectDelivered(id);
      expect(taken).toEqual([id]);
    } finally {
      for (const client of held) client.release();
    }
  });
});
