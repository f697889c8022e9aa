import { currentLanguage, type Language } from './catalogue.ts';

// On globalThis, since the built pages bundle a second copy of this module next to the server's.
const shared = globalThis as { [key: symbol]: unknown };
const key = Symbol.for('nagrik site name');
type Source = (language: Language) => string;

/** What the site calls itself; everything that readers see or get names it by this. Islands ask the page for it. */
export const siteName = (language = currentLanguage()): string =>
  (shared[key] as Source | undefined)?.(language) ??
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ??
  '';

/** Call once at the entry of a process: the only source of the name on the server. */
export function takeSiteNameFrom(current: Source): void {
  shared[key] = current;
}
