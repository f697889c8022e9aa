import { community as c } from '../../messages/community.ts';
import { apiFetch } from '../sessions/client/api-fetch.ts';

/** How many notifications wait, for somebody signed in: on the way to their account, and where a page says so. Nothing moves for it. */
export function showUnread(): () => void {
  const abort = new AbortController();
  const shown: Element[] = [];
  void apiFetch<{ data: { unreadCount: number } }>('/notifications/unread', { signal: abort.signal }).then(({ data: { unreadCount } }) => {
    if (unreadCount === 0 || abort.signal.aborted) return;
    const number = unreadCount >= 100 ? '99+' : String(unreadCount);
    for (const link of document.querySelectorAll(':is(.tools,.dock) a[href="/profile"],[data-unread]')) {
      const badge = document.createElement('span');
      badge.className = 'count';
      badge.textContent = number;
      badge.title = c.notifications.unread(unreadCount);
      link.append(badge);
      const label = link.getAttribute('aria-label');
      if (label !== null) link.setAttribute('aria-label', `${label}, ${badge.title}`);
      shown.push(badge);
    }
  }, () => { /* the links stand without a number */ });
  return () => {
    abort.abort();
    for (const badge of shown) badge.remove();
  };
}
