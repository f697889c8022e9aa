import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { CodeDraft } from '../../features/otp/check-code.server.ts';
import { derivedKey } from '../../platform/derived-key.server.ts';

/** Recipient of a code, earliest resend time (ms since the epoch), and the names given at sign-up. */
export type CodeStep = { identifier: string; againAt: number; draft?: CodeDraft | undefined };

const longest = 15 * 60_000;
const keyOf = (secret: string) => derivedKey(secret, 'code step of a page');

/** State in the URL survives a reload or a discarded tab; encrypted, since URLs end up in histories and logs. */
export function sealStep(secret: string, step: CodeStep, now: Date): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce);
  const sealed = Buffer.concat([
    cipher.update(JSON.stringify({ ...step, until: now.getTime() + longest })),
    cipher.final(),
  ]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Null for a forged step, and after 15 minutes. */
export function openStep(secret: string, text: string | null, now: Date): CodeStep | null {
  if (text === null || text.length > 4_000) return null;
  try {
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(bytes.subarray(12, 28));
    const { until, ...step } = JSON.parse(
      Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(),
    ) as CodeStep & { until: number };
    return until > now.getTime() ? step : null;
  } catch {
    return null;
  }
}
