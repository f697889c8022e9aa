import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../platform/settings/config.server.ts';
import { cookieLine, readCookies } from '../../platform/http/cookies.server.ts';
import { derivedKey, keyedHash } from '../../platform/guard/derived-key.server.ts';
import { networkOf } from '../../platform/guard/networks.ts';

type Settings = Pick<Config, 'authSecret' | 'publicOrigin'>;

/** Identity of the browser that requests a code, as far as cookies show. */
export type Browser = {
  /** Id of the challenge cookie; newly generated without one. */
  id: string;
  /** The request had no challenge cookie: all such requests share one identity and its limits. */
  isBare: boolean;
  /** The cookie is a few seconds old and was issued to this same network, so a page was opened before the request. */
  isSettled: boolean;
  /** Rate limit key of this browser for an identifier that it has signed in with before; null otherwise. */
  own(identifier: string): string | null;
  /** Set-Cookie headers by which the next request is recognised. */
  setCookies: string[];
};

const isHttps = ({ publicOrigin }: Settings) => publicOrigin.startsWith('https:');
const guarded = (config: Settings, name: string) => (isHttps(config) ? `__Host-${name}` : name);
export const challengeCookieName = (config: Settings) => guarded(config, 'nagrik.challenge');
export const knownCookieName = (config: Settings) => guarded(config, 'nagrik.known-for');

const challengeSeconds = 24 * 3_600;
const knownSeconds = 180 * 24 * 3_600;
/** Identifiers remembered for each browser; the least recently used is evicted. */
const mostKnown = 5;
const settledAfterSeconds = 3;

const macOf = (config: Settings, use: string, text: string) =>
  createHmac('sha256', derivedKey(config.authSecret, use)).update(text).digest('base64url');

/** The payload of a signed value; null for an invalid signature. */
function unsign(config: Settings, use: string, value: string | undefined): string | null {
  if (value === undefined || value.length > 1_000) return null;
  const at = value.lastIndexOf('.');
  const [given, expected] = [Buffer.from(value.slice(at + 1)), Buffer.from(macOf(config, use, value.slice(0, at)))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? value.slice(0, at) : null;
}
const signed = (config: Settings, use: string, text: string) => `${text}.${macOf(config, use, text)}`;

const networkTag = (config: Settings, address: string) =>
  keyedHash(config.authSecret, 'network of a challenge', networkOf(address)).slice(0, 8);
const known = (config: Settings, identifier: string) =>
  keyedHash(config.authSecret, 'known browser', identifier).slice(0, 22);

type Entry = { hash: string; nonce: string; until: number };

function entriesOf(config: Settings, cookies: Map<string, string>, now: Date): Entry[] {
  const text = unsign(config, 'known browser', cookies.get(knownCookieName(config)));
  return (text === null ? [] : text.split('~')).flatMap((one) => {
    const [hash = '', nonce = '', until = ''] = one.split('!');
    const entry = { hash, nonce, until: Number.parseInt(until, 36) };
    return entry.until * 1_000 > now.getTime() ? [entry] : [];
  });
}

/** Reads the request's cookies. Those with an invalid signature are ignored. */
export function browserOf(
  config: Settings,
  { cookie, address, now }: { cookie: IncomingHttpHeaders['cookie']; address: string; now: Date },
): Browser {
  const cookies = readCookies(cookie);
  const [id, givenAt = '', tag] =
    unsign(config, 'challenge', cookies.get(challengeCookieName(config)))?.split('.') ?? [];
  const entries = entriesOf(config, cookies, now);
  const own = (identifier: string) => {
    const hash = known(config, identifier);
    const entry = entries.find((one) => one.hash === hash);
    return entry ? `${entry.hash}:${entry.nonce}` : null;
  };
  const seconds = Math.floor(now.getTime() / 1_000);
  if (id !== undefined) {
    const isSettled =
      seconds - Number.parseInt(givenAt, 36) >= settledAfterSeconds && tag === networkTag(config, address);
    return { id, isBare: false, isSettled, own, setCookies: [] };
  }
  const made = randomBytes(16).toString('base64url');
  const value = signed(config, 'challenge', [made, seconds.toString(36), networkTag(config, address)].join('.'));
  const line = cookieLine(challengeCookieName(config), value, { maxAge: challengeSeconds, isSecure: isHttps(config) });
  return { id: made, isBare: true, isSettled: false, own, setCookies: [line] };
}

/** For callers without cookies: commands and tests. */
export const bareBrowser = (): Browser => ({
  id: randomBytes(16).toString('base64url'),
  isBare: true,
  isSettled: false,
  own: () => null,
  setCookies: [],
});

/** Marks a browser that has signed in with this identifier, for 180 days. It survives signing out. */
export function knownCookie(
  config: Settings,
  { cookie, now }: { cookie: IncomingHttpHeaders['cookie']; now: Date },
  identifier: string,
): string {
  const hash = known(config, identifier);
  const entries = entriesOf(config, readCookies(cookie), now);
  const nonce = entries.find((entry) => entry.hash === hash)?.nonce ?? randomBytes(8).toString('base64url');
  const until = Math.floor(now.getTime() / 1_000) + knownSeconds;
  const retained = [{ hash, nonce, until }, ...entries.filter((entry) => entry.hash !== hash)].slice(0, mostKnown);
  const text = retained.map((entry) => [entry.hash, entry.nonce, entry.until.toString(36)].join('!')).join('~');
  return cookieLine(knownCookieName(config), signed(config, 'known browser', text), {
    maxAge: knownSeconds,
    isSecure: isHttps(config),
  });
}
