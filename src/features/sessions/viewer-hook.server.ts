import type { FastifyRequest } from 'fastify';
import type { ApiApp } from '../../platform/http/api.server.ts';
import { forbidden, foreignOrigin, unauthenticated } from '../../platform/wire/errors.ts';
import { countWrite } from '../../platform/guard/count-write.server.ts';
import { originOf } from '../../platform/guard/own-origin.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { type Identified, identifyRequest } from './identify-request.server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required role; `nobody` (the default) admits anonymous callers. */
    needs?: 'nobody' | 'viewer' | 'moderator' | 'admin';
    /**
     * Not one of the caller's limited writes: it only reads, has a bound of its own, or ends sessions, which whoever
     * stole one must not be able to hinder.
     */
    countsNoWrite?: true;
  }
}

type Visit = { identify: () => Promise<Identified>; known: Promise<Identified> | null; viewer: Viewer | null };
const visits = new WeakMap<FastifyRequest, Visit>();

/** The viewer of a route whose config sets `needs`. */
export function viewerOf(request: FastifyRequest): Viewer {
  const viewer = visits.get(request)?.viewer;
  if (!viewer) throw new Error('The route does not say that it needs a viewer.');
  return viewer;
}

/** The viewer of a route without `needs`; null for an anonymous caller or an invalid token. */
export async function findViewer(request: FastifyRequest): Promise<Viewer | null> {
  const visit = visits.get(request);
  if (!visit) return null;
  visit.known ??= visit.identify();
  return (await visit.known).viewer;
}

/** findViewer, reduced to the id: for the viewer's own likes. */
export const findViewerId = async (request: FastifyRequest): Promise<string | null> =>
  (await findViewer(request))?.userId ?? null;

/** Authenticates every route of the scope as its `needs` config asks. */
export function knowViewers(api: ApiApp, services: PageServices): void {
  api.addHook('onRequest', async (request, reply) => {
    const visit: Visit = {
      known: null,
      viewer: null,
      async identify() {
        const identified = await identifyRequest(
          services,
          isSentOnce(request) ? request.headers : { authorization: '' },
        );
        for (const line of identified.setCookies) reply.header('set-cookie', line);
        if (identified.viewer || identified.setCookies.length > 0) reply.header('cache-control', 'private, no-store');
        return identified;
      },
    };
    visits.set(request, visit);
    const { needs = 'nobody', countsNoWrite = false } = request.routeOptions.config;
    const origin = isSafe(request) ? 'own' : originOf(services.config, request.headers);
    if (needs === 'nobody') {
      // CSRF: another site's page must not act in the name of somebody whom cookies identify.
      if (origin === 'foreign' && (await findViewer(request))?.via === 'cookie') throw foreignOrigin();
      return;
    }

    reply.header('cache-control', 'private, no-store');
    const viewer = await findViewer(request);
    if (!viewer) throw unauthenticated();
    if (viewer.via === 'cookie' && origin !== 'own') throw foreignOrigin();
    const hasRole = viewer.roles.some((role) => role === needs || role === 'admin');
    if (needs !== 'viewer' && (!hasRole || viewer.lacksFactor)) throw forbidden();
    visit.viewer = viewer;
    if (!isSafe(request) && request.method !== 'OPTIONS' && !countsNoWrite)
      await countWrite(services, viewer.userId, request.ip);
  });
}

// Old browsers say nothing of the page that sends a HEAD.
const isSafe = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

// Node keeps the first of repeated Authorization headers; a proxy in front may have checked the last one.
function isSentOnce({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'authorization') count += 1;
  return count < 2;
}
