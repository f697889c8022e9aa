import { createHash } from 'node:crypto';

const hashes = new Map<string, string>();

/** CSP hash of an inline script or style, memoised because pages share their few. */
export function scriptHash(script: string): string {
  const known = hashes.get(script);
  if (known) return known;
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  if (hashes.size < 200) hashes.set(script, hash);
  return hash;
}

/** Headers of every response. */
export const commonHeaders = (isHttps: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

/** CSP of everything that is not a page: data, feeds, errors of files. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Endpoint for browsers' CSP violation reports. */
export const violationsPath = '/api/violations';

export type TagHosts = { analytics: boolean; advertising: boolean };

/** CSP of the worker that reads pictures: it cannot send anything anywhere. */
export const readingPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'";

/** @param hashes of the page's inline scripts, as made by scriptHash */
export function pageHeaders(
  isHttps: boolean,
  hashes: string[],
  tags: TagHosts,
  runsWasm = false,
): Record<string, string> {
  const google = tags.analytics
    ? ' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com'
    : '';
  const ads = tags.advertising ? ' https://*.googlesyndication.com https://*.doubleclick.net https://*.google.com' : '';
  const policy = [
    "default-src 'none'",
    `script-src ${hashes.length > 0 ? `${hashes.join(' ')} 'strict-dynamic'${runsWasm ? " 'wasm-unsafe-eval'" : ''}` : "'none'"}`,
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
    // Report-only: enforcing it would break the advertisements' third-party scripts.
    'content-security-policy-report-only': "require-trusted-types-for 'script'; report-to violations",
    'reporting-endpoints': `violations="${violationsPath}"`,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(self), geolocation=(), payment=(), usb=()',
  };
}

/** Allows one inline style element. @param style its text, exactly */
export const withStyle = (headers: Record<string, string>, style: string): Record<string, string> => ({
  ...headers,
  'content-security-policy': headers['content-security-policy']!.replace(
    "style-src 'self'",
    `style-src 'self' ${scriptHash(style)}`,
  ),
});

/**
 * CSP for development: Vite injects style elements, opens a WebSocket, and polls for a restarted server from a worker.
 */
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

/**
 * Headers of a page of unpublished work, whose address is a secret: neither a referrer nor a report may name it. Only
 * its own frame may show it, at the width of a phone.
 */
export function previewHeaders(headers: Record<string, string>): Record<string, string> {
  const {
    'content-security-policy': policy = '',
    'content-security-policy-report-only': _report,
    'reporting-endpoints': _endpoints,
    ...others
  } = headers;
  return {
    ...others,
    'content-security-policy': policy
      .replace("frame-ancestors 'none'", "frame-ancestors 'self'; frame-src 'self'")
      .replace('; report-to violations', ''),
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  };
}

/** One second, also behind a second cache: a takedown must not wait for a purge. Revalidating costs a 304 from memory. */
export const publicPageCaching = 'public, max-age=0, s-maxage=1, stale-if-error=86400';
/** Stored, so that it replaces the page that a shared cache had: a `no-store` leaves the old one there. */
export const missingPageCaching = 'public, max-age=0, s-maxage=1';
