import { splitPrefix } from '../platform/settings/site-languages.ts';

/** '/hi' of '/hi/about'; '' without the prefix of a known language. */
export function prefixOf(path: string): string {
  const { language } = splitPrefix(path);
  return language === null ? '' : `/${language}`;
}
