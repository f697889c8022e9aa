import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createDiskCache } from '../../platform/cache/disk-cache.server.ts';
import { isAppError, notFound } from '../../platform/wire/errors.ts';
import { createPictures, parseVariant, pictureType } from '../../platform/process/images.server.ts';
import type { Media } from '../../platform/media/media.server.ts';
import type { PageServices } from '../../platform/page/page-services.server.ts';
import type { MediaGuard } from '../../platform/http/static-files.server.ts';
import { createWorkQueue } from '../../platform/process/work-queue.server.ts';
import { createSharePictures } from './share-pictures.server.ts';

const gigabyte = 1024 ** 3;
// Not `immutable`: a file name can be reused for another picture, and a taken-down one must leave shared caches.
const variantCaching = 'public, max-age=2592000, s-maxage=60';
const shareCaching = 'public, max-age=3600, s-maxage=60, stale-if-error=86400';

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  bytes: Buffer,
  caching: string,
  etag?: string,
) {
  reply
    .header('cache-control', caching)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (etag) reply.header('etag', etag);
  if (etag && request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(type).send(bytes);
}

/** Derived pictures, rendered on first request: responsive sizes of our media (`/img/…`) and share cards (`/og/…`). */
export function servePictures(
  app: FastifyInstance,
  services: PageServices,
  media: Media,
  guardMedia: MediaGuard,
): void {
  const cache = createDiskCache(join(services.config.dataDir, 'cache', 'pictures'), 2 * gigabyte);
  const pictures = createPictures({ media, cache, queue: createWorkQueue(1, 12) });
  const shares = createSharePictures({ services, media, cache, queue: createWorkQueue(1, 30) });

  void app.register(async (scope) => {
    guardMedia(scope, ({ params }) => parseVariant((params as { '*': string })['*'])?.path);
    scope.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: '/img/*',
      async handler(request, reply) {
        const wanted = parseVariant(request.params['*']);
        const original = wanted && (await media.find(wanted.path));
        if (!wanted || !original) throw notFound('page');
        try {
          const { bytes, etag } = await pictures.variant(wanted, original);
          return answer(request, reply, pictureType(bytes), bytes, variantCaching, etag);
        } catch (error) {
          if (!isAppError(error) || error.status !== 503) throw error;
          // Overloaded: fall back to the original, which needs no rendering.
          return reply.header('cache-control', 'no-store').redirect(`/media/${wanted.path}`, 302);
        }
      },
    });
  });

  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/og/:name',
    async handler(request, reply) {
      const match = /^(article|video|category)-([1-9]\d{0,9})\.(jpg|svg)$/.exec(request.params.name);
      const [kind, id, type] = [match?.[1], Number(match?.[2]), match?.[3]];
      if (!match || id > 2_147_483_647 || (type === 'svg' && kind !== 'category')) throw notFound('page');
      const bytes =
        kind !== 'category'
          ? await shares.of(kind as 'article' | 'video', id)
          : await (type === 'svg' ? shares.iconOf(id) : shares.ofCategory(id));
      return answer(request, reply, type === 'svg' ? 'image/svg+xml' : 'image/jpeg', bytes, shareCaching);
    },
  });
}
