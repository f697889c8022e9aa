import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => { database = await openTestDatabase('empty'); });
afterAll(() => database.close());

it('a query that fails does not make the next one fail', async () => {
  const { db } = database.connection;
  for (let round = 0; round < 20; round += 1) {
    await expect(db.execute(sql`select 1 / 0`)).rejects.toThrow(/division by zero|Failed query/);
    expect((await db.execute(sql`select ${round}::int as round`)).rows).toEqual([{ round }]);
  }
  const many = await Promise.allSettled(Array.from({ length: 40 }, (_, at) => db.execute(at % 2 ? sql`select 1 / 0` : sql`select 1`)));
  expect(many.map(({ status }) => status)).toEqual(many.map((_, at) => (at % 2 ? 'rejected' : 'fulfilled')));
});

it('nor a statement that was prepared before', async () => {
  const { pool } = database.connection;
  for (let round = 0; round < 3; round += 1) {
    expect((await pool.query({ name: 'prepared', text: 'select $1::int as round', values: [round] })).rows).toEqual([{ round }]);
    await expect(pool.query('select 1 / 0')).rejects.toThrow(/division by zero|Failed query/);
  }
});

it('what one instance tells, all hear', async () => {
  const heard: string[] = [];
  await database.connection.listen('a_channel', (payload) => void heard.push(payload), () => {});
  await database.connection.notify('a_channel', 'a word');
  await expect.poll(() => heard).toEqual(['a word']);
});
