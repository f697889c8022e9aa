import { basename, join, resolve } from 'node:path';
import { readConfig } from '../platform/settings/config.server.ts';
import { WrongUse, terminal } from '../platform/process/command.ts';
import { readDatabasePlace, requireDatabase } from '../platform/settings/database-place.server.ts';
import { makeBackup } from '../features/backups/make-backup.server.ts';
import { personalData } from '../features.server.ts';
import { restoreBackup } from '../features/backups/restore-backup.server.ts';
import { runCommand } from './run-command.server.ts';
import { runScript } from './run-script.server.ts';

const backupHelp = `Writes a backup of the database and the media, while the site runs, and verifies it: every row is counted and every file has a checksum.

  npm run backup                     into DATA_DIR/backups
  npm run backup -- FOLDER           into FOLDER, best on another disk

A backup is a folder of its own, nagrik-<time>. Under that name it is whole; what is not done yet has another.
With PostgreSQL (DATABASE_URL) pg_dump and pg_restore are needed. It holds personal data: keep it as the database is kept.
Exit status: 0 done, 1 an error (and no backup), 2 wrong use, or no database there.`;

const restoreHelp = `Puts a backup back: database, media and the generated secret. Stop the site first.

  npm run restore -- BACKUP

  --overwrite        replace a database that is not empty
  --erasures FILE    another list of deleted accounts (erasures.jsonl); may be repeated

The settings (DATABASE_URL, DATA_DIR) say where it goes: a backup of PGlite goes into PostgreSQL too.
That is how a site moves there: stop it, then back it up, for what is written after the backup does not come along.
With PostgreSQL psql is needed, and pg_restore for what comes from there. Every checksum is read first; what fails leaves what was there.
Who was deleted since stays deleted: known from ERASURES_FILE, the database that is replaced, and the backups beside this one.
Exit status: 0 done, 1 an error, 2 wrong use.`;

export async function runBackup(args: string[]): Promise<number> {
  return runScript(args, backupHelp, {}, async ({ positionals }) => {
    if (positionals.length > 1) throw new WrongUse('One folder, please.');
    requireDatabase(readDatabasePlace());
    const config = readConfig();
    const parent = resolve(positionals[0] ?? join(config.dataDir, 'backups'));
    const backup = await makeBackup(config, parent, terminal, (folder) => runCommand('copy-database', [folder]));
    // The backup is whole in any case.
    if ((await runCommand('note-backup', [basename(backup)])) !== 0)
      terminal.err('The site could not be told of this backup: its metrics show the one before.');
  });
}

export async function runRestore(args: string[]): Promise<number> {
  return runScript(
    args,
    restoreHelp,
    { overwrite: { type: 'boolean' }, erasures: { type: 'string', multiple: true } },
    async ({ values, positionals }) => {
      const [backup, ...more] = positionals;
      if (backup === undefined || more.length > 0) throw new WrongUse('Say which backup: npm run restore -- BACKUP.');
      const erasureFiles = ((values.erasures ?? []) as string[]).map((file) => resolve(file));
      await restoreBackup(
        { config: readConfig(), personalData },
        { backup: resolve(backup), overwrite: values.overwrite === true, erasureFiles },
        terminal,
      );
    },
  );
}
