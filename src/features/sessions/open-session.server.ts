import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Queryable } from '../../database/connect.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { findUser } from '../users/users.queries.server.ts';
import { signAccessToken } from './access-token.server.ts';
import { sessionCookies } from './session-cookies.server.ts';
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessionBySecret,
  hashSecret,
  insertSession,
  noteProof,
  type SessionRow,
} from './sessions.queries.server.ts';

export type OpenedSession = {
  session: SessionRow;
  /** `Set-Cookie` header values. */
  cookies: string[];
  token: string;
  expires: Date;
};

type Opening = {
  userId: string;
  isNewUser: boolean;
  userAgent: string;
  /** The phone number or email address proven by the code. */
  provenIdentifier: string;
  /** From the request's session cookie: the former session of this browser is ended. */
  formerSecret?: string | undefined;
};

/** Always creates a new session, whatever cookies the request carries (no session fixation). */
export async function openSession(
  { config, clock }: PageServices,
  tx: Queryable,
  { userId, isNewUser, userAgent, provenIdentifier, formerSecret }: Opening,
): Promise<OpenedSession> {
  const secret = randomBytes(32).toString('base64url');
  const user = await findUser(tx, userId);
  if (!user) throw new Error('A session was opened for an account that does not exist.');
  if (formerSecret) await deleteSessionBySecret(tx, formerSecret);
  const session = await insertSession(tx, {
    id: randomUUIDv7(),
    userId,
    tokenHash: hashSecret(secret),
    isNewUser,
    device: describeDevice(userAgent),
  });
  await noteProof(tx, session.id, provenIdentifier);
  const token = await signAccessToken(config, { userId, sessionId: session.id }, clock());
  return {
    session,
    token,
    expires: session.expiresAt,
    cookies: sessionCookies(config, { session, user, token, secret }),
  };
}

/** Effective at once on every instance, since each request reads the row. */
export async function endSession({ connection }: PageServices, sessionId: string): Promise<void> {
  await deleteSession(connection.db, sessionId);
}

/** @param keepSessionId null ends all sessions @returns how many ended */
export async function endOtherSessions(
  { connection }: PageServices,
  userId: string,
  keepSessionId: string | null,
): Promise<number> {
  return deleteOtherSessions(connection.db, userId, keepSessionId);
}

const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bKaiOS\b/, 'KaiOS'],
  [/\bLinux\b/, 'Linux'],
];
const firstOf = (known: [RegExp, string][], userAgent: string) =>
  known.find(([pattern]) => pattern.test(userAgent))?.[1];

/** As in 'Chrome on Android': enough to recognise one's own device, too coarse for fingerprinting. */
function describeDevice(userAgent: string): string {
  const browser = firstOf(browsers, userAgent.slice(0, 500));
  const system = firstOf(systems, userAgent.slice(0, 500));
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'An app or another program');
}
