import { redirect } from 'react-router';
import { turnMailOff, turnMailOn, wantsMail } from '../features/notifications/mail-setting.queries.server.ts';
import { listNotifications, markRead } from '../features/notifications/notifications.queries.server.ts';
import { findUser } from '../features/users/users.queries.server.ts';
import { insistOnItems, needsViewer, pageAction, personalLoader } from '../platform/page-loader.server.ts';
import type { Handle } from '../root.tsx';
import '../ui/thread.css';
import { type NotificationsModel, NotificationsView } from './community/notifications-view.tsx';
import { pageIn } from './community/page-in.ts';
import { ServedPage } from './served-page.tsx';

export const handle: Handle = { place: 'me' };

export const loader = personalLoader(
  async ({
    services: {
      connection: { db },
      outbox,
    },
    url,
    viewer: asker,
  }) => {
    const viewer = needsViewer(asker, url);
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
  },
);

/** Turns mail on or off; else marks all as read. */
export const action = pageAction(
  async ({
    services: {
      connection: { db },
    },
    form,
    url,
    viewer: asker,
  }) => {
    const viewer = needsViewer(asker, url);
    const mail = form.get('mail');
    if (mail === 'on') await turnMailOn(db, viewer.userId);
    else if (mail === 'off') await turnMailOff(db, viewer.userId);
    else await markRead(db, viewer.userId, { all: true });
    return redirect('/notifications', 303);
  },
);

export default function NotificationsPage() {
  return <ServedPage view={import.meta.env.SSR && NotificationsView} />;
}
