const longestWaitMs = 300;

/** Of this visit nothing stays on the device: drafts of the tab, its cookies, pages that were kept for offline reading. */
async function wipeVisit(): Promise<void> {
  sessionStorage.clear();
  for (const name of ['jrk_session_id', 'jrk_source']) document.cookie = `${name}=;path=/;max-age=0`;
  for (const name of await caches.keys()) if (name.startsWith('pages-')) await caches.delete(name);
}

/** Replaces this page and its place in the history: at once blank, whatever the network does. */
async function leave(href: string): Promise<void> {
  document.title = '';
  document.body.replaceChildren();
  // Storage may be blocked in private windows.
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
