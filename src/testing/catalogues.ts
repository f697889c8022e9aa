import { existsSync, globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export type Words = { [key: string]: unknown };

const ofNobody = /\.test\.ts$|\/(catalogue|count|en|fill-gaps|languages-here|owner|piece-languages|translations)\.ts$/;

/** Languages of which every sentence is there; others may have any part. */
export const wholeLanguages = ['en', 'hi', 'ta'] as const;

/** The files of English catalogues. A translation has the same name in the folder of its language. */
export const catalogueFiles: string[] = globSync('src/messages/*.ts')
  .filter((file) => !ofNobody.test(file))
  .toSorted();
export const translationOf = (file: string, language: string): string => `src/messages/${language}/${basename(file)}`;

/** The catalogues of a file by their names; null where there is no such file. */
export async function loadCatalogues(file: string): Promise<{ [name: string]: Words } | null> {
  if (!existsSync(file)) return null;
  const exported = (await import(pathToFileURL(resolve(file)).href)) as { [name: string]: unknown };
  return Object.fromEntries(
    Object.entries(exported).filter((entry): entry is [string, Words] => typeof entry[1] === 'object'),
  );
}

/** Every sentence, and every function that makes one, by its path: `account.told.name`. */
export function sentencesOf(words: unknown, path: string): Map<string, unknown> {
  if (typeof words !== 'object' || words === null) return new Map([[path, words]]);
  return new Map(Object.entries(words).flatMap(([key, inner]) => [...sentencesOf(inner, `${path}.${key}`)]));
}
