import { createHash } from 'node:crypto';
import { lstat, readFile, readdir } from 'node:fs/promises';
import { basename, join, relative, sep, dirname } from 'node:path';
import { z } from 'zod';
import {
  SourceBroken,
  type ImportEntry,
  type ImportOptions,
  type ImportSource,
  type NamedOptions,
} from '../import-source.ts';
import {
  maxEntryBytes,
  type OpenFile,
  parseJson,
  type ReadProgress,
  readLines,
  sourceOfFile,
  tooLong,
} from '../read-file.server.ts';
import { oneLine } from '../../../platform/text/repair-text.ts';
import { NameNeeded, nameOfAddress, nameOfTitle } from '../source-name.ts';
import { readHugoFile } from './hugo-front-matter.ts';
import { type HugoLanguages, languagesIn, originalsOf } from './hugo-languages.ts';
import { convertHugoFile } from './hugo-to-article.ts';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';

const rawFile = z.looseObject({ path: z.string().min(1).max(500), raw: z.string() });
export const looksLikeHugoLine = (value: unknown) => rawFile.safeParse(value).success;

/** A file of the site, or why it cannot be read. */
type Raw = { name: string; path: string; raw: string | Error };

/** JSONL with { path, raw } per line. @throws NameNeeded */
export function openHugoLines(file: OpenFile, given: ImportOptions): ImportSource {
  const { site } = given;
  if (!site) throw new NameNeeded(file.name, 'a file of lines does not say the address of its site');
  const formerPrefix = `hugo:${file.name.replace(/\.gz$/, '').replace(/\.(?:jsonl|ndjson)$/, '')}:`;
  return sourceOfFile(file, { format: 'hugo', site, formerPrefix, keysAreNumbers: false }, (progress) =>
    // Lines carry no settings.
    entriesOf(() => filesInLines(file, progress), languagesIn({}), { ...given, site }),
  );
}

async function* filesInLines(file: OpenFile, progress: ReadProgress): AsyncGenerator<Raw> {
  for await (const { text, number, problem } of readLines(file, progress)) {
    const path = /"path"\s*:\s*"((?:[^"\\]|\\.){1,300})"/.exec(text.slice(0, 1_000))?.[1];
    const name = path ? oneLine(path) : `line ${number}`;
    try {
      if (problem) throw new Error(problem);
      const parsed = rawFile.safeParse(parseJson(text));
      if (!parsed.success) throw new Error('It is no { path, raw } of a Hugo file.');
      yield { name, ...parsed.data };
    } catch (error) {
      yield { name, path: '', raw: error as Error };
    }
  }
}

/** Translations in a second reading, when their originals are stored. */
async function* entriesOf(
  files: () => AsyncIterable<Raw>,
  languages: HugoLanguages,
  options: NamedOptions,
): AsyncGenerator<ImportEntry> {
  const keys: { path: string; key: string | null }[] = [];
  try {
    for await (const { path, raw } of files())
      if (typeof raw === 'string') keys.push({ path, key: translationKeyOf(raw) });
  } catch {
    // The reading that converts tells it.
  }
  const originals = originalsOf(keys, languages);
  for (const isTranslation of originals.size > 0 ? [false, true] : [false])
    for await (const { name, path, raw } of files()) {
      if (originals.has(path) !== isTranslation) continue;
      yield {
        name,
        convert() {
          if (typeof raw !== 'string') throw raw;
          return convertHugoFile(path, raw, options, { languages, originals });
        },
      };
    }
}

function translationKeyOf(raw: string): string | null {
  if (!/translationKey/i.test(raw)) return null;
  try {
    const { data } = readHugoFile(raw);
    const key = data.translationKey ?? data.translationkey;
    return typeof key === 'string' || typeof key === 'number' ? String(key) : null;
  } catch {
    return null;
  }
}

/** A folder of Markdown files; symbolic links out of it are not followed. @throws SourceBroken, NameNeeded */
export async function openHugoFolder(folder: string, given: ImportOptions, salt: string): Promise<ImportSource> {
  const paths = (await markdownFiles(folder)).sort();
  if (paths.length === 0) throw new SourceBroken('The folder has no .md file in it.');
  const settings = await settingsOfHugoSite(folder);
  const site = given.site ?? nameInSettings(settings);
  if (!site)
    throw new NameNeeded(
      basename(folder),
      'neither it nor the folder above has a hugo.toml (or config.toml) with a baseURL or a title',
    );
  const languages = languagesIn(settings);
  const hash = createHash('sha256').update(salt).update(site).update(JSON.stringify(languages));
  for (const path of paths) {
    const { size, mtimeMs } = await lstat(join(folder, path));
    hash.update(`${path}\n${size}\n${Math.floor(mtimeMs)}\n`);
  }
  let done = 0;
  async function* files(): AsyncGenerator<Raw> {
    done = 0;
    for (const path of paths) {
      done += 1;
      yield { name: path, path, raw: await readText(join(folder, path)).catch((error: Error) => error) };
    }
  }
  return {
    name: basename(folder),
    format: 'hugo',
    site,
    formerPrefix: `hugo:${basename(folder)}:`,
    keysAreNumbers: false,
    fingerprint: hash.digest('hex'),
    progress: () => done / paths.length,
    entries: () => entriesOf(files, languages, { ...given, site }),
  };
}

async function readText(path: string): Promise<string> {
  const { size } = await lstat(path);
  if (size > maxEntryBytes) throw new Error(tooLong(size));
  const bytes = await readFile(path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('It is not UTF-8: save the file as UTF-8 and import it again.');
  }
}

async function markdownFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:md|markdown)$/i.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.') || part === 'node_modules'));
}

const files = ['.', 'config/_default', 'config'].flatMap((folder) =>
  ['hugo', 'config', 'languages'].flatMap((name) =>
    ['toml', 'yaml', 'yml', 'json'].map((type) => join(folder, `${name}.${type}`)),
  ),
);
// The default of `hugo new site`.
const nobodysAddress = /^(?:www\.)?example\.(?:org|com|net)$/;

/**
 * The site's settings, names in lower case, from its folder or (for `content`) the parent; empty where there are none.
 */
async function settingsOfHugoSite(folder: string): Promise<Record<string, unknown>> {
  for (const root of [folder, dirname(folder)]) {
    const found: Record<string, unknown> = {};
    for (const file of files) {
      const settings = await readSettings(join(root, file));
      const named = /languages\.\w+$/.test(file) && settings ? { languages: settings } : settings;
      for (const [name, value] of Object.entries(named ?? {})) found[name.toLowerCase()] ??= value;
    }
    if (Object.keys(found).length > 0) return found;
  }
  return {};
}

async function readSettings(path: string): Promise<Record<string, unknown> | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null || text.length > 1_000_000) return null;
  try {
    const value: unknown = path.endsWith('.toml') ? parseToml(text) : parseYaml(text, { maxAliasCount: 0 });
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function nameInSettings(settings: Record<string, unknown>): string | null {
  const given = (name: string) => (typeof settings[name] === 'string' ? settings[name] : '');
  const address = nameOfAddress(given('baseurl'));
  return address !== null && !nobodysAddress.test(address) ? address : nameOfTitle(given('title'));
}
