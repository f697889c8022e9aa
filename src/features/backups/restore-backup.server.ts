import type { PageServices } from '../../platform/page/page-services.server.ts';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { connect, type Connection } from '../../database/connect.server.ts';
import { applyMigrations } from '../../database/migrate.server.ts';
import { codeChallenges, newsletters, otpCodes, sessions } from '../../database/schema.ts';
import type { Config } from '../../platform/settings/config.server.ts';
import { hasOtherSecret } from '../../platform/settings/site-secret.server.ts';
import { openMediaStore } from '../../platform/media/media-store.server.ts';
import type { Output } from '../../platform/process/command.ts';
import { replayErasures } from '../privacy/delete-account.server.ts';
import {
  appendErasures,
  type Erasure,
  logErasures,
  readErasures,
  listErasures,
} from '../privacy/erasure-log.server.ts';
import { BackupError, type BackupManifest, checkedManifest, copyFiles, inBackup } from './backup-folder.server.ts';
import { countRows, expectSameRows } from './count-rows.server.ts';
import { copyMediaIn } from './copy-stores.server.ts';
import { movePglite } from './move-pglite.server.ts';
import { type Progress, showProgress } from './progress.ts';
import { clearForRestore, restorePostgres } from './restore-postgres.server.ts';
import { LockHeldError, takeExclusiveLock } from '../../database/exclusive-lock.server.ts';

type RestoreOptions = {
  backup: string;
  overwrite: boolean;
  erasureFiles: string[];
  /** For a move: nobody signs in again, and nothing may have been written since the backup. */
  keepSessions?: boolean;
  without?: 'media';
};
type Restore = Pick<PageServices, 'config' | 'personalData'> & {
  manifest: BackupManifest;
  erasures: Erasure[];
  keepSessions: boolean;
  output: Output;
};

/** Restores into an empty database, or with `overwrite` over existing data. Erased accounts stay erased. */
export async function restoreBackup(
  { config: settings, personalData }: Pick<PageServices, 'config' | 'personalData'>,
  { backup, overwrite, erasureFiles, keepSessions = false, without }: RestoreOptions,
  output: Output,
): Promise<void> {
  const manifest = await checkedManifest(backup, showProgress(output, 'Checksums', 'files'));
  expectEngine(manifest, settings);
  const store = without ? null : await openMediaStore(settings);
  await store?.check();
  const secret = await ownSecret(backup, settings);
  const config = { ...settings, authSecret: secret ?? settings.authSecret };
  const erasures = await gatherErasures([config.erasuresFile, ...erasureFiles, ...(await listsBeside(backup))]);
  const work = (connection: Connection, replaced: Erasure[]) =>
    finish(connection, {
      config,
      personalData,
      manifest,
      erasures: [...erasures, ...replaced],
      keepSessions,
      output,
    });

  if (config.databaseUrl) {
    const replaced = await clearForRestore(config.databaseUrl, config.dataDir, overwrite);
    output.out('Database: read in as one transaction …');
    if (manifest.engine === 'postgres') await restorePostgres(inBackup(backup).dump, config.databaseUrl);
    else
      await movePglite({
        backup,
        databaseUrl: config.databaseUrl,
        workFolder: join(config.dataDir, 'moving'),
        rows: sumOf(manifest.tables),
        progress: showProgress(output, 'Database', 'rows'),
      });
    const connection = await connect({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, poolSize: 2 });
    await work(connection, replaced).finally(() => connection.close());
  } else {
    await restorePglite({ backup, dataDir: config.dataDir, overwrite, output, work });
  }
  const { media } = inBackup(backup);
  if (store && !existsSync(media)) output.out('Media: this backup holds none. Those that are there stay.');
  else if (store) {
    const progress = showProgress(output, 'Media', 'files');
    if (config.mediaBucket) await copyMediaIn(media, store, progress);
    else await replaceFolder(media, config.mediaDir, progress);
  }
  if (secret) await writeFile(join(config.dataDir, 'auth-secret'), `${secret}\n`, { mode: 0o600 });
  if (without) return;
  output.out(
    `Restored: ${backup}, as it was at ${manifest.madeAt}.${keepSessions ? '' : ' Everybody signs in anew.'} What was published, hidden or taken down since then has to be done again.`,
  );
}

function expectEngine({ engine }: BackupManifest, { databaseUrl }: Config): void {
  if (engine === 'postgres' && !databaseUrl)
    throw new BackupError('This is a backup of PostgreSQL: set DATABASE_URL to the database that it shall go into.');
}

const sumOf = (tables: Record<string, number>) => Object.values(tables).reduce((sum, rows) => sum + rows, 0);

/** The backup's secret replaces one that was generated here, never one that was configured. */
async function ownSecret(backup: string, { authSecret, dataDir }: Config): Promise<string | null> {
  const read = async (file: string) => (existsSync(file) ? (await readFile(file, 'utf8')).trim() : null);
  return (await read(join(dataDir, 'auth-secret'))) === authSecret ? read(inBackup(backup).secret) : null;
}

/** Newer backups beside this one record later erasures. */
async function listsBeside(backup: string): Promise<string[]> {
  const parent = dirname(backup);
  const entries = await readdir(parent, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('nagrik-'))
    .map(({ name }) => inBackup(join(parent, name)).erasures);
}

async function gatherErasures(files: string[]): Promise<Erasure[]> {
  return (await Promise.all(files.map((file) => readErasures(file)))).flat();
}

async function finish(
  connection: Connection,
  { config, personalData, manifest, erasures, keepSessions, output }: Restore,
): Promise<void> {
  expectSameRows(manifest.tables, await countRows(connection.pool), 'The restored database');
  await applyMigrations(connection);
  // A session revoked after the backup, perhaps because it was stolen, would be valid again.
  if (!keepSessions) await connection.db.delete(sessions);
  await connection.db.delete(otpCodes);
  await connection.db.delete(codeChallenges);
  // What went out after the backup would go out again: somebody looks first. Nothing has gone out since a move.
  if (!keepSessions) {
    const { state } = newsletters;
    await connection.db.update(newsletters).set({ state: 'approved', sendAt: null }).where(eq(state, 'scheduled'));
    await connection.db.update(newsletters).set({ state: 'stopped' }).where(eq(state, 'sending'));
  }
  await appendErasures(config.erasuresFile, erasures);
  const count = await replayErasures({ config, connection, personalData }, await readErasures(config.erasuresFile));
  await logErasures(connection.db, config);
  if (await hasOtherSecret(connection.db, config))
    output.out(
      'The backup’s AUTH_SECRET was another one. Set that for the site, or run: npm run rotate-secret (its --help says what ends).',
    );
  output.out(`Checked: every row is there. Deleted again: ${count} ${count === 1 ? 'account' : 'accounts'}.`);
}

async function replaceFolder(media: string, mediaDir: string, progress: Progress): Promise<void> {
  const coming = `${mediaDir}.restoring`;
  await rm(coming, { recursive: true, force: true });
  await mkdir(dirname(mediaDir), { recursive: true, mode: 0o700 });
  await copyFiles(media, coming, progress);
  await rm(mediaDir, { recursive: true, force: true });
  await rename(coming, mediaDir);
}

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
async function restorePglite({ backup, dataDir, overwrite, output, work }: PgliteRestore): Promise<void> {
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
