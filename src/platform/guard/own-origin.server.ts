import type { IncomingHttpHeaders } from 'node:http';
import { type Config, isLoopback } from '../settings/config.server.ts';

/** `foreign`: sent by another site's page (cross-origin); `unknown`: no header says which page sent it. */
export function originOf(
  { publicOrigin, isProduction }: Pick<Config, 'publicOrigin' | 'isProduction'>,
  headers: IncomingHttpHeaders,
): 'own' | 'foreign' | 'unknown' {
  const { origin, host, 'sec-fetch-site': site } = headers;
  // A form of our own page with `Referrer-Policy: no-referrer` says `null`; no page can write Sec-Fetch-Site itself.
  if (origin === 'null' && site === 'same-origin') return 'own';
  if (origin !== undefined)
    return origin === publicOrigin || (!isProduction && isThisMachine(origin, host)) ? 'own' : 'foreign';
  if (site !== undefined) return site === 'same-origin' ? 'own' : 'foreign';
  return 'unknown';
}

/**
 * The page of this site that led here: its path and query, untrusted. Undefined for another site's page, and where the
 * browser does not say.
 */
export function refererOf(
  { publicOrigin, isProduction }: Pick<Config, 'publicOrigin' | 'isProduction'>,
  { referer, host }: IncomingHttpHeaders,
): string | undefined {
  const url = referer === undefined ? null : URL.parse(referer);
  if (!url || !(url.origin === publicOrigin || (!isProduction && isThisMachine(url.origin, host)))) return undefined;
  return url.pathname + url.search;
}

/** Sent by the browser itself, as the Web Share Target's POST is: no page of any site stands behind it. */
export const isFromShareSheet = ({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean =>
  (origin === undefined || origin === 'null') && (site === undefined || site === 'none');

// A demonstration is reachable as localhost and as 127.0.0.1 alike.
function isThisMachine(origin: string, host: string | undefined): boolean {
  const url = URL.parse(origin);
  return url !== null && isLoopback(url.hostname) && url.host === host;
}
