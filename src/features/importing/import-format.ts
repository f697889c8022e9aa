import type { ParseArgsConfig } from 'node:util';
import type { CommandContext } from '../../platform/process/command.ts';
import type { RunOptions } from './import-run.ts';

/** What can be detected without reading the whole input. */
export type Sniffed = {
  path: string;
  /** File name without folders and .gz, in lower case. */
  name: string;
  isDirectory: boolean;
  /** Entries of a directory, one level deep. */
  entries: string[];
  /** The first 64 kB of a file, decompressed; empty for a directory. */
  start: string;
};

export type FormatOptions = NonNullable<ParseArgsConfig['options']>;
export type OptionValues = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** Who imports, and follows it; only formats with a dry run heed it. */
export type ImportCaller = Pick<RunOptions, 'startedBy' | 'watcher'>;

export type ImportFormat = {
  /** Value of --format. */
  name: string;
  /** Summary line for --help. */
  summary: string;
  /** Options beside the common ones, each with a line of help. */
  options?: FormatOptions;
  optionHelp?: [flag: string, text: string][];
  /** Whether it takes --dry-run. */
  hasDryRun?: true;
  detects(input: Sniffed): boolean;
  /** Fails where the source's name is unknown; called for all inputs before the first is imported. @throws WrongUse */
  checkName?(path: string, values: OptionValues, context: CommandContext): Promise<void>;
  /** @returns the exit status of createReport().finish() */
  import(path: string, values: OptionValues, context: CommandContext, caller?: ImportCaller): Promise<number>;
};
