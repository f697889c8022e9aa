import type { FastifyInstance } from 'fastify';
import { wideNetworkOf } from '../guard/networks.ts';

/** A line for each request. Without the query, which holds what readers search for, and forms' values. */
export function logAccess(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ id, method, url, ip }, { raw, elapsedTime }) => {
    const path = url.split('?', 1)[0];
    const ms = Math.round(elapsedTime);
    app.log.info({ reqId: id, method, path, status: raw.statusCode, ms, network: wideNetworkOf(ip) }, 'request');
  });
}
