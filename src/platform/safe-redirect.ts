// Controls, spaces and backslashes, as they are or encoded, however often.
const forbiddenSigns = /[\s\p{C}\\]|%(?:25)*(?:[01][\da-f]|20|5c|7f)/iu;
const hiddenSlash = /^\/[^/?#]*%(?:25)*2f/i;

/**
 * Where to go after signing in or out: path, query and hash of an address of this site; `/` for anything else.
 * @param target as it came from outside: a path, or an address @param origin of this site, without a slash at its end
 */
export function safeRedirect(target: string | null | undefined, origin: string): string {
  if (!target || target.length > 2_000 || forbiddenSigns.test(target)) return '/';
  if (target.startsWith('/') ? target.startsWith('//') : !/^https?:\/\//i.test(target)) return '/';
  const url = URL.parse(target, origin);
  if (url === null || url.origin !== new URL(origin).origin || url.username !== '' || url.password !== '') return '/';
  return url.pathname.includes('//') || hiddenSlash.test(url.pathname) ? '/' : url.pathname + url.search + url.hash;
}

const signInPages = /^\/(?:login|signup|forgot-password)\/?$/;
const pathOf = (address: string) => address.split(/[?#]/, 1)[0] as string;

/** Like safeRedirect, and never back to a page whose only use is signing in or out. */
export function afterSignIn(target: string | null | undefined, origin: string): string {
  const path = safeRedirect(target, origin);
  return signInPages.test(pathOf(path)) || /^\/(?:signout\/?$|api\/)/.test(pathOf(path)) ? '/' : path;
}

/** The sign-in page that leads back to where the reader is. @param current path and query */
export function loginAddress(current: string): string {
  if (signInPages.test(pathOf(current))) return '/login';
  // `+` says the same as `%20` in a query, and is not refused on the way back.
  const [path, ...query] = current.split('?');
  const back = query.length > 0 ? `${path}?${query.join('?').replaceAll('%20', '+')}` : current;
  return `/login?redirect=${encodeURIComponent(back)}`;
}
