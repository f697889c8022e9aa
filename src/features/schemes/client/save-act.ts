import { areTranslated } from '../../../islands/translate-later.ts';
import { saving as words } from '../../../messages/saving.ts';
import { tellToast } from '../../../ui/tell-toast.ts';
import { followCart, isSaved, removeSaved, saveScheme } from './cart-store.ts';

const buttons = () => document.querySelectorAll<HTMLElement>('[data-act=save]');

/** An icon button shows its state by aria-pressed alone; a button with text also changes its label. */
function mark(button: HTMLElement): void {
  const is = isSaved(button.dataset.scheme ?? '');
  const text = button.querySelector('span');
  button.setAttribute('aria-pressed', String(is));
  if (!text || !button.dataset.done) return;
  // The page's own word: a translated catalogue may come later.
  button.dataset.undone ??= text.textContent;
  text.textContent = is ? button.dataset.done : button.dataset.undone;
}

let isFollowed = false;

/** Marks the page's save buttons from the cart, and keeps them in sync with it. */
export function markSaved(): void {
  for (const button of buttons()) mark(button);
  if (isFollowed) return;
  isFollowed = true;
  followCart(markSaved);
}

/** Marks before it tells: the page's language may be one round trip away. */
export async function toggleSaved(button: HTMLElement): Promise<void> {
  const id = Number(button.dataset.scheme);
  const was = isSaved(id);
  const isKept = was || saveScheme(id);
  // What this page alone would remember is not saved.
  if (was || !isKept) removeSaved(id);
  // The first of this page: nothing was followed before.
  markSaved();
  await areTranslated();
  if (!isKept) tellToast(words.notKept);
  else tellToast(was ? words.didRemove : words.didSave, { text: words.seeList, href: '/cart' });
}
