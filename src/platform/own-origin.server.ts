import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from './config.server.ts';

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** `foreign` where another site's page sent the request; `unknown` where nothing says which page did. */
export function originOf(
  { publicOrigin, isProduction }: Pick<Config, 'publicOrigin' | 'isProduction'>,
  headers: IncomingHttpHeaders,
): 'own' | 'foreign' | 'unknown' {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin !== undefined)
    return origin === publicOrigin || (!isProduction && isThisMachine(origin, host)) ? 'own' : 'foreign';
  if (site !== undefined) return site === 'same-origin' ? 'own' : 'foreign';
  return 'unknown';
}

// A demonstration is opened as localhost and as 127.0.0.1 alike.
function isThisMachine(origin: string, host: string | undefined): boolean {
  const url = URL.parse(origin);
  return url !== null && loopback.test(url.hostname) && url.host === host;
}
