import { ownLanguage } from './format.ts';
import { languageName } from './language-name.ts';

type Of = { lang: string | null };
const isOther = (lang: string | null): lang is string => lang !== null && ownLanguage(lang) !== undefined;

/** Name of a piece's language, where it is not the page's. */
export const InLanguage = ({ lang }: Of) =>
  isOther(lang) ? <span className="in-language">{languageName(lang)}</span> : null;

/** The same as a line of metadata, for a card that has no other. */
export const LanguageLine = ({ lang }: Of) =>
  isOther(lang) ? (
    <p className="meta">
      <InLanguage lang={lang} />
    </p>
  ) : null;
