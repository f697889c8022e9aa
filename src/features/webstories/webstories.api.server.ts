import { z } from 'zod';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { safeText } from '../../platform/wire/wire.ts';
import { oneWebStory } from './webstories.contract.ts';
import { getWebStory } from './webstories.queries.server.ts';

export const webstoriesApi: ApiPlugin = async (app, { services }) => {
  const { db } = services.connection;
  app.get(
    '/webstory/:slug',
    {
      schema: {
        summary: 'One web story',
        params: z.object({ slug: safeText(200, 1) }),
        response: { 200: oneWebStory },
      },
    },
    async (request) => ({ data: (await getWebStory(db, request.params.slug)).story }),
  );
};
