import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiApp } from '../../../platform/http/api.server.ts';
import { notFound } from '../../../platform/wire/errors.ts';
import { inTime } from '../../../platform/process/in-time.server.ts';
import type { PageServices } from '../../../platform/page/page-services.server.ts';
import { createWorkQueue } from '../../../platform/process/work-queue.server.ts';
import { isSuspended } from '../../../platform/wire/viewer.ts';
import { findViewer, knowViewers } from '../../sessions/viewer-hook.server.ts';
import { isPreviewed, previewSecrets } from '../sharing/preview-links.server.ts';
import { hasOne, readers } from '../studio.policy.ts';
import { shownLive } from './media-uses.queries.server.ts';

// In any case: a file system may fold it.
const isUpload = /^studio\//i;

/**
 * Uploads are 404 to everybody but the newsroom, and whoever has a preview link, until a live revision shows them.
 * @returns guards a scope of routes; `pathOf`: the requested file, relative to `/media/`
 */
export function createUploadGuard(services: PageServices) {
  // Whoever sends a made-up cookie makes two of the pool's connections busy, never more.
  const unpublishedFiles = createWorkQueue(2, 100);
  const isLive = batchLookups(async (paths) => shownLive(services.connection.db, paths));

  return (app: FastifyInstance, pathOf: (request: FastifyRequest) => string | undefined): void => {
    const unpublished = new WeakSet<FastifyRequest>();
    knowViewers(app as ApiApp, services);
    app.addHook('preHandler', async (request) => {
      const path = pathOf(request);
      if (path === undefined || !isUpload.test(path)) return;
      const file = `/media/${path}`;
      if (await inTime(isLive(file), services.longestAnswer)) return;
      unpublished.add(request);
      const mayOpen = unpublishedFiles.run(
        request.id,
        async () => (await isOfNewsroom(services, request)) || (await hasPreview(services, request, file)),
      );
      if (!(await inTime(mayOpen, services.longestAnswer))) throw notFound('page');
    });
    // Last, over what the route says: no shared cache may have it, nor a page of another site show it.
    app.addHook('onSend', async (request, reply) => {
      if (unpublished.has(request))
        reply.headers({ 'cache-control': 'private, no-store', 'cross-origin-resource-policy': 'same-origin' });
    });
  };
}

async function isOfNewsroom({ clock }: PageServices, request: FastifyRequest): Promise<boolean> {
  const viewer = await findViewer(request);
  if (!viewer || viewer.lacksFactor || isSuspended(viewer, clock())) return false;
  return hasOne({ roles: viewer.roles as never }, readers);
}

async function hasPreview(services: PageServices, { headers }: FastifyRequest, file: string): Promise<boolean> {
  const secrets = previewSecrets(headers.cookie);
  return secrets.length > 0 && isPreviewed(services, secrets, file);
}

/** One query at a time, for all that is asked meanwhile: no crowd of requests takes more than one connection. */
function batchLookups(find: (keys: string[]) => Promise<Set<string>>): (key: string) => Promise<boolean> {
  let last: Promise<unknown> = Promise.resolve();
  let next: { keys: Set<string>; found: Promise<Set<string>> } | null = null;
  return async (key) => {
    if (!next) {
      const keys = new Set<string>();
      const found = last.then(() => {
        next = null;
        return find([...keys]);
      });
      last = found.catch(() => {});
      next = { keys, found };
    }
    next.keys.add(key);
    return (await next.found).has(key);
  };
}
