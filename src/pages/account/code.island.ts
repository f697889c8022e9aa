import { authMethod } from '../../platform/browser/local-store.ts';
import { codeLength, countDown, digitsOf, watchMessage } from '../../ui/code-step.ts';
import { formatDuration } from '../../ui/format.ts';

/** Submits the form once the field holds six digits, typed, pasted or autofilled. */
function watchCode(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLInputElement>('[name=code]');
  if (!field) return;
  const take = (text: string) => {
    field.value = digitsOf(text).slice(0, codeLength);
    if (field.value.length === codeLength) form.requestSubmit();
  };
  field.addEventListener('input', () => take(field.value));
  // maxlength is 6: a pasted '408 152' would lose its last digit.
  field.addEventListener('paste', (event) => {
    const pasted = digitsOf(event.clipboardData?.getData('text') ?? '');
    if (pasted.length < codeLength) return;
    event.preventDefault();
    take(pasted);
  });
  watchMessage(take);
}

/** Guards against double submits, which would use up a second attempt. */
function sendOnce(form: HTMLFormElement): void {
  let isOnItsWay = false;
  form.addEventListener('submit', (event) => {
    if (isOnItsWay) event.preventDefault();
    isOnItsWay = true;
  });
  addEventListener('pageshow', () => {
    isOnItsWay = false;
  });
}

/** Counts down to the next resend on the button's label. */
function countOnLabel(form: HTMLFormElement): void {
  const button = form.querySelector('button');
  const until =
    performance.timeOrigin +
    ((performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.responseStart ?? 0) +
    Number(form.dataset.again) * 1_000;
  const shown = form.querySelector<HTMLElement>('[data-again-words]');
  if (!button || !shown) return;
  shown.hidden = true;
  const words = button.textContent;
  countDown(until, (left) => {
    button.disabled = left > 0;
    button.textContent = left > 0 ? `${form.dataset.againIn} ${formatDuration(left)}` : words;
  });
}

/** Preselects email for somebody who used it last; the other method stays one tap away. */
function recallMethod(form: HTMLFormElement) {
  const { searchParams } = new URL(location.href);
  const field = form.querySelector<HTMLInputElement>('[name=identifier]');
  if (
    form.dataset.identify === 'email' ||
    searchParams.has('method') ||
    field?.value ||
    // Read first: it removes an invalid value, which is no choice.
    authMethod.read() !== 'email' ||
    !wasChosen()
  )
    return;
  searchParams.set('method', 'email');
  location.replace(`${location.pathname}?${searchParams}`);
}

// The store's fallback is 'email', while the page's default is the phone number: only an explicit choice counts.
function wasChosen(): boolean {
  try {
    return localStorage.getItem(authMethod.key) !== null;
  } catch {
    return false;
  }
}

/** Progressive enhancement of the code forms. `remembers`: on the sign-in page, which stores the chosen method. */
export function start(_element: HTMLElement | null, { remembers = false }: { remembers?: boolean }): void {
  const main = document.getElementById('main');
  const codeForm = main?.querySelector<HTMLFormElement>('[data-code-form]');
  const again = main?.querySelector<HTMLFormElement>('[data-again]');
  const identify = main?.querySelector<HTMLFormElement>('[data-identify]');
  for (const form of main?.querySelectorAll('form') ?? []) sendOnce(form);
  // Turns the POST entry in the history into a GET, so that a reload does not submit the form again.
  history.replaceState(history.state, '', location.href);
  if (codeForm) watchCode(codeForm);
  if (remembers && codeForm) authMethod.write(codeForm.dataset.method === 'phone' ? 'mobile' : 'email');
  if (remembers && identify) recallMethod(identify);
  if (again) countOnLabel(again);
}
