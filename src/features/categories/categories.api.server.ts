import { z } from 'zod';
import type { ApiPlugin } from '../../platform/api.server.ts';
import { idParam, oneOf } from '../../platform/wire.ts';
import { category } from './categories.contract.ts';
import { getCategory, listCategories } from './categories.queries.server.ts';

export const categoriesApi: ApiPlugin = async (app, { services: { connection: { db } } }) => {
  app.get('/categories', {
    schema: { summary: 'All categories, top ones first', tags: ['Content'], response: { 200: z.object({ data: z.array(category) }) } },
  }, async () => ({ data: await listCategories(db) }));

  app.get('/categories/:id', {
    schema: { summary: 'One category', tags: ['Content'], params: z.object({ id: idParam }), response: { 200: oneOf(category) } },
  }, async (request) => ({ data: await getCategory(db, request.params.id) }));
};
