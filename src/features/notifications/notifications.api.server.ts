import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { viewerOf } from '../sessions/viewer-hook.server.ts';
import { notificationList, notificationsQuery, readInput, unread } from './notifications.contract.ts';
import { countUnread, listNotifications, markRead } from './notifications.queries.server.ts';

export const notificationsApi: ApiPlugin = async (app, { services }) => {
  const { db } = services.connection;
  app.get(
    '/notifications',
    {
      config: { needs: 'viewer' },
      schema: {
        summary: 'Who answered me, newest first',
        querystring: notificationsQuery,
        response: { 200: notificationList },
      },
    },
    async (request) => listNotifications(db, viewerOf(request).userId, request.query),
  );

  app.get(
    '/notifications/unread',
    {
      config: { needs: 'viewer' },
      schema: { summary: 'How many are unread, up to a hundred', response: { 200: unread } },
    },
    async (request) => ({ data: { unreadCount: await countUnread(db, viewerOf(request).userId) } }),
  );

  app.post(
    '/notifications/read',
    {
      config: { needs: 'viewer' },
      schema: { summary: 'Mark some as read, or all', body: readInput, response: { 200: unread } },
    },
    async (request) => ({ data: { unreadCount: await markRead(db, viewerOf(request).userId, request.body) } }),
  );
};
