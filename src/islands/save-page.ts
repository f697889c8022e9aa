import { savedPages } from '../messages/saved-pages.ts';
import { saving as words } from '../messages/saving.ts';
import { noteGuestVisit } from '../platform/browser/local-store.ts';
import { showToast } from '../ui/show-toast.ts';
import { dropPage, isSaved, mostSaved, type Outcome, savePage } from './saved-pages.ts';
import { areTranslated } from './translate-later.ts';

const here = () => location.pathname;

/** The page's own words: 'Saved.', with a link to the list. */
const didSave = () => document.getElementById('saved')!.cloneNode(true).childNodes;

/** Marks the page's own button. */
export async function markSavedPage(): Promise<void> {
  const is = await isSaved(here());
  for (const button of document.querySelectorAll<HTMLElement>('[data-act=save]:not([data-scheme])')) {
    const label = button.querySelector('span')!;
    button.setAttribute('aria-pressed', String(is));
    button.dataset.undone ??= label.textContent;
    label.textContent = is ? button.dataset.done! : button.dataset.undone;
  }
}

async function showOutcome(outcome: Exclude<Outcome, 'kept'>): Promise<void> {
  await areTranslated();
  showToast([{ full: savedPages.full(mostSaved), refused: words.notKept, unreached: words.notLoaded }[outcome]]);
}

/** Saves this page on this device, or removes it; the page of a scheme as the scheme was. */
export async function toggleSavedPage(button: HTMLElement): Promise<void> {
  if (button.dataset.scheme) return followScheme(button);
  if (button.hasAttribute('aria-busy')) return;
  button.setAttribute('aria-busy', 'true');
  noteGuestVisit();
  const was = button.getAttribute('aria-pressed') === 'true';
  const outcome = was ? await dropPage(here()).then(() => null) : await savePage(here());
  button.removeAttribute('aria-busy');
  await markSavedPage();
  if (outcome === 'kept') showToast(didSave());
  else if (outcome) await showOutcome(outcome);
  else {
    await areTranslated();
    showToast([words.didRemove]);
  }
}

/** The page of a scheme is kept with it. The scheme itself is saved already: only what the reader can change is said. */
async function followScheme(button: HTMLElement): Promise<void> {
  if (button.getAttribute('aria-pressed') !== 'true') return dropPage(here());
  const outcome = await savePage(here());
  if (outcome === 'full') await showOutcome(outcome);
}
