import { visitor } from '../../messages/visitor.ts';
import { make } from '../../ui/make.ts';
import { apiFetch } from '../sessions/client/api-fetch.ts';

/** Shows a signed-in user's unread count on links to the account and where a page asks for it, without layout shift. */
export function showUnread(): () => void {
  const abort = new AbortController();
  const shown: Element[] = [];
  // No retries: every page of a signed-in visitor asks, and a badge must not add to the load of an overloaded server.
  void apiFetch<{ data: { unreadCount: number } }>('/notifications/unread', { signal: abort.signal, retries: 0 }).then(
    ({ data: { unreadCount } }) => {
      if (unreadCount === 0 || abort.signal.aborted) return;
      const words = visitor.unread(unreadCount);
      for (const link of document.querySelectorAll(':is(.tools,.dock) a[href$="/profile"],[data-unread]')) {
        // The badge is decorative (aria-hidden): text in it would become part of the link's accessible name.
        const badge = make('span', { class: 'count', 'data-count': unreadCount >= 100 ? '99+' : String(unreadCount) });
        const hiddenText = make('span', { class: 'vh' }, `, ${words}`);
        const label = link.getAttribute('aria-label');
        if (label !== null) link.setAttribute('aria-label', `${label}, ${words}`);
        link.append(badge, ...(label === null ? [hiddenText] : []));
        shown.push(badge, hiddenText);
      }
    },
    () => {
      /* Progressive enhancement: without the count the links still work. */
    },
  );
  return () => {
    abort.abort();
    for (const badge of shown) badge.remove();
  };
}
