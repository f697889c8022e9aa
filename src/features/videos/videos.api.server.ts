import { z } from 'zod';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { idParam } from '../../platform/wire/wire.ts';
import { listSeenBy, withOwnReaction } from '../reactions/reactions.queries.server.ts';
import { findViewerId } from '../sessions/viewer-hook.server.ts';
import { oneVideo, videoList, videoListQuery } from './videos.contract.ts';
import { getVideo, listVideos } from './videos.queries.server.ts';

export const videosApi: ApiPlugin = async (app, { services }) => {
  const { db } = services.connection;
  app.get(
    '/video/:id',
    { schema: { summary: 'One video', params: z.object({ id: idParam }), response: { 200: oneVideo } } },
    async (request) => {
      const { video } = await getVideo(db, request.params.id);
      return { data: await withOwnReaction(db, await findViewerId(request), 'VIDEO', video) };
    },
  );

  app.post(
    '/video/search/v1',
    { schema: { summary: 'List videos by category or tag', body: videoListQuery, response: { 200: videoList } } },
    async (request) => listSeenBy(db, await findViewerId(request), await listVideos(db, request.body)),
  );
};
