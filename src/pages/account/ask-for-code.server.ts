import { sendCode } from '../../features/otp/send-code.server.ts';
import { t } from '../../messages/messages.ts';
import { isAppError } from '../../platform/errors.ts';
import type { PageServices } from '../../platform/page-services.server.ts';
import { type CodeStep, sealStep } from './code-step.server.ts';
import { inWords } from './wait-words.ts';

type Asked = { isSent: true; step: string } | { isSent: false; wait: number; problem: string; status: number };
// A code lives for five minutes: who must wait no longer than that has one that is still good.
const codeSeconds = 300;

/** What a form answers where a code was to be sent: the next step, or why there is none, in words for beside the field. */
export async function askForCode(services: PageServices, request: Parameters<typeof sendCode>[1]): Promise<Asked> {
  try {
    const { resendInSeconds } = await sendCode(services, request);
    return { isSent: true, step: stepFor(services, request.identifier, resendInSeconds, request.draft ?? undefined) };
  } catch (error) {
    return refusalOf(error);
  }
}

export function refusalOf(error: unknown): Asked & { isSent: false } {
  if (!isAppError(error) || error.status === 500) throw error;
  const wait = error.retryAfterSeconds ?? 0;
  return { isSent: false, wait, status: error.status, problem: error.status === 429 ? t.account.waitThen(inWords(wait)) : error.message };
}

export const hasGoodCode = ({ status, wait }: { status: number; wait: number }): boolean => status === 429 && wait < codeSeconds;

/** For the address of the step that asks for the code. */
export function stepFor({ config, clock }: PageServices, identifier: string, againIn: number, draft?: CodeStep['draft']): string {
  const now = clock();
  return sealStep(config.authSecret, { identifier, againAt: now.getTime() + againIn * 1_000, draft }, now);
}

export const secondsLeft = ({ againAt }: CodeStep, now: Date): number => Math.max(0, Math.ceil((againAt - now.getTime()) / 1_000));
