import { addressHere } from '../../../platform/settings/site-languages.ts';
import { formatDate, formatTime } from '../../../ui/format.ts';
import { make } from '../../../ui/make.ts';
import { deviceDraftsOf } from './device-drafts.ts';

/** On the desk: what this browser still keeps of this person's writing. */
export async function start(
  element: HTMLElement,
  { person, untitled }: { person: string; untitled: string },
): Promise<void> {
  const all = (await deviceDraftsOf(person).list()).toSorted((one, other) => other.at - one.at);
  const list = element.querySelector('ul');
  if (all.length === 0 || !list) return;
  for (const { kind, id, local, title, at } of all) {
    const href = addressHere(id === null ? `/studio/${kind}/new#d=${local}` : `/studio/${kind}/${id}`);
    const moment = new Date(at);
    const name = title.trim() || `${untitled} (${formatDate(moment)}, ${formatTime(moment)})`;
    list.append(make('li', {}, make('a', { href }, name)));
  }
  list.closest('section')!.hidden = false;
}
