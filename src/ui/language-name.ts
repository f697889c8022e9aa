import { currentLanguage } from '../messages/catalogue.ts';

const known = new Map<string, Intl.DisplayNames>();
function nameIn(reader: string, language: string): string {
  const names = known.get(reader) ?? new Intl.DisplayNames([reader], { type: 'language' });
  known.set(reader, names);
  return names.of(language) ?? language;
}

/** A language's own name, as its readers know it: 'اردو'. */
export const ownLanguageName = (language: string): string => nameIn(language, language);

/** The name of a language in that of the page: 'Urdu', 'उर्दू'. */
export const languageName = (language: string): string => nameIn(currentLanguage(), language);
