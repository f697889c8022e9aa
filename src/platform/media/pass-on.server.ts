import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound, unavailable } from '../wire/errors.ts';
import type { BucketAnswer } from './bucket-client.server.ts';
import { mediaType } from './media-bucket.server.ts';
import { mediaHeaders } from './media-headers.ts';

type Ask = (method: 'GET' | 'HEAD', path: string, headers: Record<string, string>) => Promise<BucketAnswer>;

const mostAtOnce = 100;

/** Streams a large file that is not cached yet from the bucket to the client. */
export function createPassOn(ask: Ask) {
  let passing = 0;

  return async (request: FastifyRequest, reply: FastifyReply, path: string): Promise<void> => {
    // The client has disconnected.
    if (reply.raw.destroyed) return;
    if (passing >= mostAtOnce) throw unavailable(2);
    passing += 1;
    reply.raw.once('close', () => {
      passing -= 1;
    });
    const { range, 'if-range': ifRange } = request.headers;
    // If-Range cannot be verified here, and the earlier part may be of another version: send the whole file.
    const isPart = range !== undefined && ifRange === undefined && /^bytes=(?:\d+-\d*|-\d+)$/.test(range);
    const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
    const answer = await ask(method, path, isPart && method === 'GET' ? { range } : {});
    if (answer.status === 404) throw notFound('page');
    if (reply.raw.destroyed) {
      answer.discard();
      return;
    }
    reply.raw.once('close', () => answer.discard());
    reply.code(answer.status).type(mediaType(path)).headers(mediaHeaders).header('accept-ranges', 'bytes');
    const { headers, status } = answer;
    const whole = headers.get('content-range');
    if (whole !== null) reply.header('content-range', whole);
    if (status === 416) return void reply.send('');
    const modified = headers.get('last-modified') ?? new Date(0).toUTCString();
    const length = headers.get('content-length');
    reply.header('last-modified', modified);
    // The same validator as the file will have once it is served from disk.
    if (length !== null)
      reply
        .header('content-length', length)
        .header(
          'etag',
          `W/"${Number(whole?.split('/')[1] ?? length).toString(16)}-${Date.parse(modified).toString(16)}"`,
        );
    void reply.send(method === 'HEAD' ? null : Readable.from(answer.body, { objectMode: false }));
  };
}
