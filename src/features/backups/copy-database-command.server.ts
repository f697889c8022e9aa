import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, WrongUse } from '../importing/command.ts';
import { copyFiles, inBackup } from './backup-folder.server.ts';
import { countRows } from './count-rows.server.ts';
import { showProgress } from './progress.ts';

/** The part of `npm run backup` that only the process with the PGlite directory can do. */
export const copyDatabaseCommand: Command = {
  help: 'Part of npm run backup.',
  async run([folder], { connection, config, output }) {
    if (!folder || connection.kind !== 'pglite') throw new WrongUse('This is a part of npm run backup.');
    // PGlite works only while it is asked something, and this is its one connection: its files stand still.
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
