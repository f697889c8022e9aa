import { createHash } from 'node:crypto';

const hashes = new Map<string, string>();

/** Pages share their few scripts, so hashes are kept. */
export function scriptHash(script: string): string {
  const known = hashes.get(script);
  if (known) return known;
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  if (hashes.size < 200) hashes.set(script, hash);
  return hash;
}

/** What every answer carries. */
export const commonHeaders = (isHttps: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

/** For what is no page: data, feeds, errors of files. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Where browsers tell of what broke a page's policy. */
export const violationsPath = '/api/violations';

export type TagHosts = { analytics: boolean; advertising: boolean };

/** @param hashes of the inline scripts on the page, as made by scriptHash */
export function pageHeaders(isHttps: boolean, hashes: string[], tags: TagHosts): Record<string, string> {
  const google = tags.analytics
    ? ' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com'
    : '';
  const ads = tags.advertising ? ' https://*.googlesyndication.com https://*.doubleclick.net https://*.google.com' : '';
  const policy = [
    "default-src 'none'",
    `script-src ${hashes.length > 0 ? `${hashes.join(' ')} 'strict-dynamic'` : "'none'"}`,
    `style-src 'self'${tags.advertising ? " 'unsafe-inline'" : ''}`,
    `img-src 'self' data:${google}${ads}`,
    "font-src 'self'",
    "media-src 'self'",
    `connect-src 'self'${google}${ads}`,
    ...(tags.advertising ? [`frame-src${ads}`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    'report-to violations',
  ];
  return {
    ...commonHeaders(isHttps),
    'content-security-policy': policy.join('; '),
    // Only told: advertisements' own scripts would not run.
    'content-security-policy-report-only': "require-trusted-types-for 'script'; report-to violations",
    'reporting-endpoints': `violations="${violationsPath}"`,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
}

/** For development only: Vite puts style elements into the page, speaks over a socket, and waits for a new server in a worker. */
export function loosened(...page: Parameters<typeof pageHeaders>): Record<string, string> {
  const headers = pageHeaders(...page);
  const policy = headers['content-security-policy'] as string;
  return {
    ...headers,
    'content-security-policy': policy
      .replace(/style-src 'self'/, "style-src 'self' 'unsafe-inline'")
      .replace(/(connect|worker)-src 'self'/g, "$1-src 'self' ws: blob:"),
  };
}

export const publicPageCaching = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';
/** Where people write they see at once what they wrote: browsers too show a stale page while they look for a newer one. */
export const livePageCaching = 'public, max-age=0, s-maxage=5, stale-if-error=86400';
export const pageCachingOf = (key: string): string =>
  /^\/community(?:[/?]|$)/i.test(key) ? livePageCaching : publicPageCaching;
