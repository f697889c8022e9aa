import { currentLanguage, type Language } from '../../messages/catalogue.ts';
import { languages } from '../../messages/languages-here.ts';

let chosenLanguages: readonly Language[] = ['en', 'hi'];

/** Languages of the interface, the default one first: the setting LANGUAGES. Set once at startup. */
export const setSiteLanguages = (chosen: readonly Language[]): void => void (chosenLanguages = chosen);
export const siteLanguages = (): readonly Language[] => chosenLanguages;
export const defaultLanguage = (): Language => siteLanguages()[0]!;

export const isLanguage = (text: string): boolean => languages.includes(text);

const prefix = new RegExp(`^/(${languages.join('|')})(?=[/?#]|$)`);

/** Splits '/hi/about' into 'hi' and '/about'; language null without the prefix of a known language. */
export function splitPrefix(path: string): { language: Language | null; bare: string } {
  const language = prefix.exec(path)?.[1] ?? null;
  if (language === null) return { language, bare: path };
  const rest = path.slice(language.length + 1);
  return { language, bare: rest.startsWith('/') ? rest : `/${rest}` };
}

/**
 * '/about' in Hindi is '/hi/about', whatever prefix the path has. The default language, and one that is switched off,
 * have none.
 */
export function addressIn(language: string, path: string): string {
  const { bare } = splitPrefix(path);
  if (language === defaultLanguage() || !siteLanguages().includes(language)) return bare;
  return `/${language}${bare.replace(/^\/(?=[?#]|$)/, '')}`;
}

/** The same for the language of the current page. */
export const addressHere = (path: string): string => addressIn(currentLanguage(), path);

/** An API address whose content is in the page's language. */
export const apiHere = (address: string): string =>
  currentLanguage() === defaultLanguage()
    ? address
    : `${address}${address.includes('?') ? '&' : '?'}lang=${currentLanguage()}`;

/** A link from the current page: stays below its prefix, unless it leads to a piece below another one. */
export const linkHere = (address: string): string =>
  splitPrefix(address).language === null ? addressHere(address) : address;

/** The language of the page at a path, of an error page there too; of a prefix in any case. */
export function frameLanguage(path: string): Language {
  const prefix = /^\/([a-z]+)(?=[/?#]|$)/i.exec(path)?.[1]?.toLowerCase();
  return siteLanguages().find((language) => language === prefix) ?? defaultLanguage();
}

/**
 * What `x-default` names: the version in the first of the site's languages that the group has, so that all its pieces
 * name the same one.
 * @param versions in different languages, at least one
 */
export function defaultVersion<Version extends { lang: string }>(versions: readonly Version[]): Version {
  const placeOf = ({ lang }: Version) => [...siteLanguages(), lang].indexOf(lang);
  return versions.toSorted((one, other) => placeOf(one) - placeOf(other) || (one.lang < other.lang ? -1 : 1))[0]!;
}
