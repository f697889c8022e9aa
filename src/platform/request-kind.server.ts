/** What a request asks of us; `free` costs next to nothing, or must always be answered. */
export type RequestKind = 'free' | 'beacon' | 'search' | 'reading' | 'writing' | 'picture';

const isFree =
  /^\/(?:healthz|readyz|signout|api\/auth\/(?:signout|csrf)|(?:assets|fonts|media)\/.*|[^/]+\.(?:css|ico|js|json|png|svg|txt|webmanifest))\/?$/;
const isBeacon = /^\/api\/(?:track|violations|auth\/_log)\/?$/;
const isPicture = /^\/(?:img|og)\//;
const isSearch = /^\/(?:search|api(?:\/\w+)?\/search)(?:\/|$)/;
// Questions too long for an address, and GETs that send a code.
const readsByPost =
  /^\/api\/(?:article\/recommended|schemes\/match|communities\/(?:question|comment)\/\d+\/(?:comments|replies|mine))\/?$/;
const writesByGet = /^\/api\/otp\//;

/** @param url path and query, as the request has it */
export function kindOf(method: string | undefined, url: string): RequestKind {
  const path = url.split('?', 1)[0] as string;
  if (isFree.test(path)) return 'free';
  if (isBeacon.test(path)) return 'beacon';
  if (isPicture.test(path)) return 'picture';
  if (isSearch.test(path)) return 'search';
  const isRead = method === 'GET' || method === 'HEAD' ? !writesByGet.test(path) : readsByPost.test(path);
  return isRead ? 'reading' : 'writing';
}

export const isOfApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url);
