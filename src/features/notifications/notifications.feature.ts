import type { Feature } from '../../platform/feature.ts';
import { repeat } from '../../platform/process/repeat.server.ts';
import { notificationsApi } from './notifications.api.server.ts';
import { pushNotifications } from './push-notifications.server.ts';
import { exportSubscriptionsOf } from './push-subscriptions.queries.server.ts';
import { sendDigests } from './send-digests.server.ts';
import { sendNotificationMails } from './send-notification-mails.server.ts';
import { tellingApi } from './telling.api.server.ts';
import { exportTellingOf, moveTelling } from './telling.queries.server.ts';

export const feature: Feature = {
  level: 3,
  tag: 'Community',
  api: [notificationsApi, tellingApi],
  work: [
    ({ services, log }) =>
      repeat({ name: 'mail about notifications', everyMs: 5 * 60_000, log }, () => sendNotificationMails(services)),
    ({ services, log }) =>
      repeat({ name: 'digests', everyMs: 5 * 60_000, log }, (signal) => sendDigests(services, signal)),
    ({ services, log }) =>
      repeat({ name: 'notifications to devices', everyMs: 1_000, log }, () => pushNotifications(services)),
  ],
  personalData: [
    {
      name: 'notificationMail',
      exportOf: (db, { userId }) => exportTellingOf(db, userId),
      move: (tx, from, to) => moveTelling(tx, from.userId, to.userId),
    },
    // They end with the account and its sessions.
    { name: 'pushSubscriptions', exportOf: (db, { userId }) => exportSubscriptionsOf(db, userId) },
  ],
};
