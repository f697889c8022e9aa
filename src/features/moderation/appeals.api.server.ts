import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { viewerOf } from '../sessions/viewer-hook.server.ts';
import { decideAppeal, openAppeal } from './appeal.server.ts';
import * as wire from './appeals.contract.ts';
import { listAppeals } from './appeals.queries.server.ts';

export const appealsApi: ApiPlugin = async (app, { services }) => {
  app.post(
    '/moderation/appeals',
    {
      config: { needs: 'viewer', isIdempotent: true },
      schema: {
        summary: 'Appeal once against an act on your own post or account',
        body: wire.appealInput,
        response: { 201: wire.oneAppeal },
      },
    },
    async (request, reply) => {
      const viewer = viewerOf(request);
      await services.limits.reports(viewer.userId);
      return reply.code(201).send({ data: await openAppeal(services, viewer, request.body) });
    },
  );
  app.get(
    '/moderation/appeals',
    {
      config: { needs: 'moderator' },
      schema: {
        summary: 'Appeals: open ones by age, or decided ones',
        querystring: wire.appealsQuery,
        response: { 200: wire.appealList },
      },
    },
    async (request) => listAppeals(services.connection.db, viewerOf(request).userId, request.query),
  );
  app.post(
    '/moderation/appeals/:id',
    {
      config: { needs: 'moderator' },
      schema: {
        summary: 'Decide an appeal; not by whoever acted, where there is another moderator',
        params: wire.appealParams,
        body: wire.decisionInput,
        response: { 200: wire.oneAppeal },
      },
    },
    async (request) => ({ data: await decideAppeal(services, viewerOf(request), request.params.id, request.body) }),
  );
};
