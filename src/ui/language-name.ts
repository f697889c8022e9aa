import { currentLanguage } from '../messages/catalogue.ts';
import { languageWords } from '../messages/languages.ts';
import { isLanguage } from '../platform/settings/site-languages.ts';
import { ownNames } from './own-names.ts';

/** A language's own name, as its readers know it: 'اردو'. */
export const ownLanguageName = (language: string): string =>
  isLanguage(language)
    ? ownNames[language]
    : (new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language);

/** The name of a language in that of the page: 'Urdu', 'उर्दू'. */
export const languageName = (language: string): string =>
  isLanguage(language)
    ? languageWords.names[language]
    : (new Intl.DisplayNames([currentLanguage()], { type: 'language' }).of(language) ?? language);
