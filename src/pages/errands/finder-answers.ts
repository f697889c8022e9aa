import { type Answer, type Answers, factIds, readAnswers } from '../../features/schemes/facts.ts';
import { fieldOf, readFormAnswers, skipField, toFormValues } from '../../features/schemes/form-answers.ts';
import type { Person } from '../../features/schemes/whom.ts';
import { seemsSignedIn } from '../../features/sessions/client/hint-cookies.ts';
import {
  type LocalAnswer,
  noteGuestVisit,
  ownKey,
  profileAnswers,
  profileProgress,
  selectedProfile,
} from '../../platform/browser/local-store.ts';
import { readTab, writeTab } from '../../platform/browser/tab-store.ts';

// The finder's answers on this device, and those of the selected profile in the account.

type Kept = Record<string, Record<string, LocalAnswer>>;
export const noAnswers: Kept = {};
export const readKept = () => profileAnswers.read() as Kept;
export const keptOf = (key: string): Record<string, LocalAnswer> => {
  const all = readKept();
  return Object.hasOwn(all, key) ? all[key]! : {};
};

export function keep(key: string, own: Record<string, LocalAnswer>): void {
  noteGuestVisit();
  const { [key]: _, ...others } = readKept();
  profileAnswers.write(Object.keys(own).length === 0 ? others : { ...others, [key]: own });
  profileProgress.write({ ...profileProgress.read(), [key]: Object.keys(readAnswers(own)).length });
}

export const hasAnswers = (answers: Answers) => Object.values(answers).some((answer) => answer !== null);
/** Answers without the skipped ones. */
export const given = (answers: Answers): Record<string, Answer> =>
  Object.fromEntries(Object.entries(answers).filter((entry): entry is [string, Answer] => entry[1] !== null));

/** What this tab knows of this person: skipped questions, and the answers unless they are the reader's own. */
export function readPassing(person: Person): Answers {
  const fields = new URLSearchParams(readTab(`finder:${person}`)?.fields);
  return readFormAnswers(fields);
}

export function keepPassing(person: Person, answers: Answers): void {
  const fields = Object.entries(answers).flatMap(([id, answer]) =>
    answer === null ? [[skipField, id]] : toFormValues(answer).map((value) => [fieldOf(id), value]),
  );
  writeTab(`finder:${person}`, fields.length === 0 ? null : { fields: String(new URLSearchParams(fields)) });
}

/** Answers given on the server's page before hydration; skipped ones are null. */
export function sentAnswers(plain: HTMLElement | null): Answers {
  const form = plain?.querySelector<HTMLFormElement>('form[data-sent]');
  if (!form) return {};
  const sent = new FormData(form);
  return readFormAnswers({ getAll: (name) => sent.getAll(name).map(String) });
}

export function takeOver(plain: HTMLElement | null): void {
  const carried = given(sentAnswers(plain));
  if (Object.keys(carried).length > 0) keep(ownKey(), { ...keptOf(ownKey()), ...carried });
}

/** Loads the selected profile's answers from the account where this device has none yet. */
export async function fetchProfileAnswers(): Promise<void> {
  const profile = selectedProfile.read();
  if (!profile || !seemsSignedIn() || Object.keys(keptOf(String(profile.id))).length > 0) return;
  const { apiFetch } = await import('../../features/sessions/client/api-fetch.ts');
  const { data } = await apiFetch<{ data: { id: number; answers: Record<string, LocalAnswer> }[] }>('/profile/all');
  const found = data.find(({ id }) => id === profile.id)?.answers ?? {};
  if (Object.keys(readAnswers(found)).length > 0) keep(String(profile.id), found);
}

export async function sendToProfile(key: string): Promise<void> {
  const { apiFetch } = await import('../../features/sessions/client/api-fetch.ts');
  const { data } = await apiFetch<{ data: { id: number; answers: Record<string, LocalAnswer> }[] }>('/profile/all');
  // The endpoint replaces all answers: include those that the finder does not know.
  const before = data.find(({ id }) => String(id) === key)?.answers ?? {};
  const others = Object.fromEntries(Object.entries(before).filter(([id]) => !(factIds as string[]).includes(id)));
  await apiFetch(`/profile/${key}`, {
    method: 'PATCH',
    body: { answers: { ...others, ...given(readAnswers(keptOf(key))) } },
  });
}
