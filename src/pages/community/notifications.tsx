import { redirect } from 'react-router';
import { turnMailOff, turnMailOn, wantsMail } from '../../features/notifications/mail-setting.queries.server.ts';
import { hrefOf } from '../../features/notifications/notification-words.ts';
import {
  findNotification,
  listNotifications,
  markRead,
} from '../../features/notifications/notifications.queries.server.ts';
import { findUser } from '../../features/users/users.queries.server.ts';
import { insistOnItems, needsViewer, pageAction, personalLoader } from '../../platform/page/page-loader.server.ts';
import type { Handle } from '../../root.tsx';
import '../../features/communities/communities.css';
import { type NotificationsModel, NotificationsView } from './notifications-view.tsx';
import { pageIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';

export const handle: Handle = { place: 'me' };

/** Marks a notification as read on the way, without script. @returns its target; the list where it no longer exists */
async function openNotification(db: Parameters<typeof findUser>[0], userId: string, key: string): Promise<string> {
  const item = /^[1-9]\d{0,8}$/.test(key) ? await findNotification(db, userId, Number(key)) : null;
  if (!item) return '/notifications';
  await markRead(db, userId, { ids: [item.id] });
  return hrefOf(item);
}

export const loader = personalLoader(async ({ services, url, viewer: asker }) => {
  const { outbox } = services;
  const { db } = services.connection;
  const viewer = needsViewer(asker, url);
  const opened = url.searchParams.get('open');
  if (opened !== null) throw redirect(await openNotification(db, viewer.userId, opened), 303);
  const page = pageIn(url);
  const list = await listNotifications(db, viewer.userId, { page, pageSize: 20 });
  insistOnItems(list, page);
  const user = outbox.takes('email') ? await findUser(db, viewer.userId) : null;
  return {
    model: {
      list,
      mail: user && { address: user.email, isOn: await wantsMail(db, user.id) },
    } satisfies NotificationsModel,
  };
});

/** Toggles notification mail, or marks everything as read. */
export const action = pageAction(async ({ services, form, url, viewer: asker }) => {
  const { db } = services.connection;
  const viewer = needsViewer(asker, url);
  const mail = form.get('mail');
  if (mail === 'on') await turnMailOn(db, viewer.userId);
  else if (mail === 'off') await turnMailOff(db, viewer.userId);
  else await markRead(db, viewer.userId, { all: true });
  return redirect('/notifications', 303);
});

export default servedPage(NotificationsView);
