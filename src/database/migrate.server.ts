import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Connection } from './connect.server.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
const lockKey = 7_206_161;

/** Applies pending migrations once, however many instances start concurrently (advisory lock). */
export async function applyMigrations(connection: Connection): Promise<void> {
  const client = await connection.pool.connect();
  try {
    await client.query('set lock_timeout = 0; set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    try {
      await client.query(`set lock_timeout = '2s'`);
      await letOthersPast(() => migrate(drizzle(client), { migrationsFolder }));
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lockKey]);
    }
  } finally {
    await client.query('reset lock_timeout; reset statement_timeout').catch(() => {});
    // Destroyed, not returned to the pool: the RESET above also dropped the pool's own timeouts.
    client.release(true);
  }
}

/**
 * A waiting ACCESS EXCLUSIVE lock queues all later readers behind it: give up after a short lock timeout, and retry.
 */
async function letOthersPast(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const { code } = ((error as Error).cause ?? error) as { code?: string };
      if (code !== '55P03' || attempt === 30) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, 1_000);
      });
    }
  }
}

const files = readMigrationFiles({ migrationsFolder });
const newest = Math.max(...files.map(({ folderMillis }) => folderMillis));

/**
 * The migrations with these timestamps, which give an empty database the schema of another one; null where this build
 * lacks one of them.
 */
export function migrationsOf(times: number[]): string[] | null {
  const applied = files.filter(({ folderMillis }) => times.includes(folderMillis));
  if (applied.length !== times.length) return null;
  return [
    'create schema drizzle',
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
    ...applied.flatMap(({ sql }) => sql),
  ];
}

/**
 * Whether the database has every migration of this build; a restored backup may not. PGlite cannot be replaced while
 * this process holds its lock.
 */
export async function isMigrated({ probe }: Pick<Connection, 'probe'>): Promise<boolean> {
  if (!probe) return true;
  const { rows } = await probe.query<{ newest: string | null }>(
    'select max(created_at) as newest from drizzle.__drizzle_migrations',
  );
  return Number(rows[0]?.newest ?? 0) >= newest;
}
