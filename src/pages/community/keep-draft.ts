import { readHint } from '../../features/sessions/client/hint-cookies.ts';

// Drafts stay in sessionStorage until they are posted: they survive an expired session and a discarded tab.

type Field = HTMLTextAreaElement | HTMLInputElement;
type Options = { form: HTMLFormElement; key: string; fields: Field[]; onRestored?(): void };

/** `owner`: user id, empty for a guest. `at`: ms since the epoch. */
type Draft = { owner: string; at: number; texts: Record<string, string> };

// Lifetime of a visit: later, somebody else may use this tab.
const guestsMs = 30 * 60_000;

const ownerNow = () => readHint('user_id') ?? '';

/** A guest's draft carries over into the sign-in it was written for; a user's is theirs alone, even signed out. */
const isFor = ({ owner, at }: Draft) => (owner === '' ? Date.now() - at < guestsMs : owner === ownerNow());

function read(key: string): Record<string, string> {
  try {
    const value = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Draft> | null;
    if (typeof value?.owner !== 'string' || typeof value.at !== 'number' || typeof value.texts !== 'object') return {};
    if (!isFor(value as Draft)) return {};
    return Object.fromEntries(
      Object.entries(value.texts ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
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
    /* storage may be blocked in private windows */
  }
}

/** After a plain form post: a fragment that points to a post proves success, so its draft is deleted. */
export function settleDraft(): void {
  try {
    const key = sessionStorage.getItem(onItsWay);
    if (key !== null && /^#(?:comment-|reply-|question)/.test(location.hash)) setText(key, null);
  } catch {
    /* storage blocked: no draft */
  }
  setText(onItsWay, null);
}

/** Bound to this tab and user, so that the next person at a shared phone does not find the draft. */
export function keepDraft({ form, key, fields, onRestored }: Options): void {
  const before = read(key);
  const missing = fields.filter(({ name, value }) => value === '' && before[name]);
  // The browser may have restored some of the fields by itself; what differs from the draft is newer.
  if (missing.length > 0 && fields.every(({ name, value }) => value === '' || value === before[name])) {
    for (const field of missing) field.value = before[field.name]!;
    onRestored?.();
  }
  const save = () =>
    setText(
      key,
      fields.some(({ value }) => value.trim() !== '')
        ? JSON.stringify({
            owner: ownerNow(),
            at: Date.now(),
            texts: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
          } satisfies Draft)
        : null,
    );
  // Something may have been typed while this script was still on its way.
  if (missing.length === 0 && fields.some(({ value, defaultValue }) => value !== defaultValue)) save();
  for (const field of fields) field.addEventListener('input', save);
  form.addEventListener('submit', () => {
    save();
    setText(onItsWay, key);
  });
  form.addEventListener('posted', () => {
    setText(key, null);
    setText(onItsWay, null);
  });
}
