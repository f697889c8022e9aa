import { currentLanguage } from '../messages/catalogue.ts';
import { languageWords } from '../messages/languages.ts';
import { isLanguage } from '../platform/site-languages.ts';

/** The name of a language in that of the page: 'Urdu', 'उर्दू'. */
export const languageName = (language: string): string =>
  isLanguage(language)
    ? languageWords.names[language]
    : (new Intl.DisplayNames([currentLanguage()], { type: 'language' }).of(language) ?? language);
