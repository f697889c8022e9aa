import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { preferredEncoding } from '../http/accepted-encoding.server.ts';
import type { RenderedPage } from '../cache/cached-page.server.ts';

export function writeOnce(
  page: RenderedPage & { setCookies: string[] },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const whole = Buffer.isBuffer(page.body) ? page.body : Buffer.from(page.body);
  const encoding = preferredEncoding(String(request.headers['accept-encoding'] ?? ''));
  const body =
    encoding === 'br'
      ? brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
      : encoding === 'gzip'
        ? gzipSync(whole, { level: 1 })
        : whole;
  response.writeHead(page.status, {
    ...page.headers,
    vary: 'Accept-Encoding, Cookie',
    'content-length': String(body.length),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    ...(page.setCookies.length > 0 ? { 'set-cookie': page.setCookies } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
