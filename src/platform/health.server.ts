import type { FastifyInstance } from 'fastify';
import { unavailable } from './errors.ts';

/**
 * `/healthz`: the process lives. `/readyz`: send it requests.
 * @param isReady asks the database, ahead of whoever waits for it; what it throws is an answer of its own
 */
export function serveHealth(
  app: FastifyInstance,
  { isDraining, isReady }: { isDraining: () => boolean; isReady: () => Promise<boolean> },
): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send('ok'));
  app.get('/readyz', { handlerTimeout: 2_800 }, async (_request, reply) => {
    if (isDraining() || !(await isReady())) throw unavailable();
    return reply.header('cache-control', 'no-store').send('ready');
  });
}
