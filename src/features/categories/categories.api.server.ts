import { z } from 'zod';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { idParam, oneOf } from '../../platform/wire/wire.ts';
import { type Category, category } from './categories.contract.ts';
import { getCategory, listCategories } from './categories.queries.server.ts';

// Pages keep the editors' order; the API's list is for lookup, so it is sorted by name.
const topOnesByName = (one: Category, other: Category) =>
  Number(other.isTopCategory === true) - Number(one.isTopCategory === true) || one.name.localeCompare(other.name, 'en');

export const categoriesApi: ApiPlugin = async (app, { services }) => {
  const { db } = services.connection;
  app.get(
    '/categories',
    {
      schema: {
        summary: 'All categories, top ones first, then by name',
        response: { 200: z.object({ data: z.array(category) }) },
      },
    },
    async () => ({ data: (await listCategories(db)).toSorted(topOnesByName) }),
  );

  app.get(
    '/categories/:id',
    { schema: { summary: 'One category', params: z.object({ id: idParam }), response: { 200: oneOf(category) } } },
    async (request) => ({ data: await getCategory(db, request.params.id) }),
  );
};
