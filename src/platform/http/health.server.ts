import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * Liveness at `/healthz`, readiness at `/readyz`.
 * @param whyUnready a reason, or null; it queries the database ahead of queued requests, and an error that it throws is
 *   sent as the response
 */
export function serveHealth(app: FastifyInstance, whyUnready: () => Promise<string | null>): void {
  app.get('/healthz', async (request, reply) =>
    isExact(request) ? reply.header('cache-control', 'no-store').send('ok') : reply.callNotFound(),
  );
  app.get('/readyz', { handlerTimeout: 2_800 }, async (request, reply) => {
    if (!isExact(request)) return reply.callNotFound();
    reply.header('cache-control', 'no-store');
    const why = await whyUnready();
    return why === null ? reply.send('ready') : reply.code(503).header('retry-after', '5').send(why);
  });
}

/**
 * Exact match only: the proxy hides these paths by literal comparison, while the router would accept a trailing slash.
 */
const isExact = ({ raw, routeOptions }: FastifyRequest): boolean => raw.url?.split('?', 1)[0] === routeOptions.url;
