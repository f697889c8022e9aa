import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { replaceSamples } from './content/replace-samples.server.ts';
import { WrongUse, type Command, type CommandContext } from './command.ts';
import { formats, sniff } from './formats.server.ts';
import type { FormatOptions, ImportFormat, OptionValues } from './import-format.ts';

const commonOptions: FormatOptions = { format: { type: 'string' }, help: { type: 'boolean', short: 'h' } };

const help = () => `Puts content into the database.

  npm run import -- PATH…            the format is told from the input
  npm run import -- content          the site's own content folder

Formats
${formats.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`).join('\n')}

Options
  --format NAME            take the input for this format
${formats
  .flatMap(({ optionHelp }) => optionHelp)
  .map(([flag, text]) => `  ${flag.padEnd(24)} ${text}`)
  .join('\n')}

A second run changes nothing that has not changed. Exit status: 0 when everything was taken or left out on purpose,
1 when something was lost (the report says what and why), 2 for wrong use. Works beside a running server.`;

async function run(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseImportArgs(args);
  if (positionals.length === 0 && !values['replace-samples'])
    throw new WrongUse('What shall be imported? Give a file or a folder.');
  if (positionals.length === 0) {
    return replaceSamples(null, context);
  }
  let status = 0;
  for (const path of positionals.map((given) => resolve(context.cwd, given))) {
    context.signal.throwIfAborted();
    status = Math.max(status, await importOne(path, values, context));
  }
  return status;
}

function parseImportArgs(args: string[]): { values: OptionValues; positionals: string[] } {
  const options = Object.assign({}, commonOptions, ...formats.map((format) => format.options)) as FormatOptions;
  try {
    return parseArgs({ args, options, allowPositionals: true }) as { values: OptionValues; positionals: string[] };
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
}

async function importOne(path: string, values: OptionValues, context: CommandContext): Promise<number> {
  let format: ImportFormat | undefined;
  try {
    const input = await sniff(path);
    format =
      values.format === undefined
        ? formats.find((one) => one.detects(input))
        : formats.find(({ name }) => name === values.format);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    context.output.err(
      code === 'ENOENT'
        ? `${path}: there is no such file or folder.`
        : `${path}: cannot be read (${code ?? (error as Error).message}).`,
    );
    return 1;
  }
  if (!format) {
    if (values.format !== undefined)
      throw new WrongUse(
        `There is no format "${String(values.format)}". Formats: ${formats.map(({ name }) => name).join(', ')}.`,
      );
    context.output.err(
      `${path}: none of the formats fits (${formats.map(({ name }) => name).join(', ')}). If it is one of them, say so with --format.`,
    );
    return 1;
  }
  return format.import(path, values, context);
}

export const importCommand: Command = {
  get help() {
    return help();
  },
  run,
};
