import { selectedProfile } from '../../../platform/browser/local-store.ts';
import { followFamily, readFamily } from './family.ts';

/** What was filled in here, by field: a word of the reader's own is never overwritten. */
const filled = new WeakMap<HTMLInputElement, string>();

function fill(name: string, value: string): void {
  const field = document.querySelector<HTMLInputElement>(`main form [autocomplete="${name}"]`);
  if (!field || (field.value !== '' && field.value !== filled.get(field))) return;
  field.value = value;
  filled.set(field, value);
}

/** Fills the page's form with what is known of the person who is chosen, and again when another is. */
export function fillForm(): void {
  const fillIn = () => {
    const chosen = selectedProfile.read();
    const { firstName, lastName, phoneNo } = readFamily().find(({ id }) => id === chosen?.id) ?? {};
    fill('name', `${firstName ?? ''} ${lastName ?? ''}`.trim());
    fill('tel', phoneNo ?? '');
  };
  fillIn();
  followFamily(fillIn);
}
