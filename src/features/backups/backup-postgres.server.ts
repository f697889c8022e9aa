import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Connection } from '../../database/connect.server.ts';
import { countRows, expectSameRows } from './count-rows.server.ts';
import { countDumpedRows, runProgram } from './postgres-programs.server.ts';
import type { Progress } from './progress.ts';

/** @returns row counts from the same snapshot as the dump */
export async function dumpPostgres(
  connection: Connection,
  databaseUrl: string,
  file: string,
  progress: Progress,
): Promise<Record<string, number>> {
  const client = await connection.pool.connect();
  try {
    await client.query('begin transaction isolation level repeatable read, read only');
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
    const counts = await countRows(client);
    progress.start(Object.keys(counts).length, 0);
    const args = [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      '--verbose',
      '--schema=public',
      '--schema=drizzle',
      '--extension=*',
      '--lock-wait-timeout=10s',
      `--snapshot=${rows[0]!.snapshot}`,
      `--file=${file}`,
    ];
    await runProgram('pg_dump', args, databaseUrl, {}, (line) => {
      if (line.includes('dumping contents of table')) progress.step(1, 0);
    }).done;
    progress.end();
    return counts;
  } finally {
    // Released inside a transaction, the pooled connection would keep the snapshot open.
    await client.query('rollback').catch(() => {});
    client.release();
  }
}

/** Reads the whole dump as a restore would. @throws BackupError where its row counts differ */
export async function checkDump(file: string, counts: Record<string, number>, progress: Progress): Promise<void> {
  const reading = runProgram('pg_restore', ['--file=-', file], null, { output: 'pipe' });
  progress.start(1, statSync(file).size);
  const found = await countDumpedRows(reading.child.stdout as Readable, () => {});
  await reading.done;
  progress.step(1, statSync(file).size);
  expectSameRows(counts, found, 'The backup that was just written');
  progress.end();
}
