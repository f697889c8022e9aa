import { keepAnswer, storedAnswer } from './stored-answer.ts';
import { parsePage } from './parse-page.ts';

export function fill(form: HTMLFormElement, fields: URLSearchParams): void {
  for (const control of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>('[name]')) {
    const values = fields.getAll(control.name);
    if (['checkbox', 'radio'].includes(control.type))
      (control as HTMLInputElement).checked = values.includes(control.value);
    else if (control.type !== 'hidden' && values.length > 0) control.value = values[0]!;
  }
}

/** The page that answers these fields; null without one. */
async function answerTo(form: HTMLFormElement, fields: URLSearchParams): Promise<Document | null> {
  const answer = await fetch(form.action, { method: 'POST', body: fields }).catch(() => null);
  return answer && answer.status < 429 && !answer.redirected ? parsePage(await answer.text()) : null;
}

export type Answered = {
  /** The page answers this form. */
  isSent: boolean;
  /** Name and value of the button that asks for the same answer once more, where that changes nothing. */
  again: [name: string, value: string] | null;
};

/** Keeps what the form on this page was sent with, or brings back what it answered: then `main` is another one. */
export async function bringBack(form: HTMLFormElement, { isSent, again }: Answered): Promise<void> {
  if (isSent) {
    const sent = new URLSearchParams([...new FormData(form)] as [string, string][]);
    if (again) sent.append(...again);
    keepAnswer({ fields: String(sent) });
    return;
  }
  const stored = storedAnswer()?.fields;
  if (stored === undefined) return;
  const fields = new URLSearchParams(stored);
  const page = again && (await answerTo(form, fields));
  const main = page?.getElementById('main');
  if (!main) {
    fill(form, fields);
    return;
  }
  document.getElementById('main')?.replaceWith(main);
  document.title = page!.title;
}
