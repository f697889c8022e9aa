import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unavailable } from '../wire/errors.ts';

/**
 * Liveness at `/healthz`, readiness at `/readyz`.
 * @param isReady queries the database ahead of queued requests; an error that it throws is sent as the response
 */
export function serveHealth(
  app: FastifyInstance,
  { isDraining, isReady }: { isDraining: () => boolean; isReady: () => Promise<boolean> },
): void {
  app.get('/healthz', async (request, reply) =>
    isExact(request) ? reply.header('cache-control', 'no-store').send('ok') : reply.callNotFound(),
  );
  app.get('/readyz', { handlerTimeout: 2_800 }, async (request, reply) => {
    if (!isExact(request)) return reply.callNotFound();
    if (isDraining() || !(await isReady())) throw unavailable();
    return reply.header('cache-control', 'no-store').send('ready');
  });
}

/**
 * Exact match only: the proxy hides these paths by literal comparison, while the router would accept a trailing slash.
 */
const isExact = ({ raw, routeOptions }: FastifyRequest): boolean => raw.url?.split('?', 1)[0] === routeOptions.url;
