import type { FastifyReply, FastifyRequest } from 'fastify';
import { currentLanguage } from '../../messages/catalogue.ts';
import type { PageCache } from './page-cache.server.ts';

/**
 * Answers a large JSON document from the page cache: compressed, with an ETag, rendered by single flight. The document
 * must be the same for everybody who reads one language.
 * @param tags whose invalidation drops it
 */
export async function answerCached(
  cache: PageCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { tags, make }: { tags: string[]; make: () => Promise<unknown> },
): Promise<void> {
  // No address begins like this, so it is never taken for a page.
  const key = `#${request.routeOptions.url} ${currentLanguage()}`;
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  if (!cache.answer(key, request.raw, raw))
    await cache.fill(key, request.raw, raw, async () => ({
      status: 200,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=0, must-revalidate',
      },
      body: JSON.stringify(await make()),
      tags,
      isCacheable: true,
    }));
  reply.hijack();
}
