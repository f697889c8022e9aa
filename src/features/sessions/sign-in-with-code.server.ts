import type { IncomingHttpHeaders } from 'node:http';
import { networkOf } from '../../platform/limits.server.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import { checkCode } from '../otp/check-code.server.ts';
import { ensureUser } from '../users/ensure-user.server.ts';
import type { UserRow } from '../users/users.queries.server.ts';
import { openSession, type OpenedSession } from './open-session.server.ts';
import { secretOf } from './session-cookies.server.ts';

type SignIn = {
  /** Normalised: a code goes with the very number or address that it was sent to. */
  identifier: string;
  code: string;
  /** The device is named after its user-agent; who was signed in by the cookie is signed out. */
  headers: Pick<IncomingHttpHeaders, 'user-agent' | 'cookie'>;
  /** The caller's network address. */
  address: string;
};

/**
 * Signs in whoever has the code; a number or address that nobody has proven before becomes an account.
 * @throws AppError 400 code_invalid, 429
 */
export async function signInWithCode(
  services: PageServices,
  { identifier, code, headers, address }: SignIn,
): Promise<OpenedSession & { user: UserRow; isNew: boolean }> {
  const { config, connection, limits } = services;
  await limits.signIns(networkOf(address));
  const { draft } = await checkCode(services, { identifier, code, purposes: ['signin'] });
  return connection.db.transaction(async (tx) => {
    const { user, isNew } = await ensureUser(tx, identifier, draft);
    const opened = await openSession(services, tx, {
      userId: user.id,
      isNewUser: isNew,
      userAgent: headers['user-agent'] ?? '',
      provenIdentifier: identifier,
      formerSecret: secretOf(config, headers),
    });
    return { ...opened, user, isNew };
  });
}
