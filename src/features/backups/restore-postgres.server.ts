import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Connection } from '../../database/connect.server.ts';
import { type Erasure, listErasures } from '../privacy/erasure-log.server.ts';
import { BackupError } from './backup-folder.server.ts';
import { listTables } from './count-rows.server.ts';
import { runProgram } from './postgres-programs.server.ts';

/**
 * Checks what a restore would replace. @returns erasures recorded in it
 * @throws BackupError where it has data and `overwrite` is not set, or other connections are open
 */
export async function clearForRestore(databaseUrl: string, dataDir: string, overwrite: boolean): Promise<Erasure[]> {
  const connection = await connect({ databaseUrl, dataDir, poolSize: 1 });
  try {
    const tables = await listTables(connection.pool);
    if (tables.length > 0 && !overwrite)
      throw new BackupError(
        'The database of DATABASE_URL is not empty. To replace what is in it, add --overwrite (make a backup of it first).',
      );
    const others = await othersThatStay(connection);
    if (others > 0)
      throw new BackupError(
        `The database of DATABASE_URL is in use by ${others} other ${others === 1 ? 'connection' : 'connections'} of this user. Stop every instance first.`,
      );
    return tables.some(({ name }) => name === 'erasures') ? await listErasures(connection.db) : [];
  } finally {
    await connection.close();
  }
}

/**
 * The server lists a connection for some time after its client has closed it, and an instance that connects again has
 * none for a moment.
 * @returns 0 once there was none for a second; what there is after five
 */
async function othersThatStay(connection: Connection): Promise<number> {
  let freeSince: number | null = null;
  for (const until = Date.now() + 5_000; ; await wait(100)) {
    const others = await countOthers(connection);
    if (others === 0) freeSince ??= Date.now();
    else freeSince = null;
    if (freeSince !== null && Date.now() - freeSince >= 1_000) return 0;
    if (others > 0 && Date.now() >= until) return others;
  }
}

async function countOthers({ pool }: Connection): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(`
    select count(*) from pg_stat_activity
    where datname = current_database() and usename = current_user and backend_type = 'client backend' and pid <> pg_backend_pid()`);
  return Number(rows[0]!.count);
}

const emptied = `set client_min_messages = warning;
begin;
drop schema if exists drizzle cascade;
drop schema if exists public cascade;
`;

/**
 * Drops the old data and loads the new in one transaction, so a failure leaves the old. @param source the SQL
 * @param whole resolves when the source is complete
 */
export async function replacePostgres(
  databaseUrl: string,
  source: AsyncIterable<string | Buffer>,
  whole: Promise<void> = Promise.resolve(),
): Promise<void> {
  const writing = runProgram('psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1'], databaseUrl, {
    input: 'pipe',
  });
  const into = writing.child.stdin as Writable;
  // When psql exits early, its stderr has the reason; the broken pipe says nothing more.
  into.on('error', () => {});
  into.write(emptied);
  try {
    await pipeline(Readable.from(source), into, { end: false });
    await whole;
    // Committed only now: if psql ends earlier for any reason, the transaction rolls back.
    into.end('\ncommit;\n');
  } catch (error) {
    if (['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as NodeJS.ErrnoException).code ?? ''))
      await writing.done;
    writing.child.kill();
    throw error;
  }
  await writing.done;
}

export async function restorePostgres(dump: string, databaseUrl: string): Promise<void> {
  const reading = runProgram(
    'pg_restore',
    ['--file=-', '--no-owner', '--no-privileges', '--exit-on-error', dump],
    null,
    { output: 'pipe' },
  );
  await replacePostgres(databaseUrl, reading.child.stdout as Readable, reading.done);
}
