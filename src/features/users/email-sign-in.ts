import type { Config } from '../../platform/config.server.ts';
import { AppError } from '../../platform/errors.ts';

/** Whether people may still sign in with an address alone. */
export const isEmailSignInOpen = ({ emailSignInEnds }: Pick<Config, 'emailSignInEnds'>, now: Date) =>
  emailSignInEnds === undefined || now < emailSignInEnds;

/**
 * Refuses everyone alike, with an account or without: the answer must not say who has one.
 * @throws AppError 400
 */
export function insistOnEmailSignIn(config: Pick<Config, 'emailSignInEnds'>, now: Date): void {
  if (isEmailSignInOpen(config, now)) return;
  const message = 'Signing in by email has ended. Use your mobile number.';
  throw new AppError(400, 'validation_failed', message, { details: [{ path: 'email', message }] });
}
