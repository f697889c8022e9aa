import { saving as words } from '../../../messages/saving.ts';
import { tellToast } from '../../../ui/tell-toast.ts';
import { followCart, isSaved, removeSaved, saveScheme } from './cart-store.ts';

const buttons = () => document.querySelectorAll<HTMLElement>('[data-act=save]');

/** An icon button shows its state by aria-pressed alone; a button with text also changes its label. */
function mark(button: HTMLElement): void {
  const is = isSaved(button.dataset.scheme ?? '');
  const text = button.querySelector('span');
  button.setAttribute('aria-pressed', String(is));
  if (text && button.dataset.done) text.textContent = is ? button.dataset.done : words.save;
}

let isFollowed = false;

/** Marks the page's save buttons from the cart, and keeps them in sync with it. */
export function markSaved(): void {
  for (const button of buttons()) mark(button);
  if (isFollowed) return;
  isFollowed = true;
  followCart(markSaved);
}

export function toggleSaved(button: HTMLElement): void {
  const id = Number(button.dataset.scheme);
  const was = isSaved(id);
  if (was) removeSaved(id);
  else saveScheme(id);
  // The first of this page: nothing was followed before.
  markSaved();
  tellToast(was ? words.didRemove : words.didSave, { text: words.seeList, href: '/cart' });
}
