import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
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

const newest = Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));

/** Whether the database holds every migration of this build; a backup put in its place may not. */
export async function isMigrated({ pool }: Connection): Promise<boolean> {
  const { rows } = await pool.query<{ newest: string | null }>('select max(created_at) as newest from drizzle.__drizzle_migrations');
  return Number(rows[0]?.newest ?? 0) >= newest;
}
