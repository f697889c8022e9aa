import type { CodeDraft } from '../../features/otp/check-code.server.ts';
import { sealUntil, unsealInTime } from '../../platform/guard/seal.server.ts';

/** Recipient of a code, earliest resend time (ms since the epoch), and the names given at sign-up. */
export type CodeStep = { identifier: string; againAt: number; draft?: CodeDraft | undefined };

const longest = 15 * 60_000;
const use = 'code step of a page';

/** State in the URL survives a reload or a discarded tab; encrypted, since URLs end up in histories and logs. */
export const sealStep = (secret: string, step: CodeStep, now: Date): string =>
  sealUntil({ authSecret: secret, use }, step, now.getTime() + longest);

/** Null for a forged step, and after 15 minutes. */
export const openStep = (secret: string, text: string | null, now: Date): CodeStep | null =>
  unsealInTime<CodeStep>({ authSecret: secret, use }, text, { now, longest: 4_000 });
