import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Connection } from './connect.server.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
const lockKey = 7_206_161;

/** Applies what is missing, once, however many instances boot at the same time. */
export async function applyMigrations(connection: Connection): Promise<void> {
  const client = await connection.pool.connect();
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    try {
      await migrate(drizzle(client), { migrationsFolder });
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockKey]);
    }
  } finally {
    await client.query('reset lock_timeout; reset statement_timeout').catch(() => {});
    client.release();
  }
}
