/** The source language: complete, and its catalogues are the types of all others. */
export const sourceLanguage = 'en';

/** One of `languages` (languages-here.ts); not checked by the compiler, since a folder adds one. */
export type Language = string;

/** The same words in several languages, as data beside what they are about; English always. */
export type Translated<Words = string> = { en: Words; [language: Language]: Words };

/** In the current language, else in English. */
export const translated = <Words>(words: Translated<Words>): Words => words[currentLanguage()] ?? words.en;

let readLanguage: () => Language = () => sourceLanguage;

/** Language of the current request on the server, of the page in the browser. */
export const currentLanguage = (): Language => readLanguage();

/** Call once at startup, at the entry of the process or page: the only source of the language. */
export function takeLanguageFrom(current: () => Language): void {
  readLanguage = current;
}

const translations = new WeakMap<object, Map<Language, object>>();

/** Messages resolved in the current language at each access; never read one at module load, outside any request. */
export function catalogue<Words extends object>(source: Words): Words {
  const byLanguage = new Map<Language, object>();
  const words = new Proxy(source, {
    get: (_, key) => Reflect.get(byLanguage.get(currentLanguage()) ?? source, key) as unknown,
  });
  translations.set(words, byLanguage);
  return words;
}

/**
 * @param of the result of `catalogue`; nothing happens where it is something else
 * @param words complete: see fill-gaps.ts
 */
export function addTranslation<Words extends object>(of: Words, language: Language, words: NoInfer<Words>): void {
  translations.get(of)?.set(language, words);
}

/** A catalogue's words in one language; undefined in the source language, and where there is no translation. */
export const wordsIn = <Words extends object>(language: Language, of: Words): Words | undefined =>
  translations.get(of)?.get(language) as Words | undefined;
