import {
  type Cart,
  cart,
  cartStorage,
  forgetGuest,
  forgetPages,
  guest,
  ownKey,
} from '../../platform/browser/local-store.ts';

const longestWaitMs = 300;

/** Drafts of the tab, the visit's cookies, what a guest answered, ticked and saved, pages that were kept for offline reading. */
async function wipeVisit(): Promise<void> {
  for (const name of ['jrk_session_id', 'jrk_source']) document.cookie = `${name}=;path=/;max-age=0`;
  forgetGuest();
  const { [guest]: _, ...others } = cart.read() as Record<string, Cart[string]>;
  cart.write(others);
  if (ownKey() === guest) cartStorage.remove();
  try {
    sessionStorage.clear();
  } catch {
    /* storage is blocked: nothing was stored */
  }
  await forgetPages();
}

/** Replaces this page and its entry in the history, not the entries before it: at once blank, whatever the network does. */
async function leave(href: string): Promise<void> {
  document.title = '';
  document.body.replaceChildren();
  const wiped = wipeVisit().catch(() => undefined);
  await Promise.race([wiped, new Promise((resolve) => setTimeout(resolve, longestWaitMs))]);
  location.replace(href);
}

export function start(element: HTMLElement): void {
  const link = element.querySelector('a')!;
  link.addEventListener('click', (event) => {
    event.preventDefault();
    void leave(link.href);
  });
}
