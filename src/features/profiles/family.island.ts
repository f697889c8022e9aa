import { selectedProfile } from '../../platform/browser/local-store.ts';
import { langOf } from '../../ui/format.ts';
import { make } from '../../ui/make.ts';
import { forgetWhoLeft, ownerIsKnown } from '../sessions/client/forget-person.ts';
import { chooseMember, followFamily, readFamily, refreshFamily } from './client/family.ts';
import type { FamilyProps } from './for-whom.tsx';
import type { Relation } from './profiles.contract.ts';

/** The profile that the address names, for whom has no script: chosen, and out of the address again. */
async function takeFromAddress(): Promise<void> {
  const url = new URL(location.href);
  const id = Number(url.searchParams.get('for'));
  if (!(id > 0)) return;
  await refreshFamily();
  chooseMember(id);
  url.searchParams.delete('for');
  history.replaceState(history.state, '', url);
}

/** Draws the names of the family into the row of `ForWhom`, before what the server's page offers to everybody. */
export async function start(element: HTMLElement, { unnamed, fills }: FamilyProps): Promise<void> {
  const nav = element.querySelector('nav')!;
  const links = [...nav.querySelectorAll<HTMLAnchorElement>('a[data-relation]')];
  let drawn = '';
  const draw = () => {
    const people = readFamily();
    // Not read on this device yet: what the server drew stands.
    if (people.length === 0 && drawn === '') return;
    const isFamily = people.length > 1;
    // The answers are for somebody who has no profile.
    const other = links.find((link) => link.matches('[aria-current]:not([data-relation=SELF])'));
    const chosen = other ? undefined : selectedProfile.read()?.id;
    const state = JSON.stringify([people, chosen]);
    if (state === drawn) return;
    drawn = state;
    const focused = (document.activeElement as HTMLElement | null)?.dataset.profile;
    for (const old of nav.querySelectorAll('[data-profile]')) old.remove();
    nav.hidden = !isFamily && links.length === 0;
    for (const link of links)
      link.hidden = isFamily && link !== other && people.some(({ relation }) => relation === link.dataset.relation);
    if (!isFamily) return;
    const chips = people.map(({ id, relation, firstName }) => {
      const name = (relation !== 'SELF' && firstName) || (unnamed[relation as Relation] ?? unnamed.OTHER);
      const chip = make(
        'button',
        {
          type: 'button',
          class: 'chip',
          'data-profile': String(id),
          'aria-pressed': String(id === chosen),
          lang: langOf(name),
        },
        name,
      );
      chip.addEventListener('click', () => {
        chooseMember(id);
        const own = links.find((link) => link.dataset.relation === 'SELF');
        if (other && own) location.assign(own.href);
      });
      return chip;
    });
    nav.querySelector('b')!.after(...chips);
    chips.find(({ dataset }) => dataset.profile === focused)?.focus();
  };

  await ownerIsKnown();
  // Only a personal page has drawn names, as links with such an address.
  if (nav.querySelector('a[data-profile]')) await takeFromAddress();
  draw();
  followFamily(draw);
  // A page from the back/forward cache has missed what other tabs did.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    forgetWhoLeft();
    draw();
  });
  if (fills) (await import('./client/fill-form.ts')).fillForm();
  await refreshFamily();
}
