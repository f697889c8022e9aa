import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { connect } from '../../database/connect.server.ts';
import { migrationsOf } from '../../database/migrate.server.ts';
import { BackupError, inBackup } from './backup-folder.server.ts';
import { listTables } from './count-rows.server.ts';
import type { Progress } from './progress.ts';
import { replacePostgres } from './restore-postgres.server.ts';

type Move = {
  backup: string;
  databaseUrl: string;
  /** For a copy to open, since opening PGlite modifies its files. */
  workFolder: string;
  rows: number;
  progress: Progress;
};

// Pins the text format of values on both sides, independent of the servers' settings.
const oneWay = `set search_path = public; set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1`;

/** Replaces PostgreSQL's data by a PGlite backup in one transaction, committed only if all checksums are equal. */
export async function movePglite({ backup, databaseUrl, workFolder, rows, progress }: Move): Promise<void> {
  try {
    await rm(workFolder, { recursive: true, force: true });
    await cp(inBackup(backup).pglite, join(workFolder, 'pglite'), { recursive: true });
    const connection = await connect({ dataDir: workFolder });
    const client = await connection.pool.connect();
    try {
      await client.query(`${oneWay}; begin`);
      progress.start(rows, 0);
      await replacePostgres(databaseUrl, everythingAsSql(client, progress));
      progress.end();
    } finally {
      client.release();
      await connection.close();
    }
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

async function* everythingAsSql(client: pg.PoolClient, progress: Progress): AsyncGenerator<string> {
  const { rows: applied } = await client.query<{ at: string }>(
    'select created_at as at from drizzle.__drizzle_migrations',
  );
  const migrations = migrationsOf(applied.map(({ at }) => Number(at)));
  if (!migrations) throw new BackupError('This backup is of a newer version of the site: update this one first.');
  const tables = await listTables(client);
  const { rows: references } = await client.query<{ owner: string; name: string; definition: string }>(`
    select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);

  yield statements(
    `set client_encoding = 'UTF8'`,
    'set statement_timeout = 0',
    'set lock_timeout = 0',
    'create schema public',
    oneWay,
    ...migrations,
  );
  // Rows arrive in no particular order and include the results of triggers, so foreign keys and triggers are off
  // meanwhile.
  yield statements(...references.map(({ owner, name }) => `alter table ${owner} drop constraint ${name}`));
  yield statements(
    `truncate ${tables.map(nameOf).join(', ')}`,
    ...tables.map((table) => `alter table ${nameOf(table)} disable trigger user`),
  );
  for (const table of tables) yield* copyOf(client, table, (count) => progress.step(count, 0));
  yield statements(...tables.map((table) => `alter table ${nameOf(table)} enable trigger user`));
  yield statements(
    ...references.map(({ owner, name, definition }) => `alter table ${owner} add constraint ${name} ${definition}`),
  );
  yield statements(...(await sequences(client)));
  for (const table of tables) {
    const {
      rows: [sum],
    } = await client.query<[string]>({ text: checksumOf(table), rowMode: 'array' });
    yield statements(
      `do $check$ begin if (${checksumOf(table)}) <> ${pg.escapeLiteral(sum![0])} then raise exception '% is not what it was', ${pg.escapeLiteral(nameOf(table))}; end if; end $check$`,
    );
  }
}

const statements = (...list: string[]) => list.map((statement) => `${statement};\n`).join('');

/** Sequences continue after the highest id ever assigned: ids are never reused. */
async function sequences(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'S' and relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)`,
  );
  const settings: string[] = [];
  for (const { name } of rows) {
    const {
      rows: [at],
    } = await client.query<{ last_value: string; is_called: boolean }>(`select last_value, is_called from ${name}`);
    settings.push(`select setval(${pg.escapeLiteral(name)}, ${at!.last_value}, ${at!.is_called})`);
  }
  return settings;
}

type Table = { schema: string; name: string };
export const nameOf = ({ schema, name }: Table) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** Values stay in PostgreSQL's text format: parsing to JavaScript types and back would lose precision. */
const asWritten = { getTypeParser: () => (value: string) => value };
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const cell = (value: string | null) =>
  value === null ? '\\N' : value.replace(/[\\\n\r\t]/g, (sign) => escapes[sign]!);

/**
 * A table's rows as COPY statements for psql, in batches; the client is in a transaction. Generated columns are
 * excluded.
 */
async function* copyOf(client: pg.PoolClient, table: Table, onRows: (count: number) => void): AsyncGenerator<string> {
  const {
    rows: [found],
  } = await client.query<{ columns: string[] }>(`
    select array_agg(quote_ident(attname) order by attnum) as columns from pg_attribute
    where attrelid = '${nameOf(table)}'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`);
  const columns = found!.columns.join(', ');
  yield `copy ${nameOf(table)} (${columns}) from stdin;\n`;
  await client.query(`declare copied no scroll cursor for select ${columns} from ${nameOf(table)}`);
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: 'fetch 500 from copied',
      rowMode: 'array',
      types: asWritten as never,
    });
    if (rows.length === 0) break;
    yield rows.map((row) => `${row.map(cell).join('\t')}\n`).join('');
    onRows(rows.length);
  }
  await client.query('close copied');
  yield '\\.\n';
}

/** Independent of row order and database engine. */
const checksumOf = (table: Table) =>
  `select coalesce(sum(('x' || left(md5(each::text), 15))::bit(60)::bigint), 0)::text || ' of ' || count(*) from ${nameOf(table)} as each`;
