import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CommandContext } from '../../../platform/process/command.ts';
import type { ImportFormat, OptionValues, Sniffed } from '../import-format.ts';
import { readImportOptions } from '../import-options.server.ts';
import { type Dump, importDump } from './import-dump.server.ts';
import { NameNeeded } from '../source-name.ts';
import { type OpenFile, openFile } from '../read-file.server.ts';

const nameOfFile = /^(Posts|Comments|Users|Votes)\.xml(?:\.gz)?$/i;
const isPosts = (name: string) => /^posts\.xml(?:\.gz)?$/i.test(name);
const detects = ({ isDirectory, entries, start }: Sniffed) =>
  isDirectory
    ? entries.some(isPosts)
    : /^\ufeff?\s*(?:<\?xml[^>]{0,200}\?>)?\s*<posts[\s>]/.test(start.slice(0, 1_000));

// Generic folder names: they do not identify a site.
const anybodys =
  /^(?:archive|backup|content|data|downloads?|dumps?|exports?|files|forum|imports?|new|old|posts|qa|se|site|stack-?exchange|temp|test|tmp|xml)?$/i;

/**
 * Dumps are named after their site (`cooking.stackexchange.com`), so the folder's name is the default. @throws
 * NameNeeded
 */
async function openDump(path: string, given: string | undefined): Promise<Dump | null> {
  const folder = (await stat(path)).isDirectory() ? path : dirname(path);
  const files = new Map<string, OpenFile>();
  for (const name of (await readdir(folder)).sort()) {
    const known = nameOfFile.exec(name)?.[1];
    if (known === undefined) continue;
    const key = known[0]!.toUpperCase() + known.slice(1).toLowerCase();
    if (!files.has(key)) files.set(key, await openFile(join(folder, name), ''));
  }
  if (!files.has('Posts')) return null;
  const name = basename(folder);
  if (given === undefined && anybodys.test(name))
    throw new NameNeeded(name, 'a dump is called as its site only by its folder (cooking.stackexchange.com)');
  return { site: given ?? name, files };
}

export const stackExchangeFormat: ImportFormat = {
  name: 'stackexchange',
  summary:
    'a Stack Exchange dump: a folder with Posts.xml, and Comments, Users and Votes where there are any (.gz too)',
  detects,
  async checkName(path, values, context) {
    const { settings } = await readImportOptions(values, context);
    await openDump(path, settings.site);
  },
  async import(path: string, values: OptionValues, context: CommandContext) {
    const { settings } = await readImportOptions(values, context);
    const dump = await openDump(path, settings.site);
    if (dump) return importDump(dump, settings, context);
    context.output.err(`${path}: there is no Posts.xml in it, so it is no Stack Exchange dump.`);
    return 1;
  },
};
