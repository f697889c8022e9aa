import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { RenderedPage } from '../platform/cache/cached-page.server.ts';
import type { PageCache } from '../platform/cache/page-cache.server.ts';

export type CacheAnswer = { status: number; headers: Record<string, string>; body: string; hasEnded: boolean };

/** A request and its response as the page cache sees them; `answer` is what the reader got, decompressed. */
export function exchange(headers: Record<string, string> = {}, method = 'GET') {
  const answer: CacheAnswer = { status: 0, headers: {}, body: '', hasEnded: false };
  const request = { method, rawHeaders: Object.entries(headers).flat(), url: '/' } as unknown as IncomingMessage;
  const decoders: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
  const response = Object.assign(new EventEmitter(), {
    writeHead(status: number, flat: string[]) {
      answer.status = status;
      for (let index = 0; index < flat.length; index += 2)
        answer.headers[flat[index] as string] = flat[index + 1] as string;
    },
    end(bytes?: string, encoding?: BufferEncoding) {
      answer.hasEnded = true;
      if (bytes === undefined) return;
      const body = Buffer.from(bytes, encoding);
      answer.body = (decoders[answer.headers['content-encoding'] ?? '']?.(body) ?? body).toString();
    },
  }) as unknown as ServerResponse;
  return { request, response, answer };
}

export const page = (body: string, tags: string[] = [], isCacheable = true): RenderedPage => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body,
  tags,
  isCacheable,
});

/** What a reader gets, and whether it came from the cache. */
export async function ask(
  cache: PageCache,
  key: string,
  render: () => Promise<RenderedPage>,
  headers: Record<string, string> = {},
): Promise<CacheAnswer & { isHit: boolean }> {
  const { request, response, answer } = exchange(headers);
  const isHit = cache.answer(key, request, response);
  if (!isHit) await cache.fill(key, request, response, render);
  return { ...answer, isHit };
}

export const isCached = (cache: PageCache, key: string): boolean => {
  const { request, response } = exchange();
  return cache.answer(key, request, response);
};
