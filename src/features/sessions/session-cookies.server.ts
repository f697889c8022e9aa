import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../platform/config.server.ts';
import { cookieLine, readCookies } from '../../platform/cookies.server.ts';
import type { UserRow } from '../users/users.queries.server.ts';
import { accessTokenSeconds } from './access-token.server.ts';
import type { SessionRow } from './sessions.queries.server.ts';

const isHttps = (config: Config) => config.publicOrigin.startsWith('https:');
// A cookie of this prefix cannot be planted by a neighbouring subdomain.
const guarded = (config: Config, name: string) => (isHttps(config) ? `__Host-${name}` : name);

export const accessTokenName = 'access_token';
export const sessionCookieName = (config: Config) => guarded(config, 'nagrik.session-token');
export const csrfCookieName = (config: Config) => guarded(config, 'nagrik.csrf-token');

/** What the session's cookie holds. */
export const secretOf = (config: Config, headers: Pick<IncomingHttpHeaders, 'cookie'>) =>
  readCookies(headers.cookie).get(sessionCookieName(config)) || undefined;

/** For the interface alone; nothing on the server reads them. */
const hintsOf = (user: UserRow, session: Pick<SessionRow, 'isNewUser'>) => ({
  email: user.email ?? '',
  user_id: user.id,
  newUser: String(session.isNewUser),
  isPhoneLinked: String(user.phone !== null),
});

/** @param secret null where only the token is renewed */
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

/** What a page may show of an account that has changed, at once. */
export function hintCookies(
  config: Config,
  user: UserRow,
  session: Pick<SessionRow, 'expiresAt' | 'isNewUser'>,
): string[] {
  return sessionCookies(config, { session, user, token: null, secret: null });
}

export function clearedCookies(config: Config): string[] {
  const isSecure = isHttps(config);
  return [
    ...[sessionCookieName(config), accessTokenName].map((name) => cookieLine(name, '', { maxAge: 0, isSecure })),
    ...['email', 'user_id', 'newUser', 'isPhoneLinked'].map((name) =>
      cookieLine(name, '', { maxAge: 0, isSecure, isReadable: true }),
    ),
  ];
}
