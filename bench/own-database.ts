import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import './own-folder.ts';

/** The PostgreSQL server on which benchmarks create databases of their own. */
export const benchServer = () => process.env.BENCH_DATABASE_URL || 'postgres://postgres@127.0.0.1:5432/postgres';

export const databaseUrlOf = (name: string) => Object.assign(new URL(benchServer()), { pathname: `/${name}` }).href;

/** @returns the rows of the last statement */
export async function onServer<Row extends pg.QueryResultRow>(...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: benchServer(), connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

export const dropDatabase = (name: string) => onServer(`drop database if exists ${name} with (force)`);

/** Drops it when this process ends, by a signal too; 'exit' listeners cannot wait, so another process does it. */
export function dropAtEnd(name: string): void {
  process.once('exit', () => {
    spawnSync(process.execPath, [fileURLToPath(import.meta.url), name], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, BENCH_DATABASE_URL: benchServer() },
    });
  });
}

/** An empty database that is dropped at the end, and so are those of killed runs. @returns its URL */
export async function ownDatabase(purpose: string): Promise<string> {
  const prefix = `nagrik_bench_${purpose}_`;
  const others = await onServer<{ datname: string }>(
    `select datname from pg_database where datname ~ '^${prefix}\\d+$'`,
  );
  // Without force: PostgreSQL refuses to drop one that another run is connected to.
  for (const { datname } of others) await onServer(`drop database if exists ${datname}`).catch(() => {});
  const name = `${prefix}${process.pid}`;
  await onServer(`create database ${name}`);
  dropAtEnd(name);
  return databaseUrlOf(name);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await dropDatabase(process.argv[2]!);
