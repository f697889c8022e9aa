import type { RouteHandlerMethod } from 'fastify';
import type { ApiApp } from './api.server.ts';

/** Every route of the scope has answered after so many milliseconds, with a 503 where it has nothing else; what it has later goes nowhere. */
export function answerInTime(app: ApiApp, longestAnswer: number): void {
  app.addHook('onRoute', (route) => {
    route.handlerTimeout ??= longestAnswer;
    route.handler = unlessSent(route.handler as RouteHandlerMethod);
  });
}

// Fastify would log the address of an answer that comes too late, and a number may stand in it.
const unlessSent = (handler: RouteHandlerMethod): RouteHandlerMethod => async function answer(request, reply) {
  try {
    const result: unknown = await handler.call(this, request, reply);
    return reply.sent ? undefined : result;
  } catch (error) {
    if (!reply.sent) throw error;
    return undefined;
  }
};
