import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { viewerOf } from '../sessions/viewer-hook.server.ts';
import { changeCartInput, oneCart } from './cart.contract.ts';
import { changeCart, readCart } from './cart.queries.server.ts';

export const cartApi: ApiPlugin = async (app, { services }) => {
  const { db } = services.connection;
  app.get(
    '/cart',
    {
      config: { needs: 'viewer' },
      schema: { summary: "One's own saved schemes, by profile", response: { 200: oneCart } },
    },
    async (request) => ({ data: await readCart(db, viewerOf(request).userId) }),
  );

  app.patch(
    '/cart',
    {
      config: { needs: 'viewer' },
      schema: {
        summary: 'Save schemes for a profile, or remove them; answers with the whole cart',
        body: changeCartInput,
        response: { 200: oneCart },
      },
    },
    async (request) => ({ data: await changeCart(db, viewerOf(request).userId, request.body) }),
  );
};
