import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { viewerOf } from '../sessions/viewer-hook.server.ts';
import { idOnly, mine as mineAnswer, mineInput } from './communities.contract.ts';
import { isModerator } from './communities.policy.ts';
import { readMine } from './one-post.queries.server.ts';

/** A question's page is cached and the same for everyone; this adds what is specific to the viewer. */
export const mineApi: ApiPlugin = async (app, { services }) => {
  const { db } = services.connection;
  app.post(
    '/communities/question/:id/mine',
    {
      config: { needs: 'viewer', countsNoWrite: true },
      schema: {
        summary:
          "Of a question and some of its comments and replies: which are the caller's own, liked, disliked; and whether they may moderate",
        params: idOnly,
        body: mineInput,
        response: { 200: mineAnswer },
      },
    },
    async (request) => {
      const viewer = viewerOf(request);
      const mine = await readMine(db, viewer.userId, request.params.id, request.body);
      return { data: { ...mine, mayModerate: isModerator(viewer) } };
    },
  );
};
