import { redirect } from 'react-router';
import { factorOf } from '../features/studio/second-factor.server.ts';
import { lacksFactor, studioRoles } from '../features/studio/staff-hook.server.ts';
import { type Actor, hasOne, staff } from '../features/studio/studio.policy.ts';
import { notFound } from '../platform/errors.ts';
import { needsViewer } from '../platform/page-loader.server.ts';
import type { PageServices } from '../platform/page-services.server.ts';
import type { Viewer } from '../platform/viewer.ts';

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
 * Whoever works on pieces, with the second factor given; without it the desk asks for it first.
 * @throws AppError page_not_found for a moderator, who has another desk
 */
export async function workerHere(services: PageServices, asker: Viewer | null, url: URL): Promise<Actor> {
  const { viewer, roles, isLacking } = await staffHere(services, asker, url);
  if (isLacking) throw redirect('/studio', 303);
  if (!hasOne({ roles }, ['writer', 'editor', 'checker', 'admin'])) throw notFound('page');
  return { id: viewer.userId, roles };
}
