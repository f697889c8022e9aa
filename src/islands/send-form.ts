import { ApiError } from '../features/sessions/client/api-fetch.ts';
import { patientFetch } from '../features/sessions/client/patient-fetch.ts';
import { callFailures } from '../messages/call-failures.ts';
import { parsePage } from './parse-page.ts';

/** A form's fields and the pressed button, as the browser would send them; files are left out. */
export function bodyOf(form: HTMLFormElement, button: HTMLButtonElement | null): URLSearchParams {
  const fields = [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string');
  const body = new URLSearchParams(fields);
  if (button?.name) body.append(button.name, button.value);
  return body;
}

/**
 * Sends a form as the browser would, without leaving its page. The browser goes on where the server says so; otherwise
 * the form of the answer takes the place of the one that was sent.
 * @param retries more than 0 only where sending twice is the same as once
 * @returns the answer's form; null where the page is being left @throws ApiError
 */
export async function sendForm(
  form: HTMLFormElement,
  button: HTMLButtonElement | null,
  retries = 0,
): Promise<HTMLFormElement | null> {
  const body = bodyOf(form, button);
  const headers = { 'x-sent-by': 'script' };
  const response = await patientFetch(form.action, { method: 'POST', body, headers }, retries).catch(() => {
    const { pathname, search } = new URL(form.action);
    const detail = { address: pathname + search, body: String(body) };
    form.dispatchEvent(new CustomEvent('unsent', { bubbles: true, detail }));
    throw new ApiError(0, callFailures.noResponse);
  });
  const place = response.headers.get('location');
  if (place !== null) {
    form.dispatchEvent(new Event('posted'));
    goTo(new URL(place, location.href));
    return null;
  }
  if (response.status >= 500 || !response.headers.get('content-type')?.startsWith('text/html'))
    throw new ApiError(response.status, '');
  const page = parsePage(await response.text());
  const answered = page.getElementById(form.id) as HTMLFormElement | null;
  // Another page, such as the sign-in: the browser shows it.
  if (answered) form.replaceWith(answered);
  else form.submit();
  return answered;
}

export function goTo(place: URL): void {
  const isHere = place.hash !== '' && place.pathname + place.search === location.pathname + location.search;
  // A change of fragment alone does not reload the page.
  location.assign(place);
  if (isHere) location.reload();
}
