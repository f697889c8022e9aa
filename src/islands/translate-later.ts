import { addTranslation, type Language, type TargetLanguage } from '../messages/catalogue.ts';
import { isLanguage, splitPrefix } from '../platform/site-languages.ts';

// For the browser. The build of the islands (src/islands/build-islands.ts) adds a call to each catalogue that has
// translations: a chunk for each catalogue and language, which only pages in that language load.

type Words = Record<string, object>;
const waiting: Promise<void>[] = [];

/**
 * Language of this page's islands; null where there is no catalogue for it. The prefix of the address comes first: a
 * browser's translation changes the `lang` attribute, and links and API calls must not follow it to another language.
 */
export function pageLanguage(): Language | null {
  const { lang } = document.documentElement;
  return splitPrefix(location.pathname).language ?? (isLanguage(lang) ? lang : null);
}

/** Loads the page's language of these catalogues; without it they stay in the source language. */
export function translateLater(
  translations: Partial<Record<TargetLanguage, () => Promise<Words>>>,
  catalogues: Words,
): void {
  const language = pageLanguage() as TargetLanguage;
  const loading = translations[language]?.().then((words) => {
    for (const [name, source] of Object.entries(catalogues))
      if (words[name]) addTranslation(source, language, words[name]);
  });
  if (loading) waiting.push(loading.catch(() => {}));
}

/** Resolves when the sentences of every module loaded so far are there. */
export const areTranslated = (): Promise<unknown> => Promise.all(waiting);
