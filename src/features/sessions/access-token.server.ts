import { jwtVerify, SignJWT } from 'jose';
import type { Config } from '../../platform/settings/config.server.ts';
import { derivedKey } from '../../platform/guard/derived-key.server.ts';

export const accessTokenSeconds = 15 * 60;
const algorithm = 'HS256';
const type = 'at+jwt';

/** Claims of an access token. */
export type Claims = { userId: string; sessionId: string; expiresAt: Date };

const keys = new Map<string, Promise<CryptoKey>>();

function keyOf({ authSecret }: Config): Promise<CryptoKey> {
  const known = keys.get(authSecret);
  if (known) return known;
  const key = crypto.subtle.importKey(
    'raw',
    new Uint8Array(derivedKey(authSecret, 'access token')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  keys.set(authSecret, key);
  return key;
}

const audienceOf = (config: Config) => `${config.publicOrigin}/api`;

export async function signAccessToken(
  config: Config,
  { userId, sessionId }: Omit<Claims, 'expiresAt'>,
  now: Date,
): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1_000);
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setSubject(userId)
    .setIssuer(config.publicOrigin)
    .setAudience(audienceOf(config))
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + accessTokenSeconds)
    .sign(await keyOf(config));
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

// Cache of verified signatures: the same token comes with every request until it expires.
const verified = new WeakMap<Config, Map<string, Claims>>();
const mostVerified = 10_000;

/** Null unless genuine and unexpired. Does not check whether the session was revoked. */
export async function readAccessToken(config: Config, token: string, now: Date): Promise<Claims | null> {
  if (token.length > 2_000) return null;
  const known = verified.get(config) ?? new Map<string, Claims>();
  const before = known.get(token);
  if (before)
    return before.expiresAt > now && now.getTime() >= before.expiresAt.getTime() - accessTokenSeconds * 1_000
      ? before
      : null;
  try {
    const { payload } = await jwtVerify(token, await keyOf(config), {
      algorithms: [algorithm],
      typ: type,
      issuer: config.publicOrigin,
      audience: audienceOf(config),
      currentDate: now,
      requiredClaims: ['exp', 'iat', 'sub', 'sid'],
      maxTokenAge: accessTokenSeconds,
    });
    const { sub, sid, exp } = payload;
    if (typeof sub !== 'string' || typeof sid !== 'string' || !uuid.test(sub) || !uuid.test(sid)) return null;
    const claims = { userId: sub, sessionId: sid, expiresAt: new Date(exp! * 1_000) };
    if (known.size >= mostVerified) known.clear();
    verified.set(config, known.set(token, claims));
    return claims;
  } catch {
    return null;
  }
}
