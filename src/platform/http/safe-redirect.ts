import { addressHere, splitPrefix } from '../settings/site-languages.ts';

// Controls, spaces and backslashes, literal or percent-encoded any number of times.
const forbiddenSigns = /[\s\p{C}\\]|%(?:25)*(?:[01][\da-f]|20|5c|7f)/iu;
const hiddenSlash = /^\/[^/?#]*%(?:25)*2f/i;

/**
 * Open-redirect protection: path, query and hash of a URL of this site; `/` for anything else.
 * @param target untrusted: a path, or a URL
 * @param origin of this site, without a trailing slash
 */
export function safeRedirect(target: string | null | undefined, origin: string): string {
  if (!target || target.length > 2_000 || forbiddenSigns.test(target)) return '/';
  if (target.startsWith('/') ? target.startsWith('//') : !/^https?:\/\//i.test(target)) return '/';
  const url = URL.parse(target, origin);
  if (url === null || url.origin !== new URL(origin).origin || url.username !== '' || url.password !== '') return '/';
  return url.pathname.includes('//') || hiddenSlash.test(url.pathname) ? '/' : url.pathname + url.search + url.hash;
}

const signInPages = /^\/(?:login|signup|forgot-password)\/?$/;
const pathOf = (address: string) => splitPrefix(address.split(/[?#]/, 1)[0] as string).bare;

/** Like safeRedirect, but never returns to a page that only serves signing in or out. */
export function afterSignIn(target: string | null | undefined, origin: string): string {
  const path = safeRedirect(target, origin);
  return signInPages.test(pathOf(path)) || /^\/(?:signout\/?$|api\/)/.test(pathOf(path)) ? '/' : path;
}

/** Pages of the newsroom: whoever is invited there is not shown the welcome of readers on the way. */
export const isForStaff = (address: string): boolean => /^\/(?:studio|moderation)(?:\/|$)/.test(pathOf(address));

/** URL of the sign-in page that leads back to the current page. @param current path and query */
export function loginAddress(current: string): string {
  const login = addressHere('/login');
  if (signInPages.test(pathOf(current))) return login;
  // `+` equals `%20` in a query, but safeRedirect accepts only the former.
  const [path, ...query] = current.split('?');
  const back = query.length > 0 ? `${path}?${query.join('?').replaceAll('%20', '+')}` : current;
  return `${login}?redirect=${encodeURIComponent(back)}`;
}
