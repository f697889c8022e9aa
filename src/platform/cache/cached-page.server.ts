import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { type Encoding, encodingFor } from '../http/accepted-encoding.server.ts';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

export type RenderedPage = {
  status: number;
  /** Lower-case names; without content-length, content-encoding, etag and vary, which the cache sets. */
  headers: Record<string, string>;
  body: string | Buffer;
  /** Invalidation tags: what the page shows, such as `article:12`, `articles`. */
  tags: Iterable<string>;
  isCacheable: boolean;
  /** A refusal of one caller: concurrent requests for the same page must render it themselves. */
  isForCaller?: boolean;
};

/** Bytes as a Latin-1 string: Node sends a string with its headers in one write, a Buffer in two. */
type Variant = { bytes: string; headers: string[] };
/** A page in the cache. `counted`: bytes of this page that are counted in the cache's size. */
export type CachedPage = {
  expiresAt: number;
  wasUsed: boolean;
  isWorthIt: boolean;
  counted: number;
  page: Omit<RenderedPage, 'body' | 'tags'>;
  body: Buffer;
  tags: Set<string>;
  etag: string;
  variants: Partial<Record<Encoding, Variant>>;
  notModified: string[];
};

/** Maximum age in milliseconds, for content that changes with time alone ('read next', upcoming dates). */
export const longestStay = 10 * 60_000;

export function cachedPageOf(page: RenderedPage): CachedPage {
  const body = Buffer.isBuffer(page.body) ? page.body : Buffer.from(page.body);
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const notModified = flat({ ...page.headers, etag, vary: 'Accept-Encoding' }, (name) => name !== 'content-type');
  return {
    expiresAt: Date.now() + longestStay,
    wasUsed: false,
    isWorthIt: false,
    counted: 0,
    page: {
      status: page.status,
      headers: page.headers,
      isCacheable: page.isCacheable,
      isForCaller: page.isForCaller ?? false,
    },
    body,
    tags: new Set(page.tags),
    etag,
    variants: {},
    notModified,
  };
}

const quickly: Record<Encoding, (body: Buffer) => Buffer> = {
  br: (body) =>
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } }),
  gzip: (body) => gzipSync(body, { level: 1 }),
  identity: (body) => body,
};

function variantOf(entry: CachedPage, encoding: Encoding): Variant {
  const known = entry.variants[encoding];
  if (known) return known;
  const quick = toVariant(entry, encoding, quickly[encoding](entry.body));
  entry.variants[encoding] = quick;
  return quick;
}

/** For a page that is requested again: takes up to a tenth of a second, off the thread. */
export async function compressWell(entry: CachedPage): Promise<Record<'br' | 'gzip', Variant>> {
  const [br, gz] = await Promise.all([
    brotliAsync(entry.body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: entry.body.length },
    }),
    gzipAsync(entry.body, { level: 9 }),
  ]);
  return { br: toVariant(entry, 'br', br), gzip: toVariant(entry, 'gzip', gz) };
}

/** In bytes. The uncompressed body is kept, too, for compressing and for some clients; 4,000 stand for headers. */
export const sizeOf = ({ body, variants: { br, gzip: gz } }: CachedPage) =>
  2 * body.length + (br?.bytes.length ?? 0) + (gz?.bytes.length ?? 0) + 4_000;

function toVariant(entry: CachedPage, encoding: Encoding, body: Buffer): Variant {
  const headers: Record<string, string> = {
    ...entry.page.headers,
    etag: entry.etag,
    vary: 'Accept-Encoding',
    'content-length': String(body.length),
  };
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  return { bytes: body.toString('latin1'), headers: flat(headers, () => true) };
}

// writeHead takes a flat array as it is, without copying it, which keeps a hit cheap.
const flat = (headers: Record<string, string>, keep: (name: string) => boolean) =>
  Object.entries(headers).flatMap(([name, value]) => (keep(name) ? [name, value] : []));

// The getter `request.headers` builds an object of all headers, which costs more than the rest of a hit.
function headerOf(request: IncomingMessage, name: string): string | undefined {
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index] as string;
    if (candidate.length === name.length && candidate.toLowerCase() === name) return rawHeaders[index + 1];
  }
  return undefined;
}

/** Answers with the page, or 304 where the client has it. */
export function writePage(entry: CachedPage, request: IncomingMessage, response: ServerResponse) {
  const ifNoneMatch = headerOf(request, 'if-none-match');
  if (
    ifNoneMatch !== undefined &&
    entry.page.status === 200 &&
    (ifNoneMatch === '*' || ifNoneMatch.includes(entry.etag.slice(2)))
  ) {
    response.writeHead(304, entry.notModified);
    response.end();
    return;
  }
  const { bytes, headers } = variantOf(entry, encodingFor(headerOf(request, 'accept-encoding')));
  response.writeHead(entry.page.status, headers);
  if (request.method === 'HEAD') response.end();
  else response.end(bytes, 'latin1');
}
