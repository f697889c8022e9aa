import { rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connect, type Connection } from './connect.server.ts';
import { createPgliteServer, endOfQuery } from './pglite-server.server.ts';
import { newFolder } from '../testing/new-folder.ts';

let connection: Connection;
const dataDir = newFolder();
beforeAll(async () => {
  connection = await connect({ dataDir });
  await connection.pool.query('create table notes (id int primary key, words text)');
});
afterAll(() => connection.close());

const aClient = async () => {
  const client = new pg.Client({ host: dataDir, user: 'postgres', database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  return client;
};
const ids = async () =>
  (await connection.pool.query<{ id: number }>('select id from notes order by id')).rows.map(({ id }) => id);

it('a query ends at its Sync, and waits for what is still to come', () => {
  const message = (letter: string, body = '') => {
    const bytes = Buffer.alloc(5 + body.length);
    bytes.write(letter + '\0\0\0\0' + body, 'latin1');
    bytes.writeInt32BE(4 + body.length, 1);
    return bytes;
  };
  const query = Buffer.concat([message('P', 'select 1'), message('B'), message('D'), message('E'), message('S')]);
  const two = Buffer.concat([query, query]);
  expect(endOfQuery(two)).toBe(query.length);
  for (let size = 0; size < query.length; size += 1) expect(endOfQuery(query.subarray(0, size))).toBe(0);
  expect(endOfQuery(message('Q', 'select 1'))).toBe(13);
  expect(() => endOfQuery(Buffer.from('GET / HTTP/1.1'))).not.toThrow();
  expect(() => endOfQuery(Buffer.from([0x51, 0, 0, 0, 0]))).toThrow('Not the protocol');
});

it('queries that are sent together are answered each with its own rows, errors and large values included', async () => {
  const large = 'क'.repeat(200_000);
  const answers = await Promise.allSettled(
    Array.from({ length: 60 }, (_, at) =>
      at % 10 === 3
        ? connection.pool.query('select 1 / 0')
        : connection.pool.query({
            ...(at % 3 === 0 ? { name: 'same' } : {}),
            text: 'select $1::int as at, $2::text as words',
            values: [at, at % 7 === 0 ? large : 'x'],
          }),
    ),
  );
  for (const [at, answer] of answers.entries())
    expect(answer).toMatchObject(
      at % 10 === 3
        ? { status: 'rejected', reason: { code: '22012' } }
        : { value: { rows: [{ at, words: at % 7 === 0 ? large : 'x' }] } },
    );
});

it('a query is sent while another one is under way', async () => {
  const client = (await connection.pool.connect()) as unknown as {
    connection: { stream: NodeJS.ReadWriteStream };
    release(): void;
  };
  const { stream } = client.connection;
  client.release();
  const sent = vi.spyOn(stream, 'write');
  const answered = vi.fn<() => void>();
  // Before the driver's own listener, which sends what waits.
  stream.prependListener('data', answered);
  const words = ['the first', 'the second'];
  await Promise.all(words.map((each) => connection.pool.query(`select '${each}'`)));
  const orderOf = (each: string) =>
    sent.mock.invocationCallOrder[sent.mock.calls.findIndex(([bytes]) => String(bytes).includes(each))];
  expect(orderOf('the second')).toBeGreaterThan(orderOf('the first')!);
  expect(orderOf('the second')).toBeLessThan(answered.mock.invocationCallOrder[0]!);
  sent.mockRestore();
  stream.off('data', answered);
});

it('its own cache is small: the files are in the system’s cache anyway', async () => {
  expect((await connection.pool.query('show shared_buffers')).rows).toEqual([{ shared_buffers: '32MB' }]);
});

it('a transaction has the database to itself, and gets its turn among many queries', async () => {
  const state = { isOver: false };
  const reader = async () => {
    const seen = new Set<string>();
    while (!state.isOver) seen.add((await ids()).join());
    return seen;
  };
  const readers = Array.from({ length: 8 }, reader);
  for (let round = 0; round < 10; round += 1) {
    await connection.db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values (1, 'a')`);
      await new Promise((resolve) => setTimeout(resolve, 2));
      await tx.execute(sql`insert into notes values (2, 'b')`);
    });
    await connection.db
      .transaction(async (tx) => {
        await tx.execute(sql`delete from notes where id = 1`);
        throw new Error('no');
      })
      .catch(() => {});
    await connection.pool.query('delete from notes');
  }
  state.isOver = true;
  const seen = new Set((await Promise.all(readers)).flatMap((each) => [...each]));
  expect([...seen].filter((one) => one !== '' && one !== '1,2')).toEqual([]);
});

it('what a connection left open is rolled back when it is gone, whether it says so or not', async () => {
  for (const isPolite of [true, false]) {
    const client = await aClient();
    await client.query('begin');
    await client.query(`insert into notes values (${isPolite ? 7 : 8}, 'lost')`);
    const waiting = ids();
    if (isPolite) await client.end();
    else (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    expect(await waiting).toEqual([]);
  }
  const silent = createConnection(join(dataDir, '.s.PGSQL.5432'));
  await new Promise((resolve) => silent.once('connect', resolve));
  silent.destroy();
  expect(await ids()).toEqual([]);
});

it('after a connection broke, the next query has a new one', async () => {
  const client = (await connection.pool.connect()) as unknown as {
    connection: { stream: { destroy(): void } };
    release(): void;
  };
  client.release();
  const late = connection.pool.query('select pg_sleep(0.01)');
  client.connection.stream.destroy();
  await late.catch(() => {});
  await expect.poll(() => ids().catch(() => null)).toEqual([]);
});

it('a transaction that is open while the database closes ends with it, and fails nobody', async () => {
  const folder = newFolder();
  const db = await PGlite.create();
  const server = createPgliteServer(db);
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve));
  const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  await client.query('begin');
  const unhandled = vi.fn<() => void>();
  process.on('unhandledRejection', unhandled);
  server.close();
  await db.close();
  await client.end();
  await wait(200);
  process.off('unhandledRejection', unhandled);
  rmSync(folder, { recursive: true });
  expect(unhandled).not.toHaveBeenCalled();
});
