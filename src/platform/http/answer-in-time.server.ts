import type { RouteHandlerMethod } from 'fastify';
import type { ApiApp } from './api.server.ts';

/**
 * Deadline in milliseconds for work that must finish whatever its size. The proxy's timeout is longer
 * (deploy/nginx.conf).
 */
export const patientAnswer = 14_000;

/**
 * Default deadline, in milliseconds, for every route of the scope that sets none of its own: then a 503 is sent, and a
 * result that arrives later is discarded.
 */
export function answerInTime(app: ApiApp, longestAnswer: number): void {
  app.addHook('onRoute', (route) => {
    route.handlerTimeout = Math.max(longestAnswer, route.handlerTimeout ?? 0);
    route.handler = unlessSent(route.handler as RouteHandlerMethod);
  });
}

// Fastify logs the URL of a reply that is sent twice, and the URL may contain a phone number.
const unlessSent = (handler: RouteHandlerMethod): RouteHandlerMethod =>
  async function answer(request, reply) {
    try {
      const result: unknown = await handler.call(this, request, reply);
      return reply.sent ? undefined : result;
    } catch (error) {
      if (!reply.sent) throw error;
      return undefined;
    }
  };
