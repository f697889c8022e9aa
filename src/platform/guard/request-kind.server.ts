import type { PageTable } from '../page/page-table.ts';

/** The class of a request for admission control; `free` costs next to nothing, or must always be answered. */
export type RequestKind =
  'free' | 'beacon' | 'search' | 'page' | 'reading' | 'writing' | 'signIn' | 'picture' | 'download';

const isFree =
  /^\/(?:healthz|readyz|api\/auth\/(?:signout|csrf)|(?:assets|fonts|media)\/.*|[^/]+\.(?:css|ico|js|json|png|svg|txt|webmanifest))\/?$/;
const isBeacon = /^\/api\/(?:track|violations|problems|auth\/_log)\/?$/;
const isPicture = /^\/(?:img|og)\//;
const isDownload = /^\/api\/user\/export\/?$/;
const isSearch = /^\/api(?:\/\w+)?\/search(?:\/|$)/;
const isSignIn =
  /^\/api\/(?:otp|provider-token|auth\/(?:signin|callback|providers)|user\/(?:create|otp|phone))(?:\/|$)/;
// POSTs that only read, because their parameters are too long for a URL.
const readsByPost =
  /^\/api\/(?:article\/recommended|schemes\/match|communities\/(?:question|comment)\/\d+\/(?:comments|replies|mine))\/?$/;

/**
 * @param url path and query, as requested
 * @param pages the cost of each page, in any spelling of its URL
 */
export function kindOf(method: string | undefined, url: string, pages: PageTable): RequestKind {
  const path = url.split('?', 1)[0] as string;
  if (isFree.test(path)) return 'free';
  const isRead = method === 'GET' || method === 'HEAD';
  if (isPicture.test(path)) return 'picture';
  if (!isOfApi(path)) return pages.find(path)?.page.cost ?? (isRead ? 'page' : 'writing');
  if (isBeacon.test(path)) return 'beacon';
  if (isDownload.test(path)) return 'download';
  if (isSearch.test(path)) return 'search';
  if (isSignIn.test(path)) return 'signIn';
  return isRead || readsByPost.test(path) ? 'reading' : 'writing';
}

export const isOfApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url);
