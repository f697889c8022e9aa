import { existsSync, statSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Connection } from '../../database/connect.server.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { openMediaStore } from '../../platform/media/media-store.server.ts';
import type { Output } from '../../platform/process/command.ts';
import { appendErasures, listErasures, readErasures, type Erasure } from '../privacy/erasure-log.server.ts';
import {
  BackupError,
  type BackupManifest,
  digestFiles,
  inBackup,
  partialName,
  removeAbandoned,
  sizeOf,
} from './backup-folder.server.ts';
import { copyMediaOut } from './copy-stores.server.ts';
import { readableSize, showProgress, type Progress } from './progress.ts';
import { countRows, expectSameRows } from './count-rows.server.ts';
import type { Readable } from 'node:stream';
import { countDumpedRows, runProgram } from './postgres-programs.server.ts';

/** @returns the process's exit status */
type CopyPglite = (folder: string) => Promise<number>;

/**
 * Writes a verified backup into a new folder of `parent`; the site may be running. The final name marks it complete.
 * @param copyPglite copies the embedded database, here or in the server process that holds it @returns the folder
 */
export async function makeBackup(
  config: Config,
  parent: string,
  output: Output,
  copyPglite: CopyPglite,
  { without }: { without?: 'media' | undefined } = {},
): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeAbandoned(parent);
  const madeAt = new Date().toISOString();
  const name = `nagrik-${madeAt.slice(0, 19).replaceAll(':', '-')}Z`;
  const folder = join(parent, name);
  if (existsSync(folder)) throw new BackupError(`${folder} is there already.`);
  const unfinished = join(parent, partialName(name));
  await mkdir(unfinished, { mode: 0o700 });
  try {
    const tables = await (config.databaseUrl
      ? backUpPostgres(config, config.databaseUrl, unfinished, output)
      : backUpPglite(unfinished, output, copyPglite));
    if (!without)
      await copyMediaOut(
        await openMediaStore(config),
        inBackup(unfinished).media,
        showProgress(output, 'Media', 'files'),
      );
    await copyOwnFiles(config, unfinished);
    const files = await digestFiles(unfinished, showProgress(output, 'Checksums', 'files'));
    const manifest: BackupManifest = {
      format: 1,
      engine: config.databaseUrl ? 'postgres' : 'pglite',
      madeAt,
      tables,
      files,
    };
    await writeFile(inBackup(unfinished).manifest, `${JSON.stringify(manifest, null, 1)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(unfinished, folder);
    output.out(
      `Backup: ${folder} (${readableSize(sizeOf(files))}), verified: ${Object.values(tables).reduce((sum, rows) => sum + rows, 0)} rows in ${Object.keys(tables).length} tables, ${files.length} files.`,
    );
    return folder;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function backUpPostgres(
  config: Config,
  databaseUrl: string,
  folder: string,
  output: Output,
): Promise<Record<string, number>> {
  const { dump, erasures } = inBackup(folder);
  const connection = await connect({ databaseUrl, dataDir: config.dataDir, poolSize: 2 });
  try {
    const tables = await dumpPostgres(connection, databaseUrl, dump, showProgress(output, 'Database', 'tables'));
    await appendErasures(erasures, await listErasures(connection.db));
    await checkDump(dump, tables, showProgress(output, 'Read again', 'file'));
    return tables;
  } finally {
    await connection.close();
  }
}

async function backUpPglite(folder: string, output: Output, copyPglite: CopyPglite): Promise<Record<string, number>> {
  const { pglite, tables, erasures } = inBackup(folder);
  if ((await copyPglite(folder)) !== 0) throw new BackupError('The database could not be copied.');
  const counts = JSON.parse(await readFile(tables, 'utf8')) as Record<string, number>;
  await rm(tables);
  await appendErasures(erasures, await checkPgliteCopy(pglite, counts, join(folder, 'opened')));
  output.out(`Opened again: ${Object.keys(counts).length} tables, every row counted`);
  return counts;
}

/** Includes the secret: without it the sealed content could not be decrypted. */
async function copyOwnFiles(config: Config, folder: string): Promise<void> {
  const { secret, erasures } = inBackup(folder);
  const own = join(config.dataDir, 'auth-secret');
  if (existsSync(own)) await copyFile(own, secret);
  await appendErasures(erasures, await readErasures(config.erasuresFile));
}

/**
 * Opens a second copy, since opening PGlite modifies its files.
 * @returns erasures recorded in it @throws BackupError where rows are missing
 */
async function checkPgliteCopy(
  database: string,
  counts: Record<string, number>,
  workFolder: string,
): Promise<Erasure[]> {
  try {
    await cp(database, join(workFolder, 'pglite'), { recursive: true });
    const connection = await connect({ dataDir: workFolder });
    try {
      expectSameRows(counts, await countRows(connection.pool), 'The backup that was just written');
      return await listErasures(connection.db);
    } finally {
      await connection.close();
    }
  } finally {
    await rm(workFolder, { recursive: true, force: true });
  }
}

/** @returns row counts from the same snapshot as the dump */
async function dumpPostgres(
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
async function checkDump(file: string, counts: Record<string, number>, progress: Progress): Promise<void> {
  const reading = runProgram('pg_restore', ['--file=-', file], null, { output: 'pipe' });
  progress.start(1, statSync(file).size);
  const found = await countDumpedRows(reading.child.stdout as Readable, () => {});
  await reading.done;
  progress.step(1, statSync(file).size);
  expectSameRows(counts, found, 'The backup that was just written');
  progress.end();
}
