import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Connection } from '../../database/connect.server.ts';
import { LockHeldError, takeExclusiveLock } from '../../database/exclusive-lock.server.ts';
import type { Output } from '../../platform/process/command.ts';
import { type Erasure, listErasures } from '../privacy/erasure-log.server.ts';
import { BackupError, copyFiles, inBackup } from './backup-folder.server.ts';
import { showProgress } from './progress.ts';

type PgliteRestore = {
  backup: string;
  dataDir: string;
  overwrite: boolean;
  output: Output;
  work: (connection: Connection, replaced: Erasure[]) => Promise<void>;
};

/**
 * Restores by swapping folders: the copy must open, and `work` on it succeed, before it replaces the old directory.
 * @throws LockHeldError where a server has the directory open
 */
export async function restorePglite({ backup, dataDir, overwrite, output, work }: PgliteRestore): Promise<void> {
  const current = join(dataDir, 'pglite');
  if (existsSync(current) && !overwrite)
    throw new BackupError(
      `${dataDir} holds a database already. To replace it, add --overwrite (make a backup of it first).`,
    );
  const replaced = await erasuresOf(dataDir, output);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const lock = takeExclusiveLock(join(dataDir, 'pglite.lock'));
  const workFolder = join(dataDir, 'restoring');
  try {
    await rm(workFolder, { recursive: true, force: true });
    await copyFiles(inBackup(backup).pglite, join(workFolder, 'pglite'), showProgress(output, 'Database', 'files'));
    const connection = await connect({ dataDir: workFolder });
    try {
      await work(connection, replaced);
    } finally {
      await connection.close();
    }
    const old = join(workFolder, 'replaced');
    if (existsSync(current)) await rename(current, old);
    await rename(join(workFolder, 'pglite'), current);
  } finally {
    await rm(workFolder, { recursive: true, force: true });
    lock.release();
  }
}

/** A corrupt database may be the reason for the restore, so failing to open it is no error. */
async function erasuresOf(dataDir: string, output: Output): Promise<Erasure[]> {
  if (!existsSync(join(dataDir, 'pglite'))) return [];
  try {
    const connection = await connect({ dataDir });
    try {
      return await listErasures(connection.db);
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (error instanceof LockHeldError) throw error;
    output.err(
      'The database that is replaced cannot be opened; who was deleted is known from ERASURES_FILE and the backups only.',
    );
    return [];
  }
}
