import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../../platform/settings/config.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Output } from '../../platform/process/command.ts';
import { BackupError } from './backup-folder.server.ts';
import { backupsIn } from './prune-backups.server.ts';
import { restoreBackup } from './restore-backup.server.ts';

/**
 * Restores the newest backup of a folder for practice: into a temporary folder, or a PostgreSQL database that is made
 * for it and dropped. The site, its data and its list of deleted accounts are not touched; media are only checksummed.
 * @returns the backup's name
 */
export async function drillBackup(
  { config, personalData }: Pick<PageServices, 'config' | 'personalData'>,
  folder: string,
  output: Output,
): Promise<string> {
  const name = (await backupsIn(folder)).at(-1);
  if (name === undefined) throw new BackupError(`${folder} holds no backup.`);
  const dataDir = await mkdtemp(join(tmpdir(), 'nagrik-drill-'));
  try {
    await withEmptyDatabase(config, async (databaseUrl) =>
      restoreBackup(
        { config: { ...config, dataDir, databaseUrl, erasuresFile: join(dataDir, 'erasures.jsonl') }, personalData },
        { backup: join(folder, name), overwrite: false, erasureFiles: [], without: 'media' },
        output,
      ),
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return name;
}

async function withEmptyDatabase(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  work: (databaseUrl: Config['databaseUrl']) => Promise<void>,
): Promise<void> {
  if (!databaseUrl) return work(databaseUrl);
  const url = new URL(databaseUrl);
  // Always the same: what a drill that was killed left goes with the next one.
  const name = pg.escapeIdentifier(`${decodeURIComponent(url.pathname.slice(1))}_drill`);
  const drop = `drop database if exists ${name} with (force)`;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(drop);
    await client.query(`create database ${name}`);
    url.pathname += '_drill';
    await work(url.href).finally(() => client.query(drop));
  } finally {
    await client.end();
  }
}
