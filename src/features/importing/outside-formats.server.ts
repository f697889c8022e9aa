import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { type CommandContext, WrongUse } from '../../platform/process/command.ts';
import type { FormatOptions, ImportCaller, ImportFormat, OptionValues, Sniffed } from './import-format.ts';
import { looksLikeHugoLine } from './hugo/open-hugo.server.ts';
import { NotTaken, SourceBroken, type ImportSource } from './import-source.ts';
import { readImportOptions } from './import-options.server.ts';
import { openers, type SourceName } from './open-source.server.ts';
import { sniff } from './read-file.server.ts';
import { createReport } from './report.ts';
import { runImport } from './run-import.server.ts';
import { openInWorker } from './source-in-worker.server.ts';
import { looksLikeSchemeCsv } from './schemes/read-csv.server.ts';
import { looksLikeScheme } from './schemes/read-schemes.server.ts';

const options: FormatOptions = {
  site: { type: 'string' },
  category: { type: 'string' },
  map: { type: 'string' },
  'base-url': { type: 'string' },
  links: { type: 'string' },
  rules: { type: 'string' },
  date: { type: 'string' },
  media: { type: 'string' },
  'fetch-images': { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  drafts: { type: 'boolean' },
};
const optionHelp: [string, string][] = [
  ['--site NAME', 'what the site is called that this comes from, for ever (else the export or its settings say it)'],
  ['--category KEY', 'our category for pieces whose own categories are unknown here (Hugo: rights, others: social)'],
  ['--map FILE', "YAML or JSON of their category or tag to our category's key; null drops it"],
  ['--base-url ADDRESS', 'where relative addresses of the source lead'],
  ['--links FILE', 'schemes: JSONL of scheme_name, official_site, apply_link'],
  ['--rules FILE', 'schemes: conditions that an editor has checked, as npm run review-rules writes them'],
  ['--date DAY', 'day of pieces that have none (else they show no date, and come last)'],
  ['--media FOLDER', "Ghost: the site's folder of pictures (content/images); what is in neither is reported as lost"],
  ['--dry-run', 'articles of other sites, schemes: writes nothing, and reports what an import would do'],
  ['--drafts', 'makes drafts of all, to be published one by one in the studio (else they are live at once)'],
  [
    '--fetch-images',
    'fetch the pictures that bodies show (else they are shown as links; each that did not come is listed)',
  ],
];

const firstLine = (start: string): unknown => {
  try {
    return JSON.parse(start.split('\n', 1)[0]!.replace(/^\ufeff/, ''));
  } catch {
    return null;
  }
};
const begins = (start: string, first: RegExp) => first.test(start.trimStart().slice(0, 4_000));

const isSchemes = ({ start }: Sniffed) =>
  looksLikeScheme(firstLine(start)) ||
  looksLikeSchemeCsv(start) ||
  (begins(start, /^\{\s*"scheme_name"\s*:/) && !isLinks(start));
const isLinks = (start: string) => begins(start, /^\{\s*"scheme_name"[^\n]{0,2000}"official_site"/);
const isHugo = ({ start, isDirectory }: Sniffed) =>
  isDirectory ||
  looksLikeHugoLine(firstLine(start)) ||
  begins(start, /^\{\s*"path"\s*:\s*"[^"]{1,500}"\s*,\s*"raw"\s*:/);
const isWordPress = ({ start }: Sniffed) =>
  /^[^a-z]{0,4}(?:<\?xml|<rss)/i.test(start.trimStart().slice(0, 40)) ||
  /<rss[\s>][\s\S]*(?:wordpress\.org\/export|wp:wxr_version)/i.test(start) ||
  /^(?:\ufffd){2}<\u0000/.test(start);
const isGhost = ({ start }: Sniffed) => begins(start, /^[{[]/) && /"(?:posts|db)"\s*:\s*\[/.test(start);

/** A format that an ImportSource reads. */
const outside = (name: SourceName, summary: string, detects: ImportFormat['detects']): ImportFormat => ({
  name,
  summary,
  detects,
  hasDryRun: true,
  async checkName(path, values, context) {
    const { settings, salt } = await readImportOptions(values, context);
    await openers[name](path, settings, salt).catch((error: unknown) => {
      if (error instanceof WrongUse) throw error;
    });
  },
  import: (path, values, context, caller) => take(path, values, context, name, caller),
});

/** Turns errors of opening the source into messages for the report. */
async function take(
  path: string,
  values: OptionValues,
  context: CommandContext,
  name: SourceName,
  caller: ImportCaller = {},
): Promise<number> {
  const { settings, salt, date } = await readImportOptions(values, context);
  let source: ImportSource;
  try {
    // A server reads in another process: no entry may hold its requests, or take its memory.
    source = await (context.isInsideServer
      ? openInWorker(name, path, settings, salt)
      : openers[name](path, settings, salt));
  } catch (error) {
    if (!(error instanceof SourceBroken) && !(error instanceof NotTaken)) throw error;
    const report = createReport(basename(path), context.output);
    report.lose(basename(path), error.message);
    caller.watcher?.ended?.(report);
    return report.finish();
  }
  try {
    const mediaFolder = typeof values.media === 'string' ? resolve(context.cwd, values.media) : undefined;
    if (mediaFolder !== undefined && !(await stat(mediaFolder).catch(() => null))?.isDirectory())
      throw new WrongUse(`--media: ${mediaFolder} is no folder.`);
    return await runImport(source, context, {
      fetchImages: values['fetch-images'] === true,
      drafts: values.drafts === true,
      baseUrl: settings.baseUrl,
      mediaFolder,
      date,
      isDry: values['dry-run'] === true,
      ...caller,
    });
  } finally {
    await source.close?.();
  }
}

const schemes = outside(
  'schemes',
  'government schemes of myScheme as JSONL (.gz too) or CSV',
  (input) => isSchemes(input) || isLinks(input.start),
);

export const outsideFormats: ImportFormat[] = [
  {
    ...schemes,
    options,
    optionHelp,
    async import(path, values, context, caller) {
      if (!isLinks((await sniff(path)).start)) return schemes.import(path, values, context, caller);
      context.output.err(
        `${basename(path)}: these are addresses for schemes, no schemes. Give them along with the schemes: --links ${path}`,
      );
      return 1;
    },
  },
  outside('wordpress', 'a WordPress export (WXR, .xml, .gz too)', isWordPress),
  outside('ghost', 'a Ghost export (JSON, .gz too)', isGhost),
  outside('hugo', 'a folder of markdown with front matter, or a JSONL of { path, raw } (.gz too)', isHugo),
];
