import { hasGoodCode } from '../../features/otp/check-code.server.ts';
import { type CodeRequest, sendCode } from '../../features/otp/send-code.server.ts';
import { account } from '../../messages/account.ts';
import { isAppError } from '../../platform/wire/errors.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import { type CodeStep, sealStep } from './code-step.server.ts';
import { inWords } from './wait-words.ts';

/** A form's rejection, with the message to show beside the field. */
export type Refusal = { status: number; retryAfterSeconds?: number | undefined; problem: string };
/** 'waiting': a valid code was already sent, and the resend interval has not passed. */
type CodeResult = { outcome: 'sent' | 'waiting'; step: string } | { outcome: 'refused'; refusal: Refusal };

/** Sends a code. @returns the next step (for its URL), or the refusal */
export async function askForCode(services: PageServices, request: CodeRequest): Promise<CodeResult> {
  const { identifier, purpose, sessionId, browser } = request;
  const draft = request.draft ?? undefined;
  try {
    const { resendInSeconds } = await sendCode(services, request);
    return { outcome: 'sent', step: stepFor(services, identifier, resendInSeconds, draft) };
  } catch (error) {
    if (!isAppError(error) || error.status === 500) throw error;
    const { status, message, retryAfterSeconds } = error;
    if (status !== 429) return { outcome: 'refused', refusal: { status, retryAfterSeconds, problem: message } };
    const wait = retryAfterSeconds ?? 0;
    // A sign-in code can also prove the number to link.
    const purposes = purpose === 'link' ? (['link', 'signin'] as const) : [purpose];
    if (await hasGoodCode(services, { identifier, purposes: [...purposes], browser, sessionId }))
      return { outcome: 'waiting', step: stepFor(services, identifier, wait, draft) };
    return { outcome: 'refused', refusal: { status, retryAfterSeconds, problem: account.waitThen(inWords(wait)) } };
  }
}

/** Sealed state for the URL of the code step. */
export function stepFor(
  { config, clock }: PageServices,
  identifier: string,
  againIn: number,
  draft?: CodeStep['draft'],
): string {
  const now = clock();
  return sealStep(config.authSecret, { identifier, againAt: now.getTime() + againIn * 1_000, draft }, now);
}

export const secondsLeft = ({ againAt }: CodeStep, now: Date): number =>
  Math.max(0, Math.ceil((againAt - now.getTime()) / 1_000));

/** The message for a rejected code or action. @throws server errors, and an expired session */
export function refusalOf(error: unknown): Refusal {
  if (!isAppError(error) || error.status >= 500 || error.status === 401) throw error;
  const problem =
    error.status === 429
      ? account.triesUsed(inWords(error.retryAfterSeconds ?? 60))
      : error.code === 'code_invalid'
        ? account.badCode
        : error.message;
  return { status: error.status, retryAfterSeconds: error.retryAfterSeconds, problem };
}
