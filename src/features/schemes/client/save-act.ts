import { selectedProfile } from '../../../platform/browser/local-store.ts';
import { areTranslated } from '../../../islands/translate-later.ts';
import { saving as words } from '../../../messages/saving.ts';
import { showToast } from '../../../ui/show-toast.ts';
import { followCart, isSaved, removeSaved, saveScheme } from './cart-store.ts';

/** Marks the page's save buttons (first-save.ts). */
type MarkAll = (isSaved: (scheme: string) => boolean) => void;

let isFollowed = false;

/** Marks the page's save buttons from the cart, and keeps them in sync with it. */
export function markSaved(markAll: MarkAll): void {
  const mark = () => markAll((scheme) => isSaved(scheme));
  mark();
  if (!isFollowed) {
    followCart(mark);
    selectedProfile.subscribe(mark);
  }
  isFollowed = true;
}

/** Marks before it tells: the page's language may be one round trip away. */
export async function toggleSaved(button: HTMLElement, markAll: MarkAll): Promise<void> {
  const id = Number(button.dataset.scheme);
  const was = isSaved(id);
  const isStored = was || saveScheme(id);
  // What this page alone would remember is not saved.
  if (was || !isStored) removeSaved(id);
  // The first of this page: nothing was followed before.
  markSaved(markAll);
  await areTranslated();
  const message = document.getElementById('saved')!.cloneNode(true) as HTMLElement;
  message.querySelector('b')!.textContent = !isStored ? words.notKept : was ? words.didRemove : words.didSave;
  if (!isStored) message.querySelector('a')!.remove();
  showToast(message.childNodes);
}
