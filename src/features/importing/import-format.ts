import type { ParseArgsConfig } from 'node:util';
import type { CommandContext } from './command.ts';

/** What can be told about an input without reading all of it. */
export type Sniffed = {
  path: string;
  /** Its name without folders and without .gz, lower case. */
  name: string;
  isDirectory: boolean;
  /** Names in a directory, one level. */
  entries: string[];
  /** The first 64 kB of a file, unpacked; empty for a directory. */
  start: string;
};

export type FormatOptions = NonNullable<ParseArgsConfig['options']>;
export type OptionValues = Record<string, string | boolean | (string | boolean)[] | undefined>;

export type ImportFormat = {
  /** For --format. */
  name: string;
  /** One line for --help. */
  summary: string;
  /** What it takes beside the common options; with a line of help for each. */
  options: FormatOptions;
  optionHelp: [flag: string, text: string][];
  detects(input: Sniffed): boolean;
  /** @returns the exit status of createReport().finish() */
  import(path: string, values: OptionValues, context: CommandContext): Promise<number>;
};
