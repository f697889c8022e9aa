import { redirect } from 'react-router';
import { hrefOf } from '../../features/notifications/notification-words.ts';
import {
  findNotification,
  listNotifications,
  markRead,
} from '../../features/notifications/notifications.queries.server.ts';
import { pushKeys } from '../../features/notifications/push-keys.server.ts';
import { exportSubscriptionsOf } from '../../features/notifications/push-subscriptions.queries.server.ts';
import { changeTelling as changeInput } from '../../features/notifications/telling.contract.ts';
import { changeTelling, readTelling } from '../../features/notifications/telling.queries.server.ts';
import { findUser } from '../../features/users/users.queries.server.ts';
import {
  insistOnItems,
  needsViewer,
  pageAction,
  personalLoader,
  type Sent,
} from '../../platform/page/page-loader.server.ts';
import '../../features/communities/communities.css';
import '../../ui/forms.css';
import { type NotificationsModel, NotificationsView } from './notifications-view.tsx';
import { pageIn } from '../page-in.ts';
import { servedPage } from '../served-page.tsx';

/** Marks a notification as read on the way, without script. @returns its target; the list where it no longer exists */
async function openNotification(db: Parameters<typeof findUser>[0], userId: string, key: string): Promise<string> {
  const item = /^[1-9]\d{0,8}$/.test(key) ? await findNotification(db, userId, Number(key)) : null;
  if (!item) return '/notifications';
  await markRead(db, userId, { ids: [item.id] });
  return hrefOf(item);
}

type Refused = Sent & { quiet: { from: string; until: string } };

export const loader = personalLoader<Refused>(async ({ services, url, viewer: asker, sent }) => {
  const { outbox } = services;
  const { db } = services.connection;
  const viewer = needsViewer(asker, url);
  const opened = url.searchParams.get('open');
  if (opened !== null) throw redirect(await openNotification(db, viewer.userId, opened), 303);
  const page = pageIn(url);
  const list = await listNotifications(db, viewer.userId, { page, pageSize: 20 });
  insistOnItems(list, page);
  const user = outbox.takes('email') ? await findUser(db, viewer.userId) : null;
  const telling = await readTelling(db, viewer.userId);
  const endpoints = await exportSubscriptionsOf(db, viewer.userId);
  return {
    model: {
      list,
      mail: user && { address: user.email, isOn: telling.answers.includes('mail') },
      push: {
        publicKey: pushKeys(services.config.authSecret).publicKey,
        endpoints: endpoints.map(({ endpoint }) => endpoint),
      },
      quiet: sent?.quiet ?? { from: telling.quietFrom ?? '', until: telling.quietUntil ?? '' },
      isQuietWrong: sent !== null,
    } satisfies NotificationsModel,
  };
});

/** Toggles notification mail, sets the quiet hours, or marks everything as read. */
export const action = pageAction<Refused>(async ({ services, form, url, viewer: asker }) => {
  const { db } = services.connection;
  const viewer = needsViewer(asker, url);
  const mail = form.get('mail');
  if (form.has('quietFrom')) {
    const quiet = { from: String(form.get('quietFrom')), until: String(form.get('quietUntil') ?? '') };
    const change = changeInput.safeParse({ quietFrom: quiet.from || null, quietUntil: quiet.until || null });
    if (!change.success || (quiet.from === '') !== (quiet.until === '')) return { status: 400, quiet };
    await changeTelling(db, viewer.userId, change.data);
  } else if (mail === 'on' || mail === 'off') {
    const { answers } = await readTelling(db, viewer.userId);
    const others = answers.filter((way) => way !== 'mail');
    await changeTelling(db, viewer.userId, { answers: mail === 'on' ? [...others, 'mail'] : others });
  } else await markRead(db, viewer.userId, { all: true });
  return redirect('/notifications', 303);
});

export default servedPage(NotificationsView);
