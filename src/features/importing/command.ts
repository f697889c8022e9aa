import type { Connection } from '../../database/connect.server.ts';
import type { Config } from '../../platform/config.server.ts';
import type { Output } from './report.ts';

/** What a command works with, whether it runs in its own process or inside the server that holds PGlite. */
export type CommandContext = {
  connection: Connection;
  config: Config;
  output: Output;
  /** Where the person stands: relative paths start here. */
  cwd: string;
  /** Aborted by Ctrl-C, or when the person's terminal goes away. */
  signal: AbortSignal;
  /** Inside a server readers wait between batches, so these are smaller. */
  isInsideServer: boolean;
};

export type Command = {
  /** Complete text of --help. */
  help: string;
  /** @returns the exit status: 0 done, 1 an error or something lost, 2 wrong use */
  run(args: string[], context: CommandContext): Promise<number>;
};

/** Wrong use: the message is shown with a hint at --help. */
export class WrongUse extends Error {}
