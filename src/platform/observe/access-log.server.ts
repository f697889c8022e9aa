import type { FastifyInstance } from 'fastify';
import { wideNetworkOf } from '../guard/networks.ts';

/**
 * A line for each request that is answered by a route. By the route's pattern: addresses hold numbers and names of
 * people, secrets of previews, and what readers search for.
 * @param patternOf the route pattern of a page URL, which Fastify does not know
 */
export function logAccess(app: FastifyInstance, patternOf: (url: string) => string): void {
  app.addHook('onResponse', async ({ id, method, url, ip, routeOptions }, { raw, elapsedTime }) => {
    const route = routeOptions.url ?? patternOf(url);
    const ms = Math.round(elapsedTime);
    app.log.info({ reqId: id, method, route, status: raw.statusCode, ms, network: wideNetworkOf(ip) }, 'request');
  });
}
