import { readFamily } from '../../features/profiles/client/family.ts';
import { type Answer, type Answers, type FactId, factIds, readAnswers } from '../../features/schemes/facts.ts';
import { fieldOf, readFormAnswers, skipField, toFormValues } from '../../features/schemes/form-answers.ts';
import { type Known, knownOfHome } from '../../features/schemes/household.ts';
import {
  type LocalAnswer,
  noteGuestVisit,
  ownKey,
  profileAnswers,
  profileProgress,
  type SelectedProfile,
} from '../../platform/browser/local-store.ts';
import { readTab, writeTab } from '../../platform/browser/tab-store.ts';

// The finder's answers on this device, and those of the selected profile in the account.

type StoredAnswers = Record<string, Record<string, LocalAnswer>>;
export const noAnswers: StoredAnswers = {};
export const readStored = () => profileAnswers.read() as StoredAnswers;
export const storedOf = (key: string, all = readStored()): Record<string, LocalAnswer> =>
  Object.hasOwn(all, key) ? all[key]! : {};

export function keep(key: string, own: Record<string, LocalAnswer>): void {
  noteGuestVisit();
  const { [key]: _, ...others } = readStored();
  profileAnswers.write(Object.keys(own).length === 0 ? others : { ...others, [key]: own });
  profileProgress.write({ ...profileProgress.read(), [key]: Object.keys(readAnswers(own)).length });
}

/** What others of this person's home have answered for it. */
export function knownFor(key: string, all = readStored(), family = readFamily()): Known<SelectedProfile> {
  const member = family.find(({ id }) => String(id) === key);
  return member
    ? knownOfHome(member, family, (id) => readAnswers(storedOf(String(id), all)))
    : { answers: {}, from: {} };
}

/** Own answers, and what is known of the home. */
export const answersOf = (key: string): Answers => ({ ...knownFor(key).answers, ...readAnswers(storedOf(key)) });

export const hasAnswers = (answers: Answers) => Object.values(answers).some((answer) => answer !== null);
/** Answers without the skipped ones. */
export const given = (answers: Answers): Record<string, Answer> =>
  Object.fromEntries(Object.entries(answers).filter((entry): entry is [string, Answer] => entry[1] !== null));

/** What this tab knows of this person: skipped questions, and the answers unless they are kept under a profile. */
export function readPassing(person: string): Answers {
  const fields = new URLSearchParams(readTab(`finder:${person}`)?.fields);
  return readFormAnswers(fields);
}

export function keepPassing(person: string, answers: Answers): void {
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

/** The profile that the server's form asked about. */
export const keyOfForm = (plain: HTMLElement | null): string =>
  plain?.querySelector<HTMLFormElement>('form[data-profile]')?.dataset.profile ?? ownKey();

/** What the server knew of the home was carried along, and is not an answer of this person. */
export function takeOver(plain: HTMLElement | null): void {
  const key = keyOfForm(plain);
  const { answers } = knownFor(key);
  const carried = Object.entries(given(sentAnswers(plain))).filter(
    ([id, answer]) => JSON.stringify(answers[id as FactId]) !== JSON.stringify(answer),
  );
  if (carried.length > 0) keep(key, { ...storedOf(key), ...Object.fromEntries(carried) });
}

export async function sendToProfile(key: string): Promise<void> {
  const { apiFetch } = await import('../../features/sessions/client/api-fetch.ts');
  const { data } = await apiFetch<{ data: { id: number; answers: Record<string, LocalAnswer> }[] }>('/profile/all');
  // The endpoint replaces all answers: include those that the finder does not know.
  const before = data.find(({ id }) => String(id) === key)?.answers ?? {};
  const others = Object.fromEntries(Object.entries(before).filter(([id]) => !(factIds as string[]).includes(id)));
  await apiFetch(`/profile/${key}`, {
    method: 'PATCH',
    body: { answers: { ...others, ...given(readAnswers(storedOf(key))) } },
  });
}
