import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { insist, isModerator } from '../communities/communities.policy.ts';
import { viewerOf } from '../sessions/viewer-hook.server.ts';
import { listActs } from './moderation-log.queries.server.ts';
import * as wire from './moderation.contract.ts';
import { listQueue } from './moderation.queries.server.ts';
import { moderate } from './moderate.server.ts';
import { presentAct } from './present-act.ts';
import { reportPost } from './report-post.server.ts';

export const moderationApi: ApiPlugin = async (app, { services }) => {
  const { db } = services.connection;

  app.post(
    '/communities/report',
    {
      config: { needs: 'viewer', isIdempotent: true },
      schema: {
        summary: 'Report a post to the moderators; counts once a person and post',
        tags: ['Community'],
        body: wire.reportInput,
        response: { 201: wire.oneReport },
      },
    },
    async (request, reply) => {
      const { entityType, entityId, reason } = request.body;
      await reportPost(services, viewerOf(request), request.body);
      return reply.code(201).send({ data: { entityType, entityId, reason } });
    },
  );

  app.get(
    '/moderation/queue',
    {
      config: { needs: 'moderator' },
      schema: {
        summary: 'Reported posts that nobody has looked at yet',
        querystring: wire.queueQuery,
        response: { 200: wire.queue },
      },
    },
    async (request) => listQueue(db, request.query),
  );

  app.post(
    '/moderation/act',
    {
      config: { needs: 'moderator', isIdempotent: true },
      schema: {
        summary:
          'Hide, restore, delete or close any post, or suspend its author, which hides the post unless keepsPost is sent',
        body: wire.actInput,
        response: { 200: wire.oneAct },
      },
    },
    async (request) => ({ data: await moderate(services, viewerOf(request), request.body) }),
  );

  app.get(
    '/moderation/acts',
    {
      config: { needs: 'viewer' },
      schema: {
        summary: 'What moderators did to a post; for them and for its author',
        querystring: wire.actsQuery,
        response: { 200: wire.actsList },
      },
    },
    async (request) => {
      const viewer = viewerOf(request);
      const { entityType, entityId } = request.query;
      const rows = await listActs(db, entityType, entityId);
      insist(isModerator(viewer) || rows.some(({ authorId }) => authorId === viewer.userId));
      return { data: rows.map(presentAct) };
    },
  );
};
