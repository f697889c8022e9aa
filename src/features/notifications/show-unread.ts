import { community as c } from '../../messages/community.ts';
import { apiFetch } from '../sessions/client/api-fetch.ts';

/** How many notifications wait, for somebody signed in: on the way to their account, and where a page says so. Nothing moves for it. */
export function showUnread(): () => void {
  const abort = new AbortController();
  const shown: Element[] = [];
  void apiFetch<{ data: { unreadCount: number } }>('/notifications/unread', { signal: abort.signal }).then(
    ({ data: { unreadCount } }) => {
      if (unreadCount === 0 || abort.signal.aborted) return;
      const words = c.notifications.unread(unreadCount);
      for (const link of document.querySelectorAll(':is(.tools,.dock) a[href="/profile"],[data-unread]')) {
        // The number is a picture of what is said: as text it would have to be part of the link's name.
        const [badge, said] = [document.createElement('span'), document.createElement('span')];
        badge.className = 'count';
        badge.dataset.count = unreadCount >= 100 ? '99+' : String(unreadCount);
        said.className = 'vh';
        said.textContent = `, ${words}`;
        const label = link.getAttribute('aria-label');
        if (label !== null) link.setAttribute('aria-label', `${label}, ${words}`);
        link.append(badge, ...(label === null ? [said] : []));
        shown.push(badge, said);
      }
    },
    () => {
      /* the links stand without a number */
    },
  );
  return () => {
    abort.abort();
    for (const badge of shown) badge.remove();
  };
}
