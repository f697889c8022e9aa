import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { viewerOf } from '../sessions/viewer-hook.server.ts';
import { follow } from './follow.server.ts';
import { followInput, followList, followsQuery, oneFollowState } from './follows.contract.ts';
import { listFollows } from './list-follows.server.ts';

export const followsApi: ApiPlugin = async (app, { services: { connection, limits } }) => {
  app.post(
    '/follows',
    {
      config: { needs: 'viewer' },
      schema: { summary: 'Follow something, or stop', body: followInput, response: { 200: oneFollowState } },
    },
    async (request) => {
      const { userId } = viewerOf(request);
      await limits.reactions(userId);
      return { data: await follow(connection, userId, request.body) };
    },
  );

  app.get(
    '/follows',
    {
      config: { needs: 'viewer' },
      schema: { summary: 'What I follow, newest first', querystring: followsQuery, response: { 200: followList } },
    },
    async (request) => listFollows(connection.db, viewerOf(request).userId, request.query),
  );
};
