import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../platform/settings/config.server.ts';
import { cookieLine, readCookies } from '../../platform/http/cookies.server.ts';
import type { UserRow } from '../users/users.queries.server.ts';
import { accessTokenSeconds } from './access-token.server.ts';
import type { SessionRow } from './sessions.queries.server.ts';

const isHttps = (config: Config) => config.publicOrigin.startsWith('https:');
// `__Host-` keeps a sibling subdomain from planting this cookie.
const guarded = (config: Config, name: string) => (isHttps(config) ? `__Host-${name}` : name);

/** Whether the session cookie has that prefix, which browsers accept on https only. */
export const isSessionGuarded = isHttps;

export const accessTokenName = 'access_token';
export const sessionCookieName = (config: Config) => guarded(config, 'nagrik.session-token');
export const csrfCookieName = (config: Config) => guarded(config, 'nagrik.csrf-token');

/** The session secret from the cookie. */
export const secretOf = (config: Config, headers: Pick<IncomingHttpHeaders, 'cookie'>) =>
  readCookies(headers.cookie).get(sessionCookieName(config)) || undefined;

/** Hints for the interface; the server believes none of them. */
const hintsOf = (user: UserRow, session: Pick<SessionRow, 'isNewUser'>) => ({
  email: user.email ?? '',
  user_id: user.id,
  newUser: String(session.isNewUser),
  isPhoneLinked: String(user.phone !== null),
});

/** @param secret null to renew the access token only */
export function sessionCookies(
  config: Config,
  {
    session,
    user,
    token,
    secret,
  }: {
    session: Pick<SessionRow, 'expiresAt' | 'isNewUser'>;
    user: UserRow;
    token: string | null;
    secret: string | null;
  },
): string[] {
  const isSecure = isHttps(config);
  const maxAge = (session.expiresAt.getTime() - Date.now()) / 1_000;
  return [
    ...(secret === null ? [] : [cookieLine(sessionCookieName(config), secret, { maxAge, isSecure })]),
    ...(token === null ? [] : [cookieLine(accessTokenName, token, { maxAge: accessTokenSeconds, isSecure })]),
    ...Object.entries(hintsOf(user, session)).map(([name, value]) =>
      cookieLine(name, value, { maxAge: value === '' ? 0 : maxAge, isSecure, isReadable: true }),
    ),
  ];
}

/** Brings the hint cookies up to date after an account change. */
export function hintCookies(
  config: Config,
  user: UserRow,
  session: Pick<SessionRow, 'expiresAt' | 'isNewUser'>,
): string[] {
  return sessionCookies(config, { session, user, token: null, secret: null });
}

// Until a script has wiped the device: without one, the sign-out itself leaves what was stored there.
const leftSeconds = 90 * 24 * 3_600;

export function clearedCookies(config: Config): string[] {
  const isSecure = isHttps(config);
  return [
    ...[sessionCookieName(config), accessTokenName].map((name) => cookieLine(name, '', { maxAge: 0, isSecure })),
    ...['email', 'user_id', 'newUser', 'isPhoneLinked'].map((name) =>
      cookieLine(name, '', { maxAge: 0, isSecure, isReadable: true }),
    ),
    cookieLine('has_left', '1', { maxAge: leftSeconds, isSecure, isReadable: true }),
  ];
}
