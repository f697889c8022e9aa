import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../platform/settings/config.server.ts';
import { cookieLine, readCookies } from '../../platform/http/cookies.server.ts';
import { derivedKey } from '../../platform/guard/derived-key.server.ts';
import { originOf } from '../../platform/guard/own-origin.server.ts';
import { csrfCookieName } from './session-cookies.server.ts';

const seal = (config: Config, token: string) =>
  createHmac('sha256', derivedKey(config.authSecret, 'csrf')).update(token).digest('hex');

/** The cookie's CSRF token, if its MAC is ours. */
function tokenOf(config: Config, headers: IncomingHttpHeaders): string | null {
  const [token, mac, ...rest] = (readCookies(headers.cookie).get(csrfCookieName(config)) ?? '').split('|');
  return token && mac && rest.length === 0 && isSame(mac, seal(config, token)) ? token : null;
}

/** Reuses the cookie's token while it is valid. */
export function csrfTokenFor(
  config: Config,
  headers: IncomingHttpHeaders,
): { csrfToken: string; setCookie: string | null } {
  const known = tokenOf(config, headers);
  if (known !== null) return { csrfToken: known, setCookie: null };
  const csrfToken = randomBytes(32).toString('hex');
  return {
    csrfToken,
    setCookie: cookieLine(csrfCookieName(config), `${csrfToken}|${seal(config, csrfToken)}`, {
      isSecure: config.publicOrigin.startsWith('https:'),
    }),
  };
}

/** Double-submit check: the sent token equals the cookie's, and the Origin is not another site's. */
export function isOwnForm(config: Config, headers: IncomingHttpHeaders, sent: unknown): boolean {
  const token = tokenOf(config, headers);
  return token !== null && typeof sent === 'string' && isSame(sent, token) && originOf(config, headers) !== 'foreign';
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
