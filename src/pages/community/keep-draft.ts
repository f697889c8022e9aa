import { readTab, writeTab } from '../../platform/browser/tab-store.ts';

// Drafts stay in this tab until they are posted.

type Field = HTMLTextAreaElement | HTMLInputElement;
type Options = { form: HTMLFormElement; key: string; fields: Field[]; onRestored?(): void };

const onItsWay = 'draft-sent';

function noteSent(key: string | null): void {
  try {
    if (key === null) sessionStorage.removeItem(onItsWay);
    else sessionStorage.setItem(onItsWay, key);
  } catch {
    /* storage may be blocked in private windows */
  }
}

/** After a plain form post: a fragment that points to a post proves success, so its draft is deleted. */
export function settleDraft(): void {
  try {
    const key = sessionStorage.getItem(onItsWay);
    if (key !== null && /^#(?:comment-|reply-|question)/.test(location.hash)) writeTab(key, null);
  } catch {
    /* storage blocked: no draft */
  }
  noteSent(null);
}

/** Bound to this tab and user, so that the next person at a shared phone does not find the draft. */
export function keepDraft({ form, key, fields, onRestored }: Options): void {
  const before = readTab(key) ?? {};
  const missing = fields.filter(({ name, value }) => value === '' && before[name]);
  // The browser may have restored some of the fields by itself; what differs from the draft is newer.
  if (missing.length > 0 && fields.every(({ name, value }) => value === '' || value === before[name])) {
    for (const field of missing) field.value = before[field.name]!;
    onRestored?.();
  }
  const save = () =>
    writeTab(
      key,
      fields.some(({ value }) => value.trim() !== '')
        ? Object.fromEntries(fields.map(({ name, value }) => [name, value]))
        : null,
    );
  // Something may have been typed while this script was still on its way.
  if (missing.length === 0 && fields.some(({ value, defaultValue }) => value !== defaultValue)) save();
  for (const field of fields) field.addEventListener('input', save);
  form.addEventListener('submit', () => {
    save();
    noteSent(key);
  });
  form.addEventListener('posted', () => {
    writeTab(key, null);
    noteSent(null);
  });
}
