import { takeLanguageFrom } from '../messages/catalogue.ts';
import { isLanguage, linkHere, setSiteLanguages, splitPrefix } from '../platform/settings/site-languages.ts';

/** Other sites ('//…') and files. */
const isNoPage = /^\/(?:api|assets|fonts|media|img|og|dev)?\/|^\/[^/?#]*\.\w+(?:[?#]|$)/;

// The server has put the prefix into its own links; islands make links of their own.
function keepPrefix({ target }: Event): void {
  const link = (target as Element | null)?.closest?.<HTMLAnchorElement>('a[href^="/"]:not([hreflang])');
  const address = link?.getAttribute('href') ?? '//';
  if (!isNoPage.test(address)) link?.setAttribute('href', linkHere(address));
}

/** Sentences and links of this page's islands are in the page's language. */
export function keepLanguage(): void {
  // Links and API calls must not follow a browser's translation, which changes the `lang` attribute.
  const { language } = splitPrefix(location.pathname);
  const lang = language ?? document.documentElement.lang;
  if (!isLanguage(lang)) return;
  takeLanguageFrom(() => lang);
  // Of the site's languages the browser knows only this page's: the default one where the address has no prefix.
  setSiteLanguages(language ? [language === 'en' ? 'hi' : 'en', language] : [lang]);
  if (!language) return;
  for (const kind of ['pointerdown', 'click', 'focusin']) addEventListener(kind, keepPrefix, true);
}
