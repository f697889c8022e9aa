/** Languages of the interface, where a catalogue exists. */
export const languages = ['en', 'hi', 'ta'] as const;
export type Language = (typeof languages)[number];

/** Languages in which a piece may stand: these, and others of India that have no catalogue yet. */
export const pieceLanguages = [...languages, 'as', 'bn', 'gu', 'kn', 'ml', 'mr', 'ne', 'or', 'pa', 'ur'] as const;
export type PieceLanguage = (typeof pieceLanguages)[number];

/** The source language: complete, and its catalogues are the types of all others. */
export const sourceLanguage = 'en';
export type TargetLanguage = Exclude<Language, typeof sourceLanguage>;

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
 * @param of the result of `catalogue`
 * @param words complete, enforced by the compiler
 */
export function addTranslation<Words extends object>(of: Words, language: TargetLanguage, words: NoInfer<Words>): void {
  translations.get(of)?.set(language, words);
}
