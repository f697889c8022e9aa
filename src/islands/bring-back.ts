import { returnToPlace } from './keep-place.ts';
import { keepAnswer, keepTyped, storedAnswer } from './stored-answer.ts';
import { parsePage } from './parse-page.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** @param isFor which controls are filled; by default all */
export function fill(
  form: HTMLFormElement,
  fields: URLSearchParams,
  isFor: (control: Control) => boolean = () => true,
) {
  for (const control of form.querySelectorAll<Control>('[name]')) {
    if (!isFor(control)) continue;
    const values = fields.getAll(control.name);
    if (['checkbox', 'radio'].includes(control.type))
      (control as HTMLInputElement).checked = values.includes(control.value);
    else if (control.type !== 'hidden' && values.length > 0) control.value = values[0]!;
  }
}

const fieldsOf = (form: HTMLFormElement) => new URLSearchParams([...new FormData(form)] as [string, string][]);

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

/** Brings back what a form answered: `main` is another one then, where the page can be asked for again. */
async function bringAnswer(form: HTMLFormElement, again: Answered['again'], fields: URLSearchParams): Promise<void> {
  const page = again && (await answerTo(form, fields));
  const main = page?.getElementById('main');
  if (!main) {
    fill(form, fields);
    return;
  }
  document.getElementById('main')?.replaceWith(main);
  document.title = page!.title;
  returnToPlace();
}

/** Keeps what the form on this page was sent with, or brings back what it answered. */
export async function bringBack(form: HTMLFormElement, { isSent, again }: Answered): Promise<void> {
  if (isSent) {
    const sent = fieldsOf(form);
    if (again) sent.append(...again);
    keepAnswer({ fields: String(sent) });
    return;
  }
  const stored = storedAnswer()?.fields;
  if (stored !== undefined) await bringAnswer(form, again, new URLSearchParams(stored));
}

/** What somebody types while this script is still on its way is newer than what is brought back. */
const isAsServed = (control: Control) =>
  control !== document.activeElement &&
  ((control as Partial<HTMLInputElement>).defaultValue ?? control.value) === control.value &&
  ((control as Partial<HTMLInputElement>).defaultChecked ?? false) === ((control as HTMLInputElement).checked ?? false);

/** What is typed is there again on Back and on a reload, though it was never sent. */
export function bringTyped(findForm: () => HTMLFormElement | null): void {
  const form = findForm();
  const typed = storedAnswer()?.typed;
  if (form && typed !== undefined) fill(form, new URLSearchParams(typed), isAsServed);
  const keep = ({ target }: Pick<Event, 'target'>) => {
    const now = findForm();
    if (now?.contains(target as Node)) keepTyped(String(fieldsOf(now)));
  };
  keep({ target: document.activeElement });
  document.addEventListener('input', keep);
}
