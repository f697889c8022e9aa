import { invalidInput, unauthenticated } from '../../platform/wire/errors.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { bareBrowser } from '../otp/browser.server.ts';
import { checkCode } from '../otp/check-code.server.ts';
import { sendCode } from '../otp/send-code.server.ts';
import { noteProof } from '../sessions/sessions.queries.server.ts';
import { findUser } from '../users/users.queries.server.ts';
import type { ConfirmationChannel } from './privacy.contract.ts';
import { problem } from '../../platform/wire/problem.ts';

/** How long an identity confirmation counts for deletion, changing an identifier or merging accounts. */
export const freshSeconds = 600;

/** Step-up authentication: sends a code to the caller's own identifier for actions that need more than a session. */
export async function sendConfirmation(
  services: PageServices,
  viewer: Viewer,
  { channel, address }: { channel?: ConfirmationChannel | undefined; address: string },
) {
  const own = await ownIdentifier(services, viewer, channel);
  const sent = await sendCode(services, {
    identifier: own.identifier,
    purpose: 'confirm',
    sessionId: viewer.sessionId,
    browser: bareBrowser(),
    address,
  });
  return { channel: own.channel, identifier: own.identifier, ...sent };
}

/** @throws AppError code_invalid */
export async function confirmIdentity(
  services: PageServices,
  viewer: Viewer,
  { code, channel }: { code: string; channel?: ConfirmationChannel | undefined },
): Promise<void> {
  const { identifier } = await ownIdentifier(services, viewer, channel);
  await checkCode(services, {
    identifier,
    code,
    purposes: ['confirm'],
    browser: bareBrowser(),
    sessionId: viewer.sessionId,
  });
  await noteProof(services.connection.db, viewer.sessionId, identifier);
}

async function ownIdentifier(
  { connection: { db } }: PageServices,
  viewer: Viewer,
  wanted: ConfirmationChannel | undefined,
): Promise<{ channel: ConfirmationChannel; identifier: string }> {
  const user = await findUser(db, viewer.userId);
  if (!user) throw unauthenticated();
  const channel = wanted ?? (user.phone === null ? 'email' : 'phone');
  const identifier = channel === 'phone' ? user.phone : user.email;
  if (identifier === null)
    throw invalidInput([
      { path: 'channel', message: channel === 'phone' ? problem('field.noMobile') : problem('field.noEmail') },
    ]);
  return { channel, identifier };
}
