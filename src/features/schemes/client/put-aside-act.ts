import { scheme as words } from '../../../messages/schemes.ts';
import { cartStore, followCart, isAside, putAside, takeOut } from './cart-store.ts';

const buttons = () => document.querySelectorAll<HTMLElement>('[data-act=aside]');

/** A card's button is pressed or not; one with words says what it does next. */
function mark(button: HTMLElement): void {
  const is = isAside(button.dataset.scheme ?? '');
  const text = button.querySelector('span');
  if (button.hasAttribute('aria-pressed')) button.setAttribute('aria-pressed', String(is));
  else if (text && button.dataset.done) text.textContent = is ? button.dataset.done : words.aside;
}

let isFollowed = false;

/** Shows on the page's buttons what is put aside already, and goes on showing it. */
export function markAside(): void {
  for (const button of buttons()) mark(button);
  if (isFollowed) return;
  isFollowed = true;
  followCart(markAside);
}

/** @returns what to tell of it */
export function toggleAside(button: HTMLElement): string {
  // Another tab may have changed it.
  void cartStore.persist.rehydrate();
  const id = Number(button.dataset.scheme);
  const was = isAside(id);
  if (was) takeOut(id);
  else putAside(id);
  return was ? words.didTake : words.didPut;
}
