import { apiHere } from '../../../platform/settings/site-languages.ts';
import { type CompiledSchemes, compileSchemes } from '../find-schemes.ts';
import { type FinderScheme, readFinderSchemes, wordsById, type WordsById } from '../finder-file.ts';
import { finderFile, finderWords } from '../finder-paths.ts';
import type { FinderFile, FinderWords } from '../schemes.contract.ts';
import { dayInIndia } from '../../../platform/process/indian-time.ts';

/** One request for a page, and another one after a failure. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | null = null;
  return () => {
    asked ??= load().catch((error: unknown) => {
      asked = null;
      throw error;
    });
    return asked;
  };
}

async function ask<Answer>(path: string): Promise<Answer> {
  const response = await fetch(apiHere(path), { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`Answered ${response.status}`);
  return (await response.json()) as Answer;
}

export const readFinderFile = once(async () => readFinderSchemes(await ask<FinderFile>(finderFile)));
/** The words of every scheme: to ask for those of the results would tell which they are. */
export const readFinderWords = once(async (): Promise<WordsById> => wordsById(await ask<FinderWords>(finderWords)));

let last: { schemes: FinderScheme[]; day: string; compiled: CompiledSchemes<FinderScheme> } | null = null;

/** The file compiled for today, once. */
export function compiledToday(schemes: FinderScheme[]): CompiledSchemes<FinderScheme> {
  const day = dayInIndia();
  if (last?.schemes !== schemes || last.day !== day) last = { schemes, day, compiled: compileSchemes(schemes, day) };
  return last.compiled;
}
