import { z } from 'zod';
import type { ApiPlugin } from '../../platform/http/api.server.ts';
import { insistOnPublic, NotPublic } from '../../platform/http/public-request.server.ts';
import { problems } from '../../messages/problems.ts';
import { invalidInput, notFound } from '../../platform/wire/errors.ts';
import { viewerOf } from '../sessions/viewer-hook.server.ts';
import { pushKeys } from './push-keys.server.ts';
import { subscribe, unsubscribe } from './push-subscriptions.queries.server.ts';
import {
  changeTelling as changeInput,
  oneSubscription,
  oneTelling,
  pushKey,
  subscribeInput,
} from './telling.contract.ts';
import { changeTelling, readTelling } from './telling.queries.server.ts';

export const tellingApi: ApiPlugin = async (app, { services }) => {
  const { db } = services.connection;
  app.get(
    '/user/telling',
    {
      config: { needs: 'viewer' },
      schema: { summary: 'By which ways I am notified of what, and when not', response: { 200: oneTelling } },
    },
    async (request) => ({ data: await readTelling(db, viewerOf(request).userId) }),
  );

  app.patch(
    '/user/telling',
    {
      config: { needs: 'viewer' },
      schema: { summary: 'Change that, from now on', body: changeInput, response: { 200: oneTelling } },
    },
    async (request) => ({ data: await changeTelling(db, viewerOf(request).userId, request.body, services.clock()) }),
  );

  app.get(
    '/push/key',
    { schema: { summary: "The site's public key for Web Push", response: { 200: pushKey } } },
    async () => ({ data: { publicKey: pushKeys(services.config.authSecret).publicKey } }),
  );

  app.post(
    '/user/push',
    {
      config: { needs: 'viewer' },
      schema: {
        summary: 'Notify this browser, until its session ends; the same endpoint again changes nothing',
        body: subscribeInput,
        response: { 200: oneSubscription, 201: oneSubscription },
      },
    },
    async (request, reply) => {
      try {
        insistOnPublic(request.body.endpoint);
      } catch (error) {
        if (!(error instanceof NotPublic)) throw error;
        throw invalidInput([{ path: 'endpoint', message: () => problems.endpointNotPublic }]);
      }
      const { id, isNew } = await subscribe(db, viewerOf(request), request.body);
      return reply.code(isNew ? 201 : 200).send({ data: { id } });
    },
  );

  app.delete(
    '/user/push/:id',
    {
      config: { needs: 'viewer' },
      schema: {
        summary: 'Notify that browser no longer',
        params: z.strictObject({ id: z.uuid() }),
        response: { 200: oneSubscription },
      },
    },
    async (request) => {
      const { id } = request.params;
      if (!(await unsubscribe(db, viewerOf(request).userId, id))) throw notFound('push');
      return { data: { id } };
    },
  );
};
