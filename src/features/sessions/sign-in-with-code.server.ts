import type { IncomingHttpHeaders } from 'node:http';
import { networkOf } from '../../platform/guard/networks.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { browserOf, knownCookie } from '../otp/browser.server.ts';
import { checkCode } from '../otp/check-code.server.ts';
import { ensureUser } from '../users/ensure-user.server.ts';
import type { UserRow } from '../users/users.queries.server.ts';
import { openSession, type OpenedSession } from './open-session.server.ts';
import { secretOf } from './session-cookies.server.ts';

type SignIn = {
  /** Normalised: a code is bound to the exact number or address that it was sent to. */
  identifier: string;
  code: string;
  /** User agent: names the device. Cookies: bind the code to the requesting browser, and end its former session. */
  headers: Pick<IncomingHttpHeaders, 'user-agent' | 'cookie'>;
  /** The caller's IP address. */
  address: string;
};

/**
 * Signs in by one-time code; an identifier seen for the first time gets a new account.
 * @throws AppError 400 code_invalid, 429
 */
export async function signInWithCode(
  services: PageServices,
  { identifier, code, headers, address }: SignIn,
): Promise<OpenedSession & { user: UserRow; isNew: boolean }> {
  const { config, connection, limits } = services;
  await limits.signIns(networkOf(address));
  const now = services.clock();
  const browser = browserOf(config, { cookie: headers.cookie, address, now });
  const { draft } = await checkCode(services, { identifier, code, purposes: ['signin'], browser });
  const opened = await connection.db.transaction(async (tx) => {
    const { user, isNew } = await ensureUser(tx, config, identifier, draft);
    const opened = await openSession(services, tx, {
      userId: user.id,
      isNewUser: isNew,
      userAgent: headers['user-agent'] ?? '',
      provenIdentifier: identifier,
      formerSecret: secretOf(config, headers),
    });
    return { ...opened, user, isNew };
  });
  return { ...opened, cookies: [...opened.cookies, knownCookie(config, { cookie: headers.cookie, now }, identifier)] };
}
