// What somebody types stays on their device until it is posted, through a lost session, a closed tab and a dropped page.

type Field = HTMLTextAreaElement | HTMLInputElement;
type Options = { form: HTMLFormElement; key: string; fields: Field[]; signal: AbortSignal; onRestored?(): void };

function read(key: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        )
      : {};
  } catch {
    return {};
  }
}

const onItsWay = 'draft-sent';

function setText(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    /* a private window may refuse */
  }
}

/** After a form that sent itself: where the page stands at what was posted, its draft has done its work. */
export function settleDraft(): void {
  try {
    const key = sessionStorage.getItem(onItsWay);
    if (key !== null && /^#(?:comment-|reply-|question)/.test(location.hash)) setText(key, null);
  } catch {
    /* nothing was kept */
  }
  setText(onItsWay, null);
}

/** For this tab, so that the next person at a shared phone does not find it. */
export function keepDraft({ form, key, fields, signal, onRestored }: Options): void {
  const before = read(key);
  if (fields.every(({ value }) => value === '') && Object.values(before).some((value) => value !== '')) {
    for (const field of fields) field.value = before[field.name] ?? '';
    onRestored?.();
  }
  const save = () =>
    setText(
      key,
      fields.some(({ value }) => value.trim() !== '')
        ? JSON.stringify(Object.fromEntries(fields.map(({ name, value }) => [name, value])))
        : null,
    );
  for (const field of fields) field.addEventListener('input', save, { signal });
  form.addEventListener(
    'submit',
    () => {
      save();
      setText(onItsWay, key);
    },
    { signal },
  );
  form.addEventListener(
    'posted',
    () => {
      setText(key, null);
      setText(onItsWay, null);
    },
    { signal },
  );
}
