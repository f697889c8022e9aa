import type { FastifyRequest } from 'fastify';
import type { Role } from '../../../database/schema.ts';
import type { ApiApp } from '../../../platform/http/api.server.ts';
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

/**
 * Guards every call of the scope, denying by default: 404 without a role, 403 with the wrong one or without the second
 * factor. It stands in the scope itself, not before addresses, so that no spelling of an address passes it by.
 */
export function admitStaff(api: ApiApp, services: PageServices): void {
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
}
