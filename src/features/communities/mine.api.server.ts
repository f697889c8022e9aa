import type { ApiPlugin } from '../../platform/api.server.ts';
import { viewerOf } from '../sessions/viewer-hook.server.ts';
import { idOnly, mine, mineInput } from './communities.contract.ts';
import { readMine } from './one-post.queries.server.ts';

/** A question's page is the same for everyone; this is what it then shows somebody of themselves. */
export const mineApi: ApiPlugin = async (
  app,
  {
    services: {
      connection: { db },
    },
  },
) => {
  app.post(
    '/communities/question/:id/mine',
    {
      config: { needs: 'viewer' },
      schema: {
        summary: "Of a question and some of its comments and replies: which are the caller's own, liked, disliked",
        tags: ['Community'],
        params: idOnly,
        body: mineInput,
        response: { 200: mine },
      },
    },
    async (request) => ({ data: await readMine(db, viewerOf(request).userId, request.params.id, request.body) }),
  );
};
