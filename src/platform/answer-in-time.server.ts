import type { RouteHandlerMethod } from 'fastify';
import type { ApiApp } from './api.server.ts';

/** Milliseconds for what must become whole however much there is of it. A proxy waits longer (deploy/nginx.conf). */
export const patientAnswer = 14_000;

/** Every route of the scope that asks for no longer has answered after so many milliseconds, with a 503 where it has nothing else; what it has later goes nowhere. */
export function answerInTime(app: ApiApp, longestAnswer: number): void {
  app.addHook('onRoute', (route) => {
    route.handlerTimeout = Math.max(longestAnswer, route.handlerTimeout ?? 0);
    route.handler = unlessSent(route.handler as RouteHandlerMethod);
  });
}

// Fastify would log the address of an answer that comes too late, and a number may stand in it.
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
