import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, WrongUse } from '../platform/process/command.ts';
import { copyFiles, inBackup } from '../features/backups/backup-folder.server.ts';
import { countRows } from '../features/backups/count-rows.server.ts';
import { showProgress } from '../features/backups/progress.ts';

/** The part of `npm run backup` that needs the process with the PGlite directory. */
export const copyDatabaseCommand: Command = {
  help: 'Part of npm run backup.',
  async run([folder], { connection, config, output }) {
    if (!folder || connection.kind !== 'pglite') throw new WrongUse('This is a part of npm run backup.');
    // PGlite works only while it runs a query, and this is its only connection: while we hold it, the files do not
    // change.
    const client = await connection.pool.connect();
    try {
      const counts = await countRows(client);
      await client.query('checkpoint');
      await copyFiles(
        join(config.dataDir, 'pglite'),
        inBackup(folder).pglite,
        showProgress(output, 'Database', 'files'),
      );
      await writeFile(inBackup(folder).tables, JSON.stringify(counts), { mode: 0o600 });
    } finally {
      client.release();
    }
    return 0;
  },
};
