import type { IncomingHttpHeaders } from 'node:http';
import { readCookies } from '../../platform/http/cookies.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { readAccessToken, signAccessToken } from './access-token.server.ts';
import {
  accessTokenName,
  clearedCookies,
  isSessionGuarded,
  secretOf,
  sessionCookies,
} from './session-cookies.server.ts';
import {
  findSession,
  findSessionBySecret,
  hashSecret,
  isLacking,
  type LivingSession,
  slideSession,
} from './sessions.queries.server.ts';

export type Identified = {
  viewer: Viewer | null;
  /** Renewed cookies, or cleared ones for a dead session. */
  setCookies: string[];
  /** Not about to expire, where it came by cookie. */
  token: string | null;
  living: LivingSession | null;
};

const nobody: Identified = { viewer: null, setCookies: [], token: null, living: null };
/** A token with less than this left (ms) is renewed when the session is read. */
const longEnough = 5 * 60_000;

const toViewer = (
  { config }: Pick<PageServices, 'config'>,
  { session, user, factor }: LivingSession,
  via: Viewer['via'],
): Viewer => ({
  userId: user.id,
  sessionId: session.id,
  roles: user.roles,
  createdAt: user.createdAt,
  suspendedUntil: user.suspendedUntil,
  isPhoneLinked: user.phone !== null,
  via,
  lacksFactor: isLacking(config, factor),
});

const bearerOf = (authorization: string) => /^Bearer +([\w.-]+) *$/i.exec(authorization)?.[1];

/** Whether the request carries a genuine, unexpired token. Revocation is checked where it matters. */
export async function carriesToken(
  { config, clock }: PageServices,
  { authorization, cookie }: IncomingHttpHeaders,
): Promise<boolean> {
  const token = authorization === undefined ? readCookies(cookie).get(accessTokenName) : bearerOf(authorization);
  return token !== undefined && (await readAccessToken(config, token, clock())) !== null;
}

/** Whether the request carries no credentials at all. */
export const isAnonymous = (config: PageServices['config'], headers: IncomingHttpHeaders): boolean =>
  headers.authorization === undefined &&
  !secretOf(config, headers) &&
  !readCookies(headers.cookie).has(accessTokenName);

/** Authenticates by bearer token, else token cookie, else session cookie (which renews both). An invalid bearer token
 * never falls back to the cookies. */
export async function identifyRequest(
  services: PageServices,
  headers: IncomingHttpHeaders,
  now = services.clock(),
): Promise<Identified> {
  const { config } = services;
  const { db } = services.connection;
  const authorization = headers.authorization;
  if (authorization !== undefined) {
    const token = bearerOf(authorization);
    const claims = token === undefined ? null : await readAccessToken(config, token, now);
    const living = claims && (await findSession(db, claims.sessionId));
    return living && living.user.id === claims.userId
      ? { viewer: toViewer(services, living, 'bearer'), setCookies: [], token: token!, living }
      : nobody;
  }

  const token = readCookies(headers.cookie).get(accessTokenName);
  const secret = secretOf(config, headers);
  // A sibling subdomain can plant the unprefixed token cookie, not the `__Host-` session cookie: never trust it alone.
  const mayBePlanted = !secret && isSessionGuarded(config);
  const claims = token && !mayBePlanted ? await readAccessToken(config, token, now) : null;
  if (claims) {
    const living = await findSession(db, claims.sessionId);
    // Token and session cookie of different sessions: the session cookie wins, since nobody else can plant it.
    const isOne =
      living !== null &&
      living.user.id === claims.userId &&
      (!secret || living.session.tokenHash === hashSecret(secret));
    if (isOne) return { viewer: toViewer(services, living, 'cookie'), setCookies: [], token: token!, living };
  }
  if (secret) {
    const living = await findSessionBySecret(db, secret);
    if (living) return renew(services, living, secret, null, now);
  }
  return token !== undefined || secret ? { ...nobody, setCookies: clearedCookies(config) } : nobody;
}

/** The session of the cookies, with its expiry extended (sliding session). */
export async function readSession(services: PageServices, headers: IncomingHttpHeaders): Promise<Identified> {
  const now = services.clock();
  const { config } = services;
  const { db } = services.connection;
  const secret = secretOf(config, headers);
  const living = headers.authorization === undefined && secret ? await findSessionBySecret(db, secret) : null;
  if (!living || !secret) return identifyRequest(services, headers, now);
  const token = readCookies(headers.cookie).get(accessTokenName);
  const claims = token ? await readAccessToken(config, token, now) : null;
  const isGood =
    claims !== null &&
    claims.sessionId === living.session.id &&
    claims.expiresAt.getTime() - now.getTime() > longEnough;
  return renew(services, living, secret, isGood ? token! : null, now);
}

async function renew(
  { config, connection: { db } }: PageServices,
  living: LivingSession,
  secret: string,
  goodToken: string | null,
  now: Date,
): Promise<Identified> {
  const { user, isDueToSlide } = living;
  const session = { ...living.session };
  if (isDueToSlide) session.expiresAt = (await slideSession(db, session.id)) ?? session.expiresAt;
  const token = goodToken ?? (await signAccessToken(config, { userId: user.id, sessionId: session.id }, now));
  return {
    viewer: toViewer({ config }, living, 'cookie'),
    token,
    living: { ...living, session },
    setCookies: sessionCookies(config, { session, user, token: goodToken === null ? token : null, secret }),
  };
}
