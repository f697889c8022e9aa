import { writeState } from '../platform/settings/site-state.server.ts';
import { type Command, WrongUse } from '../platform/process/command.ts';

const states = ['backup', 'backup_failed', 'drill', 'drill_failed'] as const;

/** The end of `npm run backup` and `npm run drill`: metrics of the site, and a mail to its owner where one failed. */
export const noteBackupCommand: Command = {
  help: 'Part of npm run backup and npm run drill.',
  async run([state, value], { connection }) {
    const name = states.find((known) => known === state);
    if (!name || !value) throw new WrongUse('This is a part of npm run backup and npm run drill.');
    await writeState(connection.db, name, value.slice(0, 1_000));
    return 0;
  },
};
