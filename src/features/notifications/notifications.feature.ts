import type { Feature } from '../../platform/feature.ts';
import { repeat } from '../../platform/process/repeat.server.ts';
import { exportMailSettingOf, moveMailSetting } from './mail-setting.queries.server.ts';
import { notificationsApi } from './notifications.api.server.ts';
import { sendNotificationMails } from './send-notification-mails.server.ts';

export const feature: Feature = {
  level: 3,
  tag: 'Community',
  api: [notificationsApi],
  work: [
    ({ services, log }) =>
      repeat({ name: 'mail about notifications', everyMs: 5 * 60_000, log }, () => sendNotificationMails(services)),
  ],
  personalData: [
    {
      name: 'notificationMail',
      exportOf: (db, { userId }) => exportMailSettingOf(db, userId),
      move: (tx, from, to) => moveMailSetting(tx, from.userId, to.userId),
    },
  ],
};
