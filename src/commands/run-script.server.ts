import type { ParseArgsConfig } from 'node:util';
import { LockHeldError } from '../database/exclusive-lock.server.ts';
import { ConfigError, readConfig } from '../platform/settings/config.server.ts';
import {
  databaseNow,
  describeDatabase,
  NoDatabase,
  readDatabasePlace,
} from '../platform/settings/database-place.server.ts';
import { explainFailure } from '../platform/observe/explain-failure.server.ts';
import { endQuietlyWhenNobodyReads, readArgs, WrongUse, terminal } from '../platform/process/command.ts';
import { messageOf } from './control.server.ts';
import { BackupError } from '../features/backups/backup-folder.server.ts';

type Parsed = { values: Record<string, unknown>; positionals: string[] };

/** Argument parsing, --help and the exit status: 0 success, 1 an error, 2 wrong usage. */
export async function runScript(
  args: string[],
  help: string,
  options: NonNullable<ParseArgsConfig['options']>,
  work: (parsed: Parsed) => Promise<void>,
): Promise<number> {
  endQuietlyWhenNobodyReads();
  const place = readDatabasePlace();
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out(`${help}\n\n${databaseNow(place)}`);
    return 0;
  }
  try {
    terminal.err(`Database: ${describeDatabase(place)}`);
    await work(readArgs(args, options));
    return 0;
  } catch (error) {
    terminal.err(explain(error));
    return error instanceof WrongUse || error instanceof NoDatabase ? 2 : 1;
  }
}

function explain(error: unknown): string {
  // Before the settings are read for the others, which makes a secret.
  if ([ConfigError, BackupError, NoDatabase, WrongUse].some((kind) => error instanceof kind)) return messageOf(error);
  if (error instanceof LockHeldError)
    return `${error.message} Stop it first: npm run restore replaces what it has open.`;
  return explainFailure(error, { ...readConfig() }) ?? messageOf(error);
}
