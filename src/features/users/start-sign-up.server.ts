import { invalidInput } from '../../platform/wire/errors.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { normaliseEmail, normalisePhone } from '../otp/identifiers.ts';
import { type CodeRequest, sendCode } from '../otp/send-code.server.ts';
import { insistOnName } from './insist-on-name.server.ts';
import { insistOnFreeName } from './newsroom-names.server.ts';
import { consentVersion, type CreateUserInput } from './users.contract.ts';
import { problem } from '../../platform/wire/problem.ts';

/**
 * Sends a code and keeps the names with it. A registered number gets the same response, and its names stay unchanged.
 * @throws AppError 400, 429
 */
export async function startSignUp(
  services: PageServices,
  { firstName, lastName = '', phoneNo, email }: CreateUserInput,
  { browser, address }: Pick<CodeRequest, 'browser' | 'address'>,
): Promise<{ expiresInSeconds: number; resendInSeconds: number }> {
  insistOnName({ firstName, lastName });
  await insistOnFreeName(services.connection.db, null, { firstName, lastName });
  const identifier = phoneNo === undefined ? normaliseEmail(email ?? '') : normalisePhone(phoneNo);
  if (identifier === null) {
    throw invalidInput([
      phoneNo === undefined
        ? { path: 'email', message: problem('field.email') }
        : { path: 'phoneNo', message: problem('field.indianMobile') },
    ]);
  }
  return sendCode(services, {
    identifier,
    purpose: 'signin',
    browser,
    address,
    draft: { firstName, lastName, consentVersion },
  });
}
