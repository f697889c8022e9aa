// What the code step of sign-in (code.island.ts) and that of the dialog (link-mobile-modal.tsx) have in common.

/** Digits of a one-time code. */
export const codeLength = 6;

/** The digits of a text, of any script. */
export const digitsOf = (text: string): string => text.replace(/\P{Nd}/gu, '');

/** WebOTP: hands over the code from the SMS, where the browser supports it; `signal` ends the wait. */
export function watchMessage(take: (text: string) => void, signal?: AbortSignal): void {
  if (!('OTPCredential' in window)) return;
  const options = { otp: { transport: ['sms'] }, signal } as CredentialRequestOptions;
  navigator.credentials.get(options).then(
    (found) => take((found as { code?: string } | null)?.code ?? ''),
    // The code is typed.
    () => {},
  );
}

/** Shows now, and each second, how many are left; the last time 0. @returns what stops it */
export function countDown(until: number, show: (left: number) => void): () => void {
  const tick = () => {
    const left = Math.max(0, Math.ceil((until - Date.now()) / 1_000));
    show(left);
    if (left === 0) clearInterval(timer);
  };
  const timer = setInterval(tick, 1_000);
  tick();
  return () => clearInterval(timer);
}
