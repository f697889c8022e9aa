import type { PageTable } from './page-table.ts';

/** The class of a request for admission control; `free` costs next to nothing, or must always be answered. */
export type RequestKind = 'free' | 'beacon' | 'search' | 'reading' | 'writing' | 'picture';

const isFree =
  /^\/(?:healthz|readyz|api\/auth\/(?:signout|csrf)|(?:assets|fonts|media)\/.*|[^/]+\.(?:css|ico|js|json|png|svg|txt|webmanifest))\/?$/;
const isBeacon = /^\/api\/(?:track|violations|problems|auth\/_log)\/?$/;
const isPicture = /^\/(?:img|og)\//;
const isSearch = /^\/api(?:\/\w+)?\/search(?:\/|$)/;
// POSTs that only read, because their parameters are too long for a URL; and GETs that write: they send a code.
const readsByPost =
  /^\/api\/(?:article\/recommended|schemes\/match|communities\/(?:question|comment)\/\d+\/(?:comments|replies|mine))\/?$/;
const writesByGet = /^\/api\/otp\//;

/**
 * @param url path and query, as requested
 * @param pages the cost of each page, in any spelling of its URL
 */
export function kindOf(method: string | undefined, url: string, pages: PageTable): RequestKind {
  const path = url.split('?', 1)[0] as string;
  if (isFree.test(path)) return 'free';
  const cost = isOfApi(path) ? undefined : pages.find(path)?.page.cost;
  if (cost) return cost;
  if (isBeacon.test(path)) return 'beacon';
  if (isPicture.test(path)) return 'picture';
  if (isSearch.test(path)) return 'search';
  const isRead = method === 'GET' || method === 'HEAD' ? !writesByGet.test(path) : readsByPost.test(path);
  return isRead ? 'reading' : 'writing';
}

export const isOfApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url);
