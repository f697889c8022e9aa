import type { FastifyContextConfig, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { z } from 'zod';
import type { Role } from '../../../database/schema.ts';
import { type ApiApp, varyByLanguage } from '../../../platform/http/api.server.ts';
import { problems } from '../../../messages/problems.ts';
import { AppError, forbidden } from '../../../platform/wire/errors.ts';
import type { PageServices } from '../../../platform/page/page-services.server.ts';
import { isSuspended, type Viewer } from '../../../platform/wire/viewer.ts';
import { viewerOf } from '../../sessions/viewer-hook.server.ts';
import { takeInvitation } from './people.server.ts';
import { factorOf } from './second-factor.server.ts';
import { type Actor, guarded, hasOne, staff } from '../studio.policy.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Roles that may make a call of the studio: without them it is refused to everybody. */
    staff?: readonly Role[];
    /** For the calls that add the second factor or ask for it. */
    isBeforeFactor?: boolean;
  }
}

type Staff = Awaited<ReturnType<typeof knowStaff>>;
const known = new WeakMap<FastifyRequest, Staff>();

/** Who calls, with a role of the studio. */
export function staffOf(request: FastifyRequest): Staff {
  const found = known.get(request);
  if (!found) throw new Error('This call is outside the studio.');
  return found;
}

export const actorOf = (request: FastifyRequest): Actor => staffOf(request).actor;

/**
 * Who somebody is in the newsroom at this moment: the only place that works it out, for its calls, its pages and its
 * forms. An invitation that waits for this person is taken first.
 */
export async function knowStaff(services: PageServices, viewer: Viewer) {
  const own = viewer.roles as Role[];
  const roles = hasOne({ roles: own }, staff) ? own : await takeInvitation(services, viewer.userId);
  const factor = await factorOf(services.connection.db, viewer);
  return {
    actor: { id: viewer.userId, roles },
    factor,
    isStaff: hasOne({ roles }, staff),
    isSuspended: isSuspended(viewer, services.clock()),
    /** A role is asked for a second factor that is not given. */
    lacksFactor:
      hasOne({ roles }, guarded) &&
      (factor === 'needed' || (factor === 'missing' && services.config.needsSecondFactor)),
  };
}

/** A call of the studio: who may make it, what it takes, and what it answers. */
type Call<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType, Data> = {
  staff: readonly Role[];
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  config?: FastifyContextConfig;
  variesByLanguage?: boolean;
  route?: Pick<RouteShorthandOptions, 'bodyLimit' | 'handlerTimeout' | 'preValidation'>;
  run(asked: {
    request: FastifyRequest;
    actor: Actor;
    params: z.output<Params>;
    query: z.output<Query>;
    body: z.output<Body>;
  }): Promise<NoInfer<Data>>;
} & Answer<Data>;
/** What is asked for as `data`, a page of a list, or what was made (201). */
type Answer<Data> =
  | { one: z.ZodType<unknown, { data: Data }> }
  | { list: z.ZodType<unknown, Data> }
  | { made: z.ZodType<unknown, { data: Data }> };
type Address = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /studio/${string}`;

/**
 * Guards every call of the scope, denying by default: 404 without a role, 403 with the wrong one or without the second
 * factor. It stands in the scope itself, not before addresses, so that no spelling of an address passes it by.
 * @returns declares a call of the scope
 */
export function admitStaff(api: ApiApp, services: PageServices) {
  api.addHook('onRoute', (route) => {
    route.config = { ...route.config, needs: 'viewer' };
  });
  api.addHook('onRequest', async (request) => {
    const found = await knowStaff(services, viewerOf(request));
    if (!found.isStaff) throw new AppError(404, 'route_not_found', () => problems.noCall);
    const { staff: wanted = [], isBeforeFactor = false } = request.routeOptions.config;
    if (!hasOne(found.actor, wanted) || found.isSuspended) throw forbidden();
    if (!isBeforeFactor && found.lacksFactor) throw forbidden();
    known.set(request, found);
  });

  return function call<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType, Data>(
    address: Address,
    declared: Call<Params, Query, Body, Data>,
  ): void {
    const { summary, params, query, body, config, route, run } = declared;
    const [status, answer] =
      'made' in declared ? [201, declared.made] : [200, 'list' in declared ? declared.list : declared.one];
    const [method, url] = address.split(' ') as [string, string];
    api.route({
      method,
      url,
      ...route,
      config: { ...config, staff: declared.staff },
      schema: {
        summary,
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        response: { [status]: answer },
      },
      async handler(request, reply) {
        if (declared.variesByLanguage) varyByLanguage(reply);
        const asked = { params: request.params, query: request.query, body: request.body } as never as {
          params: z.output<Params>;
          query: z.output<Query>;
          body: z.output<Body>;
        };
        const data = await run({ request, actor: actorOf(request), ...asked });
        return reply.code(status).send('list' in declared ? data : { data });
      },
    });
  };
}
