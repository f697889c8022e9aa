import { resolve } from 'node:path';
import { replaceSamples } from '../features/importing/content/replace-samples.server.ts';
import { type Command, type CommandContext, readArgs, WrongUse } from '../platform/process/command.ts';
import { formats } from '../features/importing/formats.server.ts';
import { sniff } from '../features/importing/read-file.server.ts';
import { listRuns, undoRun } from './import-runs-command.server.ts';
import type { FormatOptions, ImportFormat, OptionValues } from '../features/importing/import-format.ts';

const commonOptions: FormatOptions = {
  format: { type: 'string' },
  list: { type: 'boolean' },
  undo: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
};

const help = () => `Puts content into the database.

  npm run import -- PATH…            the format is told from the input
  npm run import -- content          the site's own content folder: drafts in the studio
  npm run import -- content --publish  the same, live at once
  npm run import -- --list           the imports so far: of other sites, of dumps, of the content folder
  npm run import -- --undo NUMBER    takes back what one of them made (--dry-run: only says what)

Formats
${formats.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`).join('\n')}

Options
  --format NAME            take the input for this format
${formats
  .flatMap(({ optionHelp = [] }) => optionHelp)
  .map(([flag, text]) => `  ${flag.padEnd(24)} ${text}`)
  .join('\n')}

A second run changes nothing that has not changed. Exit status: 0 when everything was taken or left out on purpose,
1 when something was lost or was changed here as well (the report says what and why), 2 for wrong use. Works beside a running server.`;

async function run(args: string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseImportArgs(args);
  if (values.list) return listRuns(context);
  if (typeof values.undo === 'string' && positionals.length > 0)
    throw new WrongUse('--undo takes back an import by its number alone: give no file or folder with it.');
  if (typeof values.undo === 'string') return undoRun(values.undo, values['dry-run'] === true, context);
  if (positionals.length === 0 && !values['replace-samples'])
    throw new WrongUse('What shall be imported? Give a file or a folder.');
  if (values['dry-run'] && values['replace-samples']) throw new WrongUse('--replace-samples has no dry run.');
  if (positionals.length === 0) {
    return replaceSamples(null, context);
  }
  const found: { path: string; format: ImportFormat }[] = [];
  let status = 0;
  for (const path of positionals.map((given) => resolve(context.cwd, given))) {
    const format = await formatOf(path, values, context);
    if (format) found.push({ path, format });
    else status = 1;
  }
  const undry = values['dry-run'] ? found.find(({ format }) => !format.hasDryRun) : undefined;
  if (undry) throw new WrongUse(`--dry-run: an import of the format "${undry.format.name}" has none.`);
  if (values.drafts && found.some(({ format }) => format.name === 'stackexchange'))
    throw new WrongUse('--drafts: questions and answers of a dump have none.');
  // Check all names before anything is written.
  if (found.length > 1) for (const { path, format } of found) await format.checkName?.(path, values, context);
  for (const { path, format } of found) {
    context.signal.throwIfAborted();
    status = Math.max(status, await format.import(path, values, context));
  }
  return status;
}

function parseImportArgs(args: string[]): { values: OptionValues; positionals: string[] } {
  const options = Object.assign({}, commonOptions, ...formats.map((format) => format.options)) as FormatOptions;
  return readArgs(args, options) as { values: OptionValues; positionals: string[] };
}

/** Null where the file is unreadable or no format matches, which is reported. */
async function formatOf(path: string, values: OptionValues, context: CommandContext): Promise<ImportFormat | null> {
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
    return null;
  }
  if (!format) {
    if (values.format !== undefined)
      throw new WrongUse(
        `There is no format "${String(values.format)}". Formats: ${formats.map(({ name }) => name).join(', ')}.`,
      );
    context.output.err(
      `${path}: none of the formats fits (${formats.map(({ name }) => name).join(', ')}). If it is one of them, say so with --format.`,
    );
    return null;
  }
  return format;
}

export const importCommand: Command = {
  get help() {
    return help();
  },
  run,
};
