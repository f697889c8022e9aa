import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { insistOnActive } from '../communities/communities.policy.ts';
import { viewerOf } from '../sessions/viewer-hook.server.ts';
import { forbidden } from '../../platform/wire/errors.ts';
import { react } from './react.server.ts';
import { oneReactionState, reactionInput } from './reactions.contract.ts';

export const reactionsApi: ApiPlugin = async (app, { services: { connection, limits, clock } }) => {
  app.post(
    '/communities/reaction',
    {
      config: { needs: 'viewer' },
      schema: {
        summary: 'Like or dislike a question, comment, reply, article or video, or take it back',
        body: reactionInput,
        response: { 200: oneReactionState },
      },
    },
    async (request) => {
      const viewer = viewerOf(request);
      const { entityType, entityId, liked, disliked, user_id: userId } = request.body;
      if (userId !== undefined && userId.toLowerCase() !== viewer.userId) throw forbidden();
      insistOnActive(viewer, clock());
      await limits.reactions(viewer.userId);
      return {
        data: await react(connection, viewer.userId, entityType, entityId, liked ? true : disliked ? false : null),
      };
    },
  );
};
