import { useEffect } from 'react';
import { authMethod } from '../../platform/local-store.ts';
import { codeLength } from '../../ui/code-input.tsx';
import { formatDuration } from '../../ui/format.ts';

const digitsOf = (text: string) => text.replace(/\P{Nd}/gu, '');

/** Sends the code once its six digits are there, from the keyboard, the clipboard or the message itself. */
function watchCode(form: HTMLFormElement, signal: AbortSignal) {
  const field = form.querySelector<HTMLInputElement>('[name=code]');
  if (!field) return;
  const take = (text: string) => {
    field.value = digitsOf(text).slice(0, codeLength);
    if (field.value.length === codeLength) form.requestSubmit();
  };
  field.addEventListener('input', () => take(field.value), { signal });
  // The field takes six signs only: '408 152' would lose its last.
  field.addEventListener(
    'paste',
    (event) => {
      const pasted = digitsOf(event.clipboardData?.getData('text') ?? '');
      if (pasted.length < codeLength) return;
      event.preventDefault();
      take(pasted);
    },
    { signal },
  );
  if ('OTPCredential' in window) {
    const asked = { otp: { transport: ['sms'] }, signal } as CredentialRequestOptions;
    navigator.credentials.get(asked).then(
      (found) => take((found as { code?: string } | null)?.code ?? ''),
      () => {},
    );
  }
}

/** A slow network invites a second tap; it would spend a second try. */
function sendOnce(form: HTMLFormElement, signal: AbortSignal) {
  let isOnItsWay = false;
  form.addEventListener(
    'submit',
    (event) => {
      if (isOnItsWay) event.preventDefault();
      isOnItsWay = true;
    },
    { signal },
  );
  addEventListener(
    'pageshow',
    () => {
      isOnItsWay = false;
    },
    { signal },
  );
}

/** Says on the button when another code may be asked for. */
function countDown(form: HTMLFormElement): () => void {
  const button = form.querySelector('button');
  const until =
    performance.timeOrigin +
    ((performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.responseStart ?? 0) +
    Number(form.dataset.again) * 1_000;
  if (!button || !form.querySelector('[data-again-words]')) return () => {};
  form.querySelector('[data-again-words]')?.toggleAttribute('hidden', true);
  const words = button.textContent;
  let timer = 0;
  const tick = () => {
    const left = Math.ceil((until - Date.now()) / 1_000);
    button.disabled = left > 0;
    button.textContent = left > 0 ? `${form.dataset.againIn} ${formatDuration(left)}` : words;
    if (left <= 0) clearInterval(timer);
  };
  timer = window.setInterval(tick, 1_000);
  tick();
  return () => clearInterval(timer);
}

/** Who signed in by email last time gets that first; the other way is a tap away. */
function recallMethod(form: HTMLFormElement) {
  const { searchParams } = new URL(location.href);
  const field = form.querySelector<HTMLInputElement>('[name=identifier]');
  if (
    form.dataset.identify === 'email' ||
    searchParams.has('method') ||
    field?.value ||
    !wasChosen() ||
    authMethod.read() !== 'email'
  )
    return;
  searchParams.set('method', 'email');
  location.replace(`${location.pathname}?${searchParams}`);
}

// Without a choice the store says 'email' too; the mobile number comes first all the same.
function wasChosen(): boolean {
  try {
    return localStorage.getItem(authMethod.key) !== null;
  } catch {
    return false;
  }
}

/** What a script can do for a form that works without one. `remembers`: this is where people sign in. */
export function CodeHelper({ remembers = false }: { remembers?: boolean }) {
  useEffect(() => {
    const abort = new AbortController();
    const main = document.getElementById('main');
    const codeForm = main?.querySelector<HTMLFormElement>('[data-code-form]');
    const again = main?.querySelector<HTMLFormElement>('[data-again]');
    const identify = main?.querySelector<HTMLFormElement>('[data-identify]');
    for (const form of main?.querySelectorAll('form') ?? []) sendOnce(form, abort.signal);
    // A reload shows the step; it does not send the form again.
    history.replaceState(history.state, '', location.href);
    if (codeForm) watchCode(codeForm, abort.signal);
    if (remembers && codeForm) authMethod.write(codeForm.dataset.method === 'phone' ? 'mobile' : 'email');
    if (remembers && identify) recallMethod(identify);
    const stop = again ? countDown(again) : () => {};
    return () => {
      abort.abort();
      stop();
    };
  }, [remembers]);
  return null;
}
