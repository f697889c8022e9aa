import { storedHere } from '../../../platform/browser/stored-here.ts';
import { visitNow } from '../../../platform/http/read-cookie.ts';
import { showToast } from '../../../ui/show-toast.ts';
import { readHint, seemsSignedIn } from '../../sessions/client/hint-cookies.ts';

// All that the first 'Save' of a browser needs, requested beside boot.ts. save-act.ts with the stores is loaded where
// something is kept already, and after the first scheme was kept: the next touch may come without a network.

let isFirst = true;
const laterMs = 100;

const whole = () => {
  isFirst = false;
  // What it imports, at the same time: in one file with local-store.ts (build-islands.ts), and the fewest exports.
  import('../../sessions/client/change-hints.ts').catch(() => undefined);
  return import('./save-act.ts');
};

/** Nobody is signed in or has just left, and no cart or profile is stored: nothing that the stores have to weigh. */
const isBlank = (): boolean =>
  isFirst &&
  !seemsSignedIn() &&
  readHint('has_left') === null &&
  !Object.keys(localStorage).some((key) => /^(cart|sel)/.test(key));

/** As cart-store.ts keeps a guest's only scheme. @returns whether it is kept */
function keepFirst(schemeId: number): boolean {
  const cart = { guest: { items: [{ schemeId }] } };
  try {
    if (!isBlank()) return false;
    localStorage.setItem('guest-visit', visitNow());
    localStorage.setItem('cart', JSON.stringify(cart));
  } catch {
    return false;
  }
  try {
    localStorage.setItem('cart-storage', JSON.stringify({ state: { cart }, version: 0 }));
  } catch {
    // Its copy is enough.
  }
  return true;
}

/** An icon button shows its state by aria-pressed alone; a button with text also changes its label. */
function markAll(isSaved: (scheme: string) => boolean): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-act=save][data-scheme]')) {
    const { scheme = '', done } = button.dataset;
    const is = isSaved(scheme);
    const words = button.querySelector('span');
    button.setAttribute('aria-pressed', String(is));
    if (!words || !done) continue;
    // The page's own word: a translated catalogue may come later.
    button.dataset.undone ??= words.textContent;
    words.textContent = is ? done : button.dataset.undone;
  }
}

const keeping = () => import('../../../islands/save-page.ts');

/** Marks what is saved, and keeps the marks in sync with the cart. */
export async function markSaved(): Promise<void> {
  if (storedHere().saved) await (await keeping()).markSavedPage();
  (await whole()).markSaved(markAll);
}

/** Another tab or another part of this page changed the cart, or the page comes back from the history. */
function markAgain({ key, persisted }: Partial<StorageEvent & PageTransitionEvent>): void {
  if ((key ?? 'cart') === 'cart' && persisted !== false) markSaved().catch(() => undefined);
}

export async function toggleSaved(button: HTMLElement): Promise<void> {
  if (button.dataset.scheme) await toggleScheme(button);
  // Not on a card: the page itself, or the one that explains the scheme, opens without a connection from now on.
  if (button.dataset.done) await (await keeping()).toggleSavedPage(button);
  // After what the next touch needs.
  setTimeout(
    () => import('../../../islands/keep-list.ts').then((list) => list.keepList()).catch(() => undefined),
    laterMs,
  );
}

async function toggleScheme(button: HTMLElement): Promise<void> {
  const id = button.dataset.scheme;
  if (!keepFirst(Number(id))) return (await whole()).toggleSaved(button, markAll);
  markAll((scheme) => scheme === id);
  // To whatever follows any of the stores on this page.
  dispatchEvent(new CustomEvent('nagrik:store'));
  for (const kind of ['storage', 'pageshow', 'nagrik:store']) addEventListener(kind, markAgain);
  // The page's own words: no catalogue has to come.
  showToast(document.getElementById('saved')!.cloneNode(true).childNodes);
  // After the paint of what it says. Without it, the next touch asks again, and says so where nothing comes.
  setTimeout(() => whole().catch(() => undefined), laterMs);
}
