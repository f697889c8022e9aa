// Parameters that change what a page shows, by the first part of its path. Others (utm_source, fbclid, …) neither split the cache nor reach a page.
const parametersOf = new Map([
  ['search', ['q', 'page', 'kind', 'category', 'exact']],
  ['category', ['page', 'kind']],
  ['tag', ['page', 'kind']],
  ['author', ['page']],
  ['videos', ['page', 'category']],
  ['contact', ['about', 'sent']],
  ['community', ['filter', 'category', 'tag', 'page', 'answer']],
]);

// Pages for one reader: never cached, and they may know who reads.
const personalPages = new Set([
  'login',
  'signup',
  'forgot-password',
  'signout',
  'profile',
  'profile_built',
  'notifications',
  'moderation',
  'find-schemes',
  'cart',
  'refer',
  'unsubscribe',
  'dev',
]);

/** @param path of a page's address, as pageKey gives it */
export const isPersonalPage = (path: string): boolean =>
  personalPages.has(path.split('/', 2)[1] ?? '') || /^\/community\/(?:ask|post)(?:\/|$)/i.test(path);

/** Whether a form sent to this page may take long: an account is deleted or joined there, however much there is of it. */
export const takesLong = (path: string): boolean => /^\/profile\/?$/i.test(path);

const isReadable = (path: string): boolean => {
  try {
    // What no address of ours and no column can hold.
    return !/[\u0000-\u001f\u007f]/.test(decodeURIComponent(path));
  } catch {
    return false;
  }
};

/**
 * One key for all spellings of one page's address: path and the parameters that this page knows. The host is never the request's.
 * Null for what is no address of a page: two slashes (`//evil.example`), a backslash, bad encoding, the router's own `.data`.
 */
export function pageKey(target: string): string | null {
  const address = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]+/i, '');
  const [whole = ''] = address.split('#', 1);
  const queryAt = whole.indexOf('?');
  const asked = (queryAt === -1 ? whole : whole.slice(0, queryAt)) || '/';
  if (!asked.startsWith('/') || /\/\/|\\|\.data$/i.test(asked) || !isReadable(asked)) return null;
  const path = new URL(asked, 'http://here.invalid').pathname;
  if (path.startsWith('//')) return null;
  const known = queryAt === -1 ? undefined : parametersOf.get(path.split('/', 2)[1] ?? '');
  if (!known) return path;
  const parameters = new URLSearchParams(whole.slice(queryAt + 1));
  const kept = new URLSearchParams();
  for (const name of known) {
    const value = parameters.get(name);
    if (value !== null && value !== '' && (name !== 'exact' || value === '1')) kept.set(name, value);
  }
  const query = kept.toString();
  return path + (query === '' ? '' : `?${query}`);
}
