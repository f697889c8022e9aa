import { parseArgs, type ParseArgsConfig } from 'node:util';
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

/** @throws WrongUse */
export function readArgs<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
  { allowPositionals = true } = {},
) {
  try {
    return parseArgs({ args, options, allowPositionals });
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
}

/** The one number that an act is to be done on. @throws WrongUse */
export function readNumber(positionals: string[]): number {
  if (positionals.length !== 1 || !/^[1-9]\d{0,9}$/.test(positionals[0]!) || Number(positionals[0]) > 2_147_483_647)
    throw new WrongUse('Which one? Give its number.');
  return Number(positionals[0]);
}

/** User-written text must not inject terminal escape sequences. */
export const shownText = (text: string): string =>
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
export const shownLine = (text: string): string => shownText(text).replace(/\s+/g, ' ');

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
