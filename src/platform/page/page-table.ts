import type { Language } from '../../messages/catalogue.ts';
import { isLanguage } from '../settings/site-languages.ts';

/** Everything the site must know of a page before rendering it. Declared once, in src/page-table.ts. */
export type Page = {
  /** In React Router's syntax: '/category/:key'. */
  pattern: string;
  /** Path of its route module, relative to src/. */
  module: string;
  /** Pages for `one` are never cached, and know their viewer. */
  audience: 'everyone' | 'one';
  /**
   * Query parameters that change what a public page shows, in the order of the cache key. All others (utm_source,
   * fbclid) neither split the cache nor reach the page. Pages for one viewer receive every parameter.
   */
  parameters?: readonly string[];
  /** Those of `parameters` that may be given several times, as checkboxes of one name are. */
  repeated?: readonly string[];
  /**
   * The request kind for admission control, where it is not page or writing: see platform/guard/request-kind.server.ts.
   */
  cost?: 'search' | 'signIn' | 'free';
  /** Its form may run for long, in proportion to the data it works on: it gets the long deadline. */
  isPatient?: true;
  /** A phone's share sheet posts here, which names no origin; its form changes nothing. */
  takesShares?: true;
  /** Its form takes files, at most 1 MB together; a field holds their bytes in base64. */
  takesFiles?: true;
  /** Reads pictures by WebAssembly: its CSP allows that. */
  runsWasm?: true;
  /** Requires a session; without one it redirects to the sign-in page. */
  needsSession?: true;
  /** What its form answers without a session may be shown again on going back: it names nobody. */
  keepsAnswer?: true;
  /** Part of signing in: no other prompts are shown here. */
  isForSigningIn?: true;
  /** A public page that the service worker does not store for offline reading. */
  isOnlineOnly?: true;
  /** Which entry of the site's navigation it belongs to. */
  place?: Place;
  /** Without the site's header and footer. */
  isStandalone?: true;
  /** The Latin fonts are not preloaded, so that they do not share a slow line with the stylesheets. */
  stylesFirst?: true;
  /** React is fetched when the line is idle, before an island of this page, or of the one after it, needs it. */
  usesReact?: true;
};

export type Place = 'home' | 'search' | 'categories' | 'videos' | 'community' | 'me';

export type FoundPage = {
  page: Page;
  /**
   * The canonical path: lower case, dot segments resolved, without a trailing slash; with the prefix, if it has one.
   */
  path: string;
  /** The same without the prefix: what the page's route matches. */
  bare: string;
  /** The language of the prefix, whether the site offers it or not; null without a prefix. */
  language: Language | null;
};

/** Values of one repeated parameter that count; a page may allow fewer. */
const mostRepeated = 20;

/**
 * A page's path with the parameters that it declares, in one spelling: the key of caches.
 * @param query without the question mark
 */
export function keyOfPage({ page, path }: FoundPage, query: string): string {
  if (query === '' || !page.parameters) return path;
  const parameters = new URLSearchParams(query);
  const canonical = new URLSearchParams();
  for (const name of page.parameters) {
    const values = page.repeated?.includes(name)
      ? [...new Set(parameters.getAll(name))].sort().slice(0, mostRepeated)
      : [parameters.get(name) ?? ''];
    for (const value of values) if (value !== '' && (name !== 'exact' || value === '1')) canonical.append(name, value);
  }
  return canonical.size === 0 ? path : `${path}?${canonical.toString()}`;
}

export type PageTable = {
  pages: readonly Page[];
  /**
   * Finds the page of a path, in any case and encoding.
   * @param path without query; null for a path that no URL of ours can have
   */
  find(path: string): FoundPage | null;
};

type Row = { page: Page; segments: string[] };

const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Null for malformed segments: bad encoding, an encoded slash or backslash, control characters. */
function decode(segment: string): string | null {
  if (!segment.includes('%')) return segment;
  try {
    const text = decodeURIComponent(segment);
    return /[/\\]|\p{Cc}|\p{Zl}|\p{Zp}/u.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** Encodes only what a path segment cannot contain literally (RFC 3986, pchar). */
const encode = (text: string) => encodeURIComponent(text).replace(/%(?:3D|40|3A|24|26|2B|2C|3B)/g, decodeURIComponent);

/** A slug or a word of our own is case-insensitive; the id after its last hyphen, or a code, is not. */
const anyCase = [':slug', ':kind', ':piece'];
function spell(name: string, text: string): string {
  const slugEnd = anyCase.includes(name) ? text.length : name === ':key' ? text.lastIndexOf('-') + 1 : 0;
  return encode(lower(text.slice(0, slugEnd)) + text.slice(slugEnd));
}

/** A language's prefix is removed for the lookup and put back in front of the result. */
export function createPageTable(pages: readonly Page[]): PageTable {
  const bySize = new Map<string, Row[]>();
  for (const page of pages) {
    const segments = page.pattern.split('/').slice(1);
    const size = `${segments.length} ${segments[0]}`;
    bySize.set(size, [...(bySize.get(size) ?? []), { page, segments }]);
  }

  function match({ page, segments }: Row, parts: string[]): { page: Page; path: string } | null {
    const spelled: string[] = [];
    for (const [at, segment] of segments.entries()) {
      const text = parts[at]!;
      if (!segment.startsWith(':')) {
        if (lower(text) !== segment) return null;
        spelled.push(segment);
      } else if (text === '') return null;
      else spelled.push(spell(segment, text));
    }
    return { page, path: `/${spelled.join('/')}` };
  }

  return {
    pages,
    find(path) {
      // 'OPTIONS *' has no path.
      if (!path.startsWith('/')) return null;
      const parts = path.split('/').slice(1);
      if (parts.length > 1 && parts.at(-1) === '') parts.pop();
      const texts = parts.map(decode);
      if (texts.length === 0 || texts.includes(null)) return null;
      const first = lower(texts[0]!);
      const language = isLanguage(first) ? first : null;
      if (language !== null) texts.shift();
      if (texts.length === 0) texts.push('');
      for (const row of bySize.get(`${texts.length} ${lower(texts[0]!)}`) ?? []) {
        const found = match(row, texts as string[]);
        if (!found) continue;
        const path = language === null ? found.path : `/${language}${found.path === '/' ? '' : found.path}`;
        return { page: found.page, path, bare: found.path, language };
      }
      return null;
    },
  };
}
