import type { Language } from '../../messages/catalogue.ts';
import { type FoundPage, keyOfPage, type PageTable } from './page-table.ts';
import { defaultLanguage, frameLanguage, siteLanguages } from '../settings/site-languages.ts';

/** The classification of a request's URL. */
export type Address =
  /** `key`: path and the parameters that this page declares; `whole`: path with the query as it was sent. */
  | ({ kind: 'page'; key: string; whole: string } & FoundPage)
  /** A non-canonical spelling of a page's URL: `to` is the canonical one, with the query as it was sent. */
  | ({ kind: 'misspelled'; key: string; to: string } & FoundPage)
  /** Candidates for old permalinks, feeds and other documents. */
  | { kind: 'other'; key: string }
  /**
   * Malformed or unsafe: two slashes (`//evil.example`), a backslash, bad encoding, control characters, the router's
   * own `.data`. `language`: of its prefix.
   */
  | { kind: 'none'; language: Language };

const none = (path: string): Address => ({ kind: 'none', language: frameLanguage(path) });

const isReadable = (path: string): boolean => {
  try {
    // Control characters and line separators: no URL of ours has them, and no column could store them.
    return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
};

/** @param target from the request line; a host in an absolute-form target is ignored, as clients must not choose it */
export function readAddress(table: PageTable, target: string): Address {
  const address = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]+/i, '');
  const [whole = ''] = address.split('#', 1);
  const queryAt = whole.indexOf('?');
  const requested = (queryAt === -1 ? whole : whole.slice(0, queryAt)) || '/';
  const query = queryAt === -1 ? '' : whole.slice(queryAt);
  if (!requested.startsWith('/') || /\/\/|\\|\.data$/i.test(requested) || !isReadable(requested))
    return none(requested);
  // Resolves dot segments, percent-encoded ones too.
  const { pathname } = new URL(requested, 'http://here.invalid');
  if (pathname.includes('//')) return none(pathname);
  const found = table.find(pathname);
  if (!found || (found.language !== null && !siteLanguages().includes(found.language)))
    return { kind: 'other', key: pathname };
  if (found.language === defaultLanguage()) {
    const bare = { ...found, path: found.bare };
    return {
      kind: 'misspelled',
      to: found.bare + query,
      ...bare,
      language: null,
      key: keyOfPage(bare, query.slice(1)),
    };
  }
  const key = keyOfPage(found, query.slice(1));
  if (found.path !== requested) return { kind: 'misspelled', key, to: found.path + query, ...found };
  return { kind: 'page', key, whole: found.path + query, ...found };
}
