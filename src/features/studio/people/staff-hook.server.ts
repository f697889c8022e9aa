import type { FastifyContextConfig, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { z } from 'zod';
import type { Role } from '../../../database/schema.ts';
import { type ApiApp, varyByLanguage } from '../../../platform/http/api.server.ts';
import { problems } from '../../../messages/problems.ts';
import { AppError, forbidden } from '../../../platform/wire/errors.ts';
import type { PageServices } from '../../../platform/page/page-services.server.ts';
import type { Viewer } from '../../../platform/wire/viewer.ts';
import { viewerOf } from '../../sessions/viewer-hook.server.ts';
import { takeInvitation } from './people.server.ts';
import { factorOf, type FactorState } from './second-factor.server.ts';
import { type Actor, guarded, hasOne, staff } from '../studio.policy.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Roles that may make a call of the studio: without them it is refused to everybody. */
    staff?: readonly Role[];
    /** For the calls that add the second factor or ask for it. */
    isBeforeFactor?: boolean;
  }
}

type Staff = { actor: Actor; factor: FactorState };
const known = new WeakMap<FastifyRequest, Staff>();

/** Who calls, with a role of the studio. */
export function staffOf(request: FastifyRequest): Staff {
  const found = known.get(request);
  if (!found) throw new Error('This call is outside the studio.');
  return found;
}

export const actorOf = (request: FastifyRequest): Actor => staffOf(request).actor;

/** Roles of the studio; an invitation that waits for this person is taken first. */
export async function studioRoles(services: PageServices, viewer: Viewer): Promise<Role[]> {
  const own = viewer.roles as Role[];
  return hasOne({ roles: own }, staff) ? own : takeInvitation(services, viewer.userId);
}

/** Whether a role is asked for a second factor that is not given. */
export const lacksFactor = ({ config }: Pick<PageServices, 'config'>, roles: readonly Role[], factor: FactorState) =>
  hasOne({ roles }, guarded) && (factor === 'needed' || (factor === 'missing' && config.needsSecondFactor));

/** A call of the studio: who may make it, what it takes, and what it answers. */
type Call<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType, Data> = {
  staff: readonly Role[];
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The answer, one of three: what is asked for as `data`, a page of a list, or what was made (201). */
  one?: z.ZodType<unknown, { data: Data }>;
  list?: z.ZodType<unknown, Data>;
  made?: z.ZodType<unknown, { data: Data }>;
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
};
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
    const viewer = viewerOf(request);
    const roles = await studioRoles(services, viewer);
    if (!hasOne({ roles }, staff)) throw new AppError(404, 'route_not_found', () => problems.noCall);
    const { staff: wanted = [], isBeforeFactor = false } = request.routeOptions.config;
    const isSuspended = viewer.suspendedUntil !== null && viewer.suspendedUntil > services.clock();
    if (!hasOne({ roles }, wanted) || isSuspended) throw forbidden();
    const factor = await factorOf(services.connection.db, viewer);
    if (!isBeforeFactor && lacksFactor(services, roles, factor)) throw forbidden();
    known.set(request, { actor: { id: viewer.userId, roles }, factor });
  });

  return function call<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType, Data>(
    address: Address,
    declared: Call<Params, Query, Body, Data>,
  ): void {
    const { summary, params, query, body, one, list, made, config, route, run } = declared;
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
        response: { [made ? 201 : 200]: one ?? list ?? made },
      },
      async handler(request, reply) {
        if (declared.variesByLanguage) varyByLanguage(reply);
        const asked = { params: request.params, query: request.query, body: request.body } as never as {
          params: z.output<Params>;
          query: z.output<Query>;
          body: z.output<Body>;
        };
        const data = await run({ request, actor: actorOf(request), ...asked });
        return reply.code(made ? 201 : 200).send(list ? data : { data });
      },
    });
  };
}
