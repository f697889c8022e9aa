import { redirect } from 'react-router';
import type { Role } from '../../database/schema.ts';
import { factorOf } from '../../features/studio/people/second-factor.server.ts';
import { lacksFactor, studioRoles } from '../../features/studio/people/staff-hook.server.ts';
import { type Actor, hasOne, staff } from '../../features/studio/studio.policy.ts';
import { notFound } from '../../platform/wire/errors.ts';
import { needsViewer } from '../../platform/page/page-loader.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { Viewer } from '../../platform/wire/viewer.ts';
import { addressWith } from '../../ui/pager.tsx';

export const workers: readonly Role[] = ['writer', 'editor', 'checker', 'admin'];

/** @throws AppError page_not_found without a role of the studio, as for a page that does not exist */
export async function staffHere(services: PageServices, asker: Viewer | null, url: URL) {
  const viewer = needsViewer(asker, url);
  const roles = await studioRoles(services, viewer);
  const isSuspended = viewer.suspendedUntil !== null && viewer.suspendedUntil > services.clock();
  if (!hasOne({ roles }, staff) || isSuspended) throw notFound('page');
  const factor = await factorOf(services.connection.db, viewer);
  return { viewer, roles, factor, isLacking: lacksFactor(services, roles, factor) };
}

/**
 * Whoever has one of these roles, with the second factor given where the role needs one; the desk asks for it first,
 * and leads back.
 * @throws AppError page_not_found for everybody else
 */
export async function deskHere(
  services: PageServices,
  asker: Viewer | null,
  url: URL,
  wanted: readonly Role[],
): Promise<Actor> {
  const { viewer, roles, isLacking } = await staffHere(services, asker, url);
  if (isLacking) throw redirect(addressWith('/studio', { redirect: url.pathname + url.search }), 303);
  if (!hasOne({ roles }, wanted)) throw notFound('page');
  return { id: viewer.userId, roles };
}

/**
 * Whoever works on pieces, with the second factor given; without it the desk asks for it first.
 * @throws AppError page_not_found for a moderator, who has another desk
 */
export const workerHere = (services: PageServices, asker: Viewer | null, url: URL): Promise<Actor> =>
  deskHere(services, asker, url, workers);

/** For `ownAction`: the desk's forms come back once the factor that this session has not given yet is given. */
export async function owesFactor(services: PageServices, viewer: Viewer): Promise<boolean> {
  const factor = await factorOf(services.connection.db, viewer);
  return factor === 'needed' && lacksFactor(services, await studioRoles(services, viewer), factor);
}
