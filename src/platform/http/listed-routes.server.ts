import type { FastifyReply } from 'fastify';
import { problems } from '../../messages/problems.ts';
import type { ApiApp } from './api.server.ts';
import { AppError } from '../wire/errors.ts';
import { isOfApi } from '../guard/request-kind.server.ts';

export type ListedRoute = { method: string; url: string; pattern: RegExp };

const withoutSlash = (path: string) => path.replace(/\/$/, '');

/** Lists every route that is registered on the app from now on. */
export function listRoutes(app: ApiApp) {
  const routes: ListedRoute[] = [];
  /** Methods of the calls whose address has no parameter. */
  const fixed = new Map<string, string[]>();
  app.addHook('onRoute', (route) => {
    const pattern = new RegExp(
      `^${route.url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}/?$`,
    );
    // HEAD routes of the API exist only to answer 404, so they are not listed.
    const all = [route.method].flat().filter((method) => method !== 'HEAD' || !isOfApi(route.url));
    for (const method of all) if (method !== 'HEAD') routes.push({ method, url: route.url, pattern });
    const bare = withoutSlash(route.url);
    if (!bare.includes(':')) fixed.set(bare, [...new Set([...(fixed.get(bare) ?? []), ...all])]);
  });
  return {
    routes,
    methodsOf: (path: string): string[] => [
      ...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
    ],
    /** Of a call without parameters; undefined where there is none. */
    methodsOfFixed: (path: string): string[] | undefined => fixed.get(withoutSlash(path)),
  };
}

export const refuseMethod = (reply: FastifyReply, allowed: string[]): never => {
  reply.header('allow', allowed.join(', '));
  throw new AppError(405, 'method_not_allowed', () => problems.noMethod);
};
