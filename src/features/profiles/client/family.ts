import {
  familyStore,
  guest,
  type LocalAnswer,
  type LocalStore,
  papersAtHand,
  papersTicked,
  profileAnswers,
  profileProgress,
  schemeVerdicts,
  type SelectedProfile,
  selectedProfile,
} from '../../../platform/browser/local-store.ts';
import { ownerIsKnown } from '../../sessions/client/forget-person.ts';
import { readHint } from '../../sessions/client/hint-cookies.ts';
import type { Profile } from '../profiles.contract.ts';

// Whom a page is for: the one place that reads and chooses a profile. `selectedProfile` is the choice, in every tab.

const nobody: SelectedProfile[] = [];

/** The account's people as last read, oneself first; the same reference until they change. */
export function readFamily(): SelectedProfile[] {
  const known = familyStore.read();
  return known !== null && known.userId === readHint('user_id') ? known.people : nobody;
}

/** Follows the people, and who of them is chosen. */
export function followFamily(listener: () => void): () => void {
  const ends = [familyStore.subscribe(listener), selectedProfile.subscribe(listener)];
  return () => {
    for (const end of ends) end();
  };
}

export const memberOf = (key: string | number): SelectedProfile | undefined =>
  readFamily().find(({ id }) => String(id) === String(key));

export function chooseMember(id: number): void {
  const member = memberOf(id);
  if (member) selectedProfile.write(member);
}

export const toMember = ({ id, relation, firstName, lastName, phoneNo }: Profile): SelectedProfile => ({
  id,
  relation,
  firstName,
  lastName,
  phoneNo,
});

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Nothing stays of a person who was removed, say with a parent's consent. */
function forgetRemoved(people: SelectedProfile[]): void {
  const stores = [profileAnswers, profileProgress, schemeVerdicts, papersAtHand, papersTicked];
  for (const store of stores as LocalStore<Record<string, unknown>>[]) {
    const all = Object.entries(store.read());
    const left = all.filter(([key]) => key === guest || people.some(({ id }) => String(id) === key));
    if (left.length < all.length) store.write(Object.fromEntries(left));
  }
}

/** Answers kept with the account, where this device has none of that person yet. */
function takeAnswers(profiles: Profile[]): void {
  const here = profileAnswers.read() as Record<string, Record<string, LocalAnswer>>;
  const missing = profiles.filter(
    ({ id, answers }) => Object.keys(here[id] ?? {}).length === 0 && Object.keys(answers).length > 0,
  );
  if (missing.length > 0)
    profileAnswers.write({ ...here, ...Object.fromEntries(missing.map(({ id, answers }) => [id, answers])) });
}

async function readAgain(): Promise<void> {
  await ownerIsKnown();
  const userId = readHint('user_id');
  if (userId === null) return;
  const { apiFetch } = await import('../../sessions/client/api-fetch.ts');
  const { data } = await apiFetch<{ data: Profile[] }>('/profile/all', { retries: 0 });
  // Another tab may have signed out, or somebody else in, while the answer was on its way.
  if (readHint('user_id') !== userId) return;
  const active = data.filter(({ isActive }) => isActive);
  const people = active.map(toMember);
  if (!isSame(familyStore.read(), { userId, people })) familyStore.write({ userId, people });
  forgetRemoved(people);
  takeAnswers(active);
  const chosen = selectedProfile.read();
  const now = people.find(({ id }) => id === chosen?.id) ?? people[0];
  // Nobody chosen yet: that is left to what follows a sign-in.
  if (chosen && now && !isSame(chosen, now)) selectedProfile.write(now);
}

let reading: Promise<void> | undefined;

/** Single flight. After a failure, what this device knows stays. */
export function refreshFamily(): Promise<void> {
  reading ??= readAgain()
    .catch(() => undefined)
    .finally(() => (reading = undefined));
  return reading;
}
