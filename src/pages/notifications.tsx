import { redirect } from 'react-router';
import { listNotifications, markRead } from '../features/notifications/notifications.queries.server.ts';
import { insistOnItems, needsViewer, pageAction, personalLoader } from '../platform/page-loader.server.ts';
import type { Handle } from '../root.tsx';
import '../ui/thread.css';
import { NotificationsView } from './community/notifications-view.tsx';
import { pageIn } from './community/page-in.ts';
import { ServedPage } from './served-page.tsx';

export const handle: Handle = { place: 'me' };

export const loader = personalLoader(async ({ services: { connection: { db } }, url, viewer: asker }) => {
  const viewer = needsViewer(asker, url);
  const page = pageIn(url);
  const list = await listNotifications(db, viewer.userId, { page, pageSize: 20 });
  insistOnItems(list, page);
  return { model: list };
});

/** One, where somebody opens it; else all. */
export const action = pageAction(async ({ services: { connection: { db } }, form, url, viewer: asker }) => {
  const viewer = needsViewer(asker, url);
  await markRead(db, viewer.userId, { all: true });
  return redirect(form.get('back') === 'community' ? '/community' : '/notifications', 303);
});

export default function NotificationsPage() {
  return <ServedPage view={import.meta.env.SSR && NotificationsView} />;
}
