import { createHash } from 'node:crypto';
import type { ImportEntry, ImportOptions, ImportSource, NamedOptions } from '../import-source.ts';
import { type Line, type OpenFile, parseJson, ReadProgress, readLines, sourceOfFile } from '../read-file.server.ts';
import { oneLine } from '../../../platform/text/repair-text.ts';
import { convertScheme, identityOf, parseScheme } from './scheme-to-article.ts';

/** Defaults to myScheme for both files, so that JSONL and CSV share one namespace of keys. */
export const named = (options: ImportOptions): NamedOptions => ({ ...options, site: options.site ?? 'myscheme' });

/** Detects the format by its first JSON line. */
export const looksLikeScheme = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'scheme_name' in value &&
  ('details' in value || 'benefits' in value || 'eligibility' in value);

export function openSchemes(file: OpenFile, given: ImportOptions): ImportSource {
  const options = named(given);
  return sourceOfFile(
    file,
    { format: 'schemes', site: options.site, formerPrefix: 'scheme:', keysAreNumbers: false },
    async function* (progress) {
      const duplicates = await findDuplicates(file);
      for await (const line of readLines(file, progress)) yield entryOf(line, options, duplicates);
    },
  );
}

function entryOf({ number, problem, text }: Line, options: NamedOptions, duplicates: Set<number>): ImportEntry {
  const named = /^\s*\{\s*"scheme_name"\s*:\s*"((?:[^"\\]|\\.){1,200})"/.exec(text)?.[1];
  return {
    name: named ? `line ${number}, ${readable(named)}` : `line ${number}`,
    convert() {
      if (problem) throw new Error(problem);
      const scheme = parseScheme(parseJson(text));
      return convertScheme(scheme, options, duplicates.has(hashOf(identityOf(scheme))));
    },
  };
}

function readable(json: string): string {
  try {
    return oneLine(JSON.parse(`"${json}"`) as string);
  } catch {
    return oneLine(json);
  }
}

/** Duplicate names, by hash: storing numbers bounds the memory on large files. */
async function findDuplicates(file: OpenFile): Promise<Set<number>> {
  const seen = new Set<number>();
  const duplicates = new Set<number>();
  try {
    for await (const line of readLines(file, new ReadProgress(file.size))) {
      if (line.problem) continue;
      try {
        const hash = hashOf(identityOf(parseScheme(parseJson(line.text))));
        if (seen.has(hash)) duplicates.add(hash);
        seen.add(hash);
      } catch {
        // The second pass reports it.
      }
    }
  } catch {
    // The second pass also reports a truncated archive.
  }
  return duplicates;
}

const hashOf = (text: string) => createHash('sha1').update(text).digest().readUIntBE(0, 6);
