import { currentLanguage, type Language } from './catalogue.ts';

let readName: ((language: Language) => string) | undefined;

/** What the site calls itself; everything that readers see or get names it by this. Islands ask the page for it. */
export const siteName = (language = currentLanguage()): string =>
  readName?.(language) ??
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ??
  '';

/** Call once at the entry of a process: the only source of the name on the server. */
export function takeSiteNameFrom(current: (language: Language) => string): void {
  readName = current;
}
