import { createHash } from 'node:crypto';
import { lstat, readFile, readdir } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { SourceBroken, type ImportEntry, type ImportOptions, type ImportSource } from '../import-source.ts';
import { maxEntryBytes, type OpenFile, parseJson, ReadProgress, readLines, tooLong } from '../read-file.server.ts';
import { oneLine } from '../../../platform/text/repair-text.ts';
import { NameNeeded } from '../source-name.ts';
import { nameInSettings, settingsOfHugoSite } from './hugo-settings.server.ts';
import { readHugoFile } from './hugo-front-matter.ts';
import { languagesIn, originalsOf } from './hugo-languages.ts';
import { convertHugoFile, type HugoSite } from './hugo-to-article.ts';

const rawFile = z.looseObject({ path: z.string().min(1).max(500), raw: z.string() });
export const looksLikeHugoLine = (value: unknown) => rawFile.safeParse(value).success;

/** JSONL with { path, raw } per line. @throws NameNeeded */
export function openHugoLines(file: OpenFile, given: ImportOptions): ImportSource {
  const { site } = given;
  if (!site) throw new NameNeeded(file.name, 'a file of lines does not say the address of its site');
  const options = { ...given, site };
  const progress = new ReadProgress(file.size);
  return {
    name: file.name,
    format: 'hugo',
    site,
    keysAreNumbers: false,
    fingerprint: file.fingerprint,
    progress: () => progress.share,
    async *entries(): AsyncGenerator<ImportEntry> {
      const site = await siteOfLines(file);
      // Translations in a second reading, when their originals are stored.
      for (const isTranslation of site.originals.size > 0 ? [false, true] : [false])
        for await (const line of readLines(file.path, file.isGzip, progress)) {
          const path = /"path"\s*:\s*"((?:[^"\\]|\\.){1,300})"/.exec(line.text.slice(0, 1_000))?.[1];
          if (site.translations.has(line.number) !== isTranslation) continue;
          yield {
            name: path ? oneLine(path) : `line ${line.number}`,
            convert() {
              if (line.problem) throw new Error(line.problem);
              const parsed = rawFile.safeParse(parseJson(line.text));
              if (!parsed.success) throw new Error('It is no { path, raw } of a Hugo file.');
              return convertHugoFile(parsed.data.path, parsed.data.raw, options, site);
            },
          };
        }
    },
  };
}

/** Lines carry no settings. What is broken is told when it is converted. */
async function siteOfLines(file: OpenFile): Promise<HugoSite & { translations: Set<number> }> {
  const languages = languagesIn({});
  const files: { path: string; key: string | null; number: number }[] = [];
  try {
    for await (const line of readLines(file.path, file.isGzip, new ReadProgress(file.size))) {
      const parsed = line.problem ? null : rawFile.safeParse(parsedOr(line.text));
      if (parsed?.success)
        files.push({ path: parsed.data.path, key: translationKeyOf(parsed.data.raw), number: line.number });
    }
  } catch {
    // The reading that converts tells it.
  }
  const originals = originalsOf(files, languages);
  const translations = new Set(files.flatMap(({ path, number }) => (originals.has(path) ? [number] : [])));
  return { languages, originals, translations };
}

function parsedOr(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
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
  const options = { ...given, site };
  const languages = languagesIn(settings);
  const hash = createHash('sha256').update(salt).update(site).update(JSON.stringify(languages));
  for (const path of paths) {
    const { size, mtimeMs } = await lstat(join(folder, path));
    hash.update(`${path}\n${size}\n${Math.floor(mtimeMs)}\n`);
  }
  let done = 0;
  return {
    name: basename(folder),
    format: 'hugo',
    site,
    keysAreNumbers: false,
    fingerprint: hash.digest('hex'),
    progress: () => done / paths.length,
    async *entries(): AsyncGenerator<ImportEntry> {
      done = 0;
      const files: { path: string; key: string | null }[] = [];
      for (const path of paths)
        files.push({ path, key: translationKeyOf(await readText(join(folder, path)).catch(() => '')) });
      const originals = originalsOf(files, languages);
      // Originals first, so that they are stored when their translations name them.
      for (const path of paths.toSorted((one, other) => Number(originals.has(one)) - Number(originals.has(other)))) {
        done += 1;
        const read = await readText(join(folder, path)).catch((error: Error) => error);
        yield {
          name: path,
          convert() {
            if (read instanceof Error) throw read;
            return convertHugoFile(path, read, options, { languages, originals });
          },
        };
      }
    },
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
