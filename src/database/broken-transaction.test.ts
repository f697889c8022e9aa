import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openTestDatabase, postgresServer } from '../testing/test-database.ts';

// PGlite has no pg_terminate_backend for its one session.
it.runIf(postgresServer !== undefined)(
  'a connection that breaks inside a transaction fails that transaction, and not the process',
  async () => {
    const { connection, close } = await openTestDatabase('empty');
    const broken = connection.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await connection.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
      await tx.execute(sql`select pg_sleep(1)`);
    });
    await expect(broken).rejects.toThrow('Failed query');
    expect((await connection.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await close();
  },
);
