// @runs on both databases
import { type AddressInfo, createServer, Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { connect } from './connect.server.ts';
import { openDatabase } from '../testing/open-database.ts';

const database = openDatabase('empty');

it('a query that fails does not make the next one fail', async () => {
  for (let round = 0; round < 20; round += 1) {
    await expect(database.db.execute(sql`select 1 / 0`)).rejects.toThrow(/division by zero|Failed query/);
    expect((await database.db.execute(sql`select ${round}::int as round`)).rows).toEqual([{ round }]);
  }
  const many = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) => database.db.execute(at % 2 ? sql`select 1 / 0` : sql`select 1`)),
  );
  expect(many.map(({ status }) => status)).toEqual(many.map((_, at) => (at % 2 ? 'rejected' : 'fulfilled')));
});

it('nor a statement that was prepared before', async () => {
  const { pool } = database.connection;
  for (let round = 0; round < 3; round += 1) {
    expect((await pool.query({ name: 'prepared', text: 'select $1::int as round', values: [round] })).rows).toEqual([
      { round },
    ]);
    await expect(pool.query('select 1 / 0')).rejects.toThrow(/division by zero|Failed query/);
  }
});

it('a notification has reached this instance once it is sent, so that writers read their own writes', async () => {
  const heard: string[] = [];
  await database.connection.listen(
    'a_channel',
    (payload) => void heard.push(payload),
    () => {},
  );
  await database.connection.notify('a_channel', 'a word');
  expect(heard).toContain('a word');
});

it('a listener gives up a server that accepts connections but does not respond, and soon notices one that is gone', async () => {
  const isIn = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
  const server = createServer((socket) => socket.once('data', () => socket.write(isIn)).on('error', () => {}));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const connection = await connect({
    databaseUrl: `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/nothing`,
    dataDir: database.dataDir,
  });
  try {
    await expect(
      connection.listen(
        'a_channel',
        () => {},
        () => {},
      ),
    ).rejects.toThrow('Query read timeout');
    expect(keepAlive).toHaveBeenCalledWith(true, 10_000);
  } finally {
    keepAlive.mockRestore();
    await connection.close();
    await new Promise((resolve) => server.close(resolve));
  }
});
