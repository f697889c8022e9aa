import { basename, join, resolve } from 'node:path';
import { type Config, readConfig } from '../platform/settings/config.server.ts';
import { WrongUse, terminal } from '../platform/process/command.ts';
import { readDatabasePlace, requireDatabase } from '../platform/settings/database-place.server.ts';
import { makeBackup } from '../features/backups/make-backup.server.ts';
import { personalData } from '../features.server.ts';
import { restoreBackup } from '../features/backups/restore-backup.server.ts';
import { drillBackup } from '../features/backups/drill-backup.server.ts';
import { pruneBackups, type Retention } from '../features/backups/prune-backups.server.ts';
import { messageOf } from './control.server.ts';
import { runCommand } from './run-command.server.ts';
import { runScript } from './run-script.server.ts';

const backupHelp = `Writes a backup of the database and the media, while the site runs, and verifies it: every row is counted and every file has a checksum.

  npm run backup                     into DATA_DIR/backups
  npm run backup -- FOLDER           into FOLDER, best on another disk

  --keep D,W,M       then delete older ones in that folder: the newest of the last D days, W weeks and M months that
                     have one stay (the unit in deploy/ keeps 7,5,12)
  --without-media    where the bucket of media keeps versions or has a backup of its own

A backup is a folder of its own, nagrik-<time>. Under that name it is whole; what is not done yet has another.
With PostgreSQL (DATABASE_URL) pg_dump and pg_restore are needed. It holds personal data: keep it as the database is kept.
Exit status: 0 done, 1 an error (and no backup, or older ones could not be deleted), 2 wrong use, or no database there.`;

const drillHelp = `Restores the newest backup for practice, and counts every row: into a temporary folder, or with PostgreSQL into a database
that is made for it and dropped (its user needs the right to create databases). The site goes on; nothing of it is touched.

  npm run drill                      of DATA_DIR/backups
  npm run drill -- FOLDER            of FOLDER

Exit status: 0 it could be restored, 1 it could not, 2 wrong use, or no database there. The owner gets a mail if it could not.`;

const restoreHelp = `Puts a backup back: database, media and the generated secret. Stop the site first.

  npm run restore -- BACKUP

  --overwrite        replace a database that is not empty
  --keep-sessions    for a move: nothing was written since the backup, and nobody has to sign in again
  --erasures FILE    another list of deleted accounts (erasures.jsonl); may be repeated

The settings (DATABASE_URL, DATA_DIR) say where it goes: a backup of PGlite goes into PostgreSQL too.
That is how a site moves there: stop it, then back it up, for what is written after the backup does not come along.
With PostgreSQL psql is needed, and pg_restore for what comes from there. Every checksum is read first; what fails leaves what was there.
Who was deleted since stays deleted: known from ERASURES_FILE, the database that is replaced, and the backups beside this one.
Exit status: 0 done, 1 an error, 2 wrong use.`;

export async function runBackup(args: string[]): Promise<number> {
  const options = { keep: { type: 'string' }, 'without-media': { type: 'boolean' } } as const;
  return runScript(args, backupHelp, options, async ({ values, positionals }) => {
    const retention = readRetention(values.keep as string | undefined);
    const [config, folder] = folderOf(positionals);
    await recordOutcome('backup', async () =>
      basename(
        await makeBackup(config, folder, terminal, (copy) => runCommand('copy-database', [copy]), {
          without: values['without-media'] ? 'media' : undefined,
        }),
      ),
    );
    if (retention)
      for (const name of await pruneBackups(folder, retention)) terminal.out(`Deleted, as older than --keep: ${name}`);
  });
}

export async function runDrill(args: string[]): Promise<number> {
  return runScript(args, drillHelp, {}, async ({ positionals }) => {
    const [config, folder] = folderOf(positionals);
    await recordOutcome('drill', () => drillBackup({ config, personalData }, folder, terminal));
    terminal.out('The newest backup could be restored. The site was not touched.');
  });
}

function folderOf(positionals: string[]): [Config, string] {
  if (positionals.length > 1) throw new WrongUse('One folder, please.');
  requireDatabase(readDatabasePlace());
  const config = readConfig();
  return [config, resolve(positionals[0] ?? join(config.dataDir, 'backups'))];
}

function readRetention(text: string | undefined): Retention | null {
  if (text === undefined) return null;
  const [, days, weeks, months] = /^(\d{1,4}),(\d{1,4}),(\d{1,4})$/.exec(text) ?? [];
  if (!Number(days)) throw new WrongUse('--keep takes days, weeks and months, at least one day: --keep 7,5,12.');
  return { days: Number(days), weeks: Number(weeks), months: Number(months) };
}

/** The work's own end counts, whether or not the site could be told of it. */
async function recordOutcome(what: 'backup' | 'drill', work: () => Promise<string>): Promise<void> {
  const record = async (state: string, value: string) => {
    if ((await runCommand('note-backup', [state, value])) !== 0)
      terminal.err(`The site could not be told of this ${what}: its metrics show the one before.`);
  };
  let name: string;
  try {
    name = await work();
  } catch (error) {
    await record(`${what}_failed`, messageOf(error));
    throw error;
  }
  await record(what, name);
}

export async function runRestore(args: string[]): Promise<number> {
  return runScript(
    args,
    restoreHelp,
    {
      overwrite: { type: 'boolean' },
      'keep-sessions': { type: 'boolean' },
      erasures: { type: 'string', multiple: true },
    },
    async ({ values, positionals }) => {
      const [backup, ...more] = positionals;
      if (backup === undefined || more.length > 0) throw new WrongUse('Say which backup: npm run restore -- BACKUP.');
      const erasureFiles = ((values.erasures ?? []) as string[]).map((file) => resolve(file));
      await restoreBackup(
        { config: readConfig(), personalData },
        {
          backup: resolve(backup),
          overwrite: values.overwrite === true,
          keepSessions: values['keep-sessions'] === true,
          erasureFiles,
        },
        terminal,
      );
    },
  );
}
