import type { Connection } from '../../database/connect.server.ts';
import type { Config } from '../settings/config.server.ts';

/** Where a command prints; on a TTY `progress` rewrites the current line. */
export type Output = {
  isTty: boolean;
  out(line: string): void;
  err(line: string): void;
  /** Replaces the current progress line; '' removes it. Only where isTty. */
  progress(line: string): void;
};

/** What a command runs with, in its own process or inside the server that holds PGlite's lock. */
export type CommandContext = {
  connection: Connection;
  config: Config;
  output: Output;
  /** The caller's working directory: relative paths are resolved against it. */
  cwd: string;
  /** Aborted by Ctrl-C, or when the caller's terminal closes. */
  signal: AbortSignal;
  /** Inside a server, requests are served between batches, so batches are smaller. */
  isInsideServer: boolean;
};

export type Command = {
  /** The complete output of --help. */
  help: string;
  /** It writes what only the site's own secret opens, and is refused with another one. */
  needsSecret?: true;
  /** @returns the exit status: 0 success, 1 an error or lost data, 2 wrong usage */
  run(args: string[], context: CommandContext): Promise<number>;
};

/** Wrong usage: the message is shown with a pointer to --help. */
export class WrongUse extends Error {}

/** Output of a command that runs in its own process. */
export const terminal: Output = {
  isTty: process.stdout.isTTY === true,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  progress: (line) => void process.stdout.write(`\r\x1b[2K${line.slice(0, (process.stdout.columns ?? 80) - 1)}`),
};

/**
 * Ignores EPIPE, as from `| head`: further output is dropped, and the command still runs to its end and exit status.
 */
export function endQuietlyWhenNobodyReads(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
