import { addTranslation, currentLanguage } from '../messages/catalogue.ts';

// For the browser. The build of the islands (src/islands/build-islands.ts) adds a call to each catalogue that has
// translations: a chunk for each catalogue and language, which only pages in that language load. Catalogues come with
// islands, after boot.ts has taken the language from the page (keep-language.ts).

type Words = Record<string, object>;
const waiting: Promise<void>[] = [];

/** Loads the page's language of these catalogues; without it they stay in the source language. */
export function translateLater(translations: Record<string, () => Promise<Words>>, catalogues: Words): void {
  const language = currentLanguage();
  const loading = translations[language]?.().then((words) => {
    for (const [name, source] of Object.entries(catalogues)) addTranslation(source, language, words[name] ?? {});
  });
  if (loading) waiting.push(loading.catch(() => {}));
}

/** Resolves when the sentences of every module loaded so far are there. */
export const areTranslated = (): Promise<unknown> => Promise.all(waiting);
