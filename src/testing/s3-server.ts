import { createHash, createHmac, hash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

type StoredObject = { bytes: Buffer; type: string; sha256: string | undefined; at: Date };
/**
 * A fault instead of a response. `stalls`, `cuts` and a promise strike after half a file, which then never continues,
 * is cut off, or continues when the promise resolves; `late` delays the response itself.
 */
export type Trouble = null | number | 'hangs' | 'stalls' | 'cuts' | Promise<void> | { late: Promise<void> };

export type S3Server = {
  /** Environment for the site. */
  env: Record<string, string>;
  /** By key, as uploaded. */
  objects: Map<string, StoredObject>;
  /** Log of requests in order, such as `GET media/a.webp`. */
  requests: string[];
  trouble(of: (request: string) => Trouble): void;
  /** Omits these headers from responses with files. */
  omits(...headers: string[]): void;
  /** Stops listening and cuts open connections. */
  kill(): Promise<void>;
  start(): Promise<void>;
};

const s3Key = { id: 'AKIDTEST', secret: 'test+secret/with=signs' };

/** An in-memory store with the part of S3 that the site uses; it verifies every request's signature. */
export async function startS3Server(path = 'nagrik/media'): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const [bucket] = path.split('/');
  let omitted: string[] = [];
  let troubleOf: (request: string) => Trouble = () => null;
  let server: Server | undefined;
  let port = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://store.invalid');
    const [, first = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    const name = `${request.method} ${key}`;
    requests.push(name);
    const trouble = troubleOf(name);
    if (trouble === 'hangs') return;
    if (typeof trouble === 'number')
      return refuse(response, trouble, trouble === 500 ? 'InternalError' : 'InvalidRequest');
    const isLate = trouble !== null && typeof trouble === 'object' && 'late' in trouble;
    if (isLate) await trouble.late;
    const body = await bytesOf(request);
    if (
      request.headers['x-amz-content-sha256'] !== 'UNSIGNED-PAYLOAD' &&
      request.headers['x-amz-content-sha256'] !== hash('sha256', body)
    )
      return refuse(response, 400, 'XAmzContentSHA256Mismatch');
    if (signatureOf(request, url, s3Key.secret) !== /Signature=(\w+)/.exec(request.headers.authorization ?? '')?.[1])
      return refuse(response, 403, 'SignatureDoesNotMatch');
    if (first !== bucket) return refuse(response, 404, 'NoSuchBucket');
    if (url.searchParams.has('list-type')) return list(url.searchParams, response);
    if (request.method === 'PUT') return store(key, body, request, response);
    if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
      return;
    }
    return send(key, isLate ? null : trouble, request, response);
  }

  function store(key: string, bytes: Buffer, { headers }: IncomingMessage, response: ServerResponse): void {
    objects.set(key, {
      bytes,
      type: headers['content-type'] ?? '',
      sha256: headers['x-amz-meta-sha256'] as string | undefined,
      at: new Date(),
    });
    response.writeHead(200).end();
  }

  function send(key: string, trouble: Trouble, { method, headers }: IncomingMessage, response: ServerResponse): void {
    const object = objects.get(key);
    if (!object) return refuse(response, 404, 'NoSuchKey');
    const size = object.bytes.length;
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
    const start = from === undefined ? 0 : from === '' ? Math.max(0, size - Number(to)) : Number(from);
    const end = from === undefined || from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to));
    const common = {
      'last-modified': object.at.toUTCString(),
      'content-type': object.type,
      ...(object.sha256 ? { 'x-amz-meta-sha256': object.sha256 } : {}),
    };
    if (from !== undefined && start >= size) {
      response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
      return;
    }
    const bytes = object.bytes.subarray(start, end + 1);
    const responseHeaders = {
      ...common,
      'content-length': bytes.length,
      ...(from === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
    };
    response.writeHead(
      from === undefined ? 200 : 206,
      Object.fromEntries(Object.entries(responseHeaders).filter(([name]) => !omitted.includes(name))),
    );
    if (method === 'HEAD') response.end();
    else if (trouble === null) response.end(bytes);
    else response.write(bytes.subarray(0, bytes.length >> 1));
    if (method === 'HEAD') return;
    else if (trouble instanceof Promise) void trouble.then(() => response.end(bytes.subarray(bytes.length >> 1)));
    else if (trouble === 'cuts') setImmediate(() => response.destroy());
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
    const page = keys.slice(0, Number(query.get('max-keys')));
    const contents = page
      .map(
        (key) =>
          `<Contents><Key>${encodeURIComponent(key).replaceAll('%20', '+')}</Key><Size>${objects.get(key)?.bytes.length}</Size><Owner><ID>1</ID></Owner></Contents>`,
      )
      .join('');
    const next =
      keys.length > page.length
        ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${page.at(-1)?.replaceAll('&', '&amp;')}</NextContinuationToken>`
        : '<IsTruncated>false</IsTruncated>';
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><EncodingType>url</EncodingType>${next}${contents}</ListBucketResult>`,
    );
  }

  async function start(): Promise<void> {
    server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
    server.on('connection', (socket) => sockets.add(socket.on('close', () => sockets.delete(socket))));
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  }

  await start();
  return {
    env: { MEDIA_S3_URL: `http://127.0.0.1:${port}/${path}`, MEDIA_S3_KEY_ID: s3Key.id, MEDIA_S3_SECRET: s3Key.secret },
    objects,
    requests,
    trouble(of) {
      troubleOf = of;
    },
    omits(...headers) {
      omitted = headers;
    },
    start,
    async kill() {
      const closed = new Promise((resolve) => server?.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`);
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signature Version 4 of the request as received. */
export function signatureOf(
  { method, headers }: { method?: string | undefined; headers: Record<string, string | string[] | undefined> },
  url: URL,
  secret: string,
): string {
  const [, date = '', region = '', signed = ''] =
    /Credential=[^/]+\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+)/.exec(
      String(headers.authorization),
    ) ?? [];
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const canonical = [
    method,
    url.pathname,
    query,
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const toSign = [
    'AWS4-HMAC-SHA256',
    headers['x-amz-date'],
    `${date}/${region}/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const key = [date, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (before, part) => createHmac('sha256', before).update(part).digest(),
    `AWS4${secret}`,
  );
  return createHmac('sha256', key).update(toSign).digest('hex');
}
