import { useEffect } from 'react';
import { seemsSignedIn } from '../../features/sessions/client/hint-cookies.ts';

/** How many notifications wait, for somebody signed in; the page itself is the same for everyone. */
export function CommunityHelper() {
  useEffect(() => {
    const link = document.querySelector('[data-unread]');
    if (!link || !seemsSignedIn()) return;
    void import('../../features/sessions/client/api-fetch.ts')
      .then(({ apiFetch }) => apiFetch<{ unreadCount: number }>('/notifications?pageSize=1'))
      .then(({ unreadCount }) => {
        if (unreadCount > 0) link.append(` (${unreadCount >= 100 ? '99+' : unreadCount})`);
      }, () => { /* the link stands without a number */ });
  }, []);
  return null;
}
