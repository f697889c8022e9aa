import { z } from 'zod';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { tag } from './tags.contract.ts';
import { listTags } from './tags.queries.server.ts';

export const tagsApi: ApiPlugin = async (app, { services }) => {
  const { db } = services.connection;
  app.get(
    '/tags',
    { schema: { summary: 'All tags', response: { 200: z.object({ data: z.array(tag) }) } } },
    async () => ({ data: await listTags(db) }),
  );
};
