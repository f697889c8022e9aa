import type { Config } from '../../platform/settings/config.server.ts';
import { AppError } from '../../platform/wire/errors.ts';
import { problems } from '../../messages/problems.ts';

/** Whether sign-in by email address is still available. */
export const isEmailSignInOpen = ({ emailSignInEnds }: Pick<Config, 'emailSignInEnds'>, now: Date) =>
  emailSignInEnds === undefined || now < emailSignInEnds;

/**
 * Refuses known and unknown addresses alike: the response must not reveal who has an account.
 * @throws AppError 400
 */
export function insistOnEmailSignIn(config: Pick<Config, 'emailSignInEnds'>, now: Date): void {
  if (isEmailSignInOpen(config, now)) return;
  const message = () => problems.emailEnded;
  throw new AppError(400, 'validation_failed', message, { details: [{ path: 'email', message }] });
}
