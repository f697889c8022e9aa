import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onServer, postgresServer } from '../testing/test-database.ts';
import { connect, type Connection } from './connect.server.ts';
import { applyMigrations } from './migrate.server.ts';
import { newFolder } from '../testing/new-folder.ts';

const { entries } = JSON.parse(readFileSync(new URL('./migrations/meta/_journal.json', import.meta.url), 'utf8')) as {
  entries: { when: number }[];
};
const name = `nagrik_migrate_${randomUUID().replaceAll('-', '')}`;
const dataDir = newFolder();
let connections: Connection[];

// On PostgreSQL three instances; on PGlite, which allows one process, three callers in it.
beforeAll(async () => {
  if (!postgresServer) {
    const one = await connect({ dataDir });
    connections = [one, one, one];
    return;
  }
  await onServer(`create database ${name}`);
  connections = await Promise.all(
    [1, 2, 3].map(() => connect({ dataDir, databaseUrl: `${postgresServer}/${name}`, poolSize: 2 })),
  );
});
afterAll(async () => {
  await Promise.all([...new Set(connections)].map((connection) => connection.close()));
  if (postgresServer) await onServer(`drop database if exists ${name} with (force)`);
});

const applied = async () =>
  (
    await connections[0]!.db.execute<{ created_at: string }>(
      sql`select created_at from drizzle.__drizzle_migrations order by id`,
    )
  ).rows.map((row) => Number(row.created_at));

it('three that start at once apply every migration, in order, once', async () => {
  await Promise.all(connections.map((connection) => applyMigrations(connection)));
  expect(await applied()).toEqual(entries.map(({ when }) => when));
});

it('a later run does nothing, and holds no lock and no other setting behind', async () => {
  const before = await applied();
  await Promise.all(connections.map((connection) => applyMigrations(connection)));
  expect(await applied()).toEqual(before);
  const { rows } = await connections[0]!.db.execute<{
    held: number;
    lock: string;
    statement: string;
  }>(sql`select (select count(*)::int from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())) as held,
    current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`);
  expect(rows).toEqual([
    { held: 0, ...(postgresServer ? { lock: '5s', statement: '1h' } : { lock: '0', statement: '0' }) },
  ]);
});
