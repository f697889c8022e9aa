import { use } from 'react';
import { useLocation, useRouteError } from 'react-router';
import { currentLanguage, type Language } from '../messages/catalogue.ts';
import { languageWords } from '../messages/languages.ts';
import { ServerModel, type Version } from '../platform/page/page-context.ts';
import { addressIn, defaultLanguage, siteLanguages } from '../platform/settings/site-languages.ts';
import { languageName, ownLanguageName } from './language-name.ts';

/** The piece on this page in all its languages, itself first; null where the page is no piece. */
export const useVersions = (): Version[] | null => use(ServerModel)?.versions ?? null;

/** The same page in another language; for a piece that a bare address cannot show, the home page. */
function switchTarget(language: Language, versions: Version[] | null, here: string): string {
  const version = versions?.find(({ lang }) => lang === language);
  if (version) return version.canonicalUrl;
  const isShown =
    !versions || language !== defaultLanguage() || versions[0]!.canonicalUrl === addressIn(language, here);
  return addressIn(language, isShown ? here : '/');
}

/** The longest search is 200 letters, and a letter of Devanagari is 9 characters of an address. */
const longestQuery = 2_000;

/** Links to the same page in the site's other languages; from an error page, to their home pages. */
export function LanguageSwitch() {
  const versions = useVersions();
  const { pathname, search } = useLocation();
  // Without a failure this is null below an error boundary, undefined elsewhere.
  const hasFailed = (useRouteError() ?? null) !== null;
  const here = hasFailed ? '/' : pathname + (search.length > longestQuery ? '' : search);
  return siteLanguages()
    .filter((language) => language !== currentLanguage())
    .map((language) => (
      <a
        key={language}
        className="tool"
        lang={language}
        hrefLang={language}
        rel="alternate"
        href={switchTarget(language, versions, here)}
      >
        {ownLanguageName(language)}
      </a>
    ));
}

/** One sentence above a piece that is not in the page's language, or older than its original. */
export function VersionNote() {
  const server = use(ServerModel);
  const own = server?.versions?.[0];
  if (!own) return null;
  if (own.lang !== currentLanguage())
    return (
      <p className="version-note">{languageWords.missing(languageName(currentLanguage()), languageName(own.lang))}</p>
    );
  if (!own.olderThan) return null;
  return (
    <p className="version-note">
      {languageWords.older}{' '}
      <a
        href={own.olderThan}
        hrefLang={server?.versions?.find(({ canonicalUrl }) => canonicalUrl === own.olderThan)?.lang}
      >
        {languageWords.original}
      </a>
    </p>
  );
}
