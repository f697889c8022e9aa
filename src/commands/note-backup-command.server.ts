import { writeState } from '../platform/settings/site-state.server.ts';
import { type Command, WrongUse } from '../platform/process/command.ts';

/** The end of `npm run backup`: its age is a metric of the site. */
export const noteBackupCommand: Command = {
  help: 'Part of npm run backup.',
  async run([name], { connection }) {
    if (!name) throw new WrongUse('This is a part of npm run backup.');
    await writeState(connection.db, 'backup', name);
    return 0;
  },
};
