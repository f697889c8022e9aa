import { readJson } from '../../../platform/browser/read-json.ts';
import { apiHere } from '../../../platform/settings/site-languages.ts';
import { type CompiledSchemes, compileSchemes } from '../find-schemes.ts';
import { type FinderScheme, readFinderSchemes, wordsById, type WordsById } from '../finder-file.ts';
import { finderFile, finderWords } from '../finder-paths.ts';
import type { FinderFile, FinderWords } from '../schemes.contract.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';

let request: Promise<FinderScheme[]> | null = null;

/** One request for a page, of which several islands need it, and another one after a failure. @throws ReadError */
export function readFinderFile(): Promise<FinderScheme[]> {
  request ??= readJson<FinderFile>(apiHere(finderFile))
    .then(readFinderSchemes)
    .catch((error: unknown) => {
      request = null;
      throw error;
    });
  return request;
}

/** The words of every scheme: to ask for those of the results would tell which they are. @throws ReadError */
export const readFinderWords = async (): Promise<WordsById> =>
  wordsById(await readJson<FinderWords>(apiHere(finderWords)));

let last: { schemes: FinderScheme[]; day: string; compiled: CompiledSchemes<FinderScheme> } | null = null;

/** The file compiled for today, once. */
export function compiledToday(schemes: FinderScheme[]): CompiledSchemes<FinderScheme> {
  const day = dayInIndia();
  if (last?.schemes !== schemes || last.day !== day) last = { schemes, day, compiled: compileSchemes(schemes, day) };
  return last.compiled;
}
