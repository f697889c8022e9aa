import { studioEditor as words } from '../../../messages/studio-editor.ts';
import { addressHere } from '../../../platform/site-languages.ts';
import { deviceDraftsOf } from './device-drafts.ts';

/** On the desk: what this browser still keeps of this person's writing. */
export async function start(element: HTMLElement, { person }: { person: string }): Promise<void> {
  const all = (await deviceDraftsOf(person).list()).toSorted((one, other) => other.at - one.at);
  if (all.length === 0) return;
  const heading = Object.assign(document.createElement('h2'), { textContent: words.unfinished });
  const note = Object.assign(document.createElement('p'), { className: 'soft', textContent: words.unfinishedNote });
  const list = Object.assign(document.createElement('ul'), { className: 'studio-list' });
  for (const { kind, id, local, title } of all) {
    const link = document.createElement('a');
    link.href = addressHere(id === null ? `/studio/${kind}/new#d=${local}` : `/studio/${kind}/${id}`);
    link.textContent = title.trim() || words.noTitle;
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  const section = document.createElement('section');
  section.append(heading, note, list);
  element.replaceChildren(section);
}
