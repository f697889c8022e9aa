import { AwsClient } from 'aws4fetch';
import type { BucketSettings } from '../settings/config.server.ts';
import { isAppError } from '../wire/errors.ts';
import { inTime } from '../process/in-time.server.ts';
import { bucketFailures } from '../observe/process-counts.server.ts';
import { BucketError } from './bucket-error.ts';

export type BucketRequest = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Absent for requests to the bucket itself. */
  path?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Blob;
  /** Timeout in milliseconds, for the first byte and between chunks. */
  patience: number;
};

export type BucketAnswer = {
  status: number;
  headers: Headers;
  body: AsyncGenerator<Uint8Array>;
  /** For callers that do not read the body to its end: frees the connection. */ discard(): void;
};

// Encoded as Signature Version 4 canonicalises paths, so that no proxy rewrites the URL and breaks the signature.
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const queryOf = (query: Record<string, string>) =>
  Object.entries(query)
    .map(([name, value], at) => `${at === 0 ? '?' : '&'}${name}=${encoded(value)}`)
    .join('');
const wellAnswered = new Set([200, 204, 206, 404, 416]);

/** Signed requests to one bucket, with path-style addressing. */
export function createBucketClient({ url, keyId, secret, region }: BucketSettings) {
  const [, origin, bucket, folder = ''] = /^(https?:\/\/[^/]+)\/([^/]+)\/?(.*)$/i.exec(url) as unknown as [
    string,
    string,
    string,
    string?,
  ];
  const bucketUrl = `${origin}/${bucket}`;
  const prefix = folder === '' ? '' : `${folder}/`;
  const place = `${bucketUrl}${folder && `/${folder}`}`;
  const aws = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    ...(region ? { region } : {}),
  });

  /**
   * Returns 404 and 416 as responses too.
   * @throws BucketError where no usable response arrives
   */
  async function send({
    method,
    path,
    query = {},
    headers = {},
    body,
    patience,
  }: BucketRequest): Promise<BucketAnswer> {
    const stop = new AbortController();
    const address = `${bucketUrl}${path === undefined ? '' : `/${(prefix + path).split('/').map(encoded).join('/')}`}${queryOf(query)}`;
    const timer = setTimeout(() => stop.abort(), patience);
    try {
      const request = await aws.sign(address, {
        method,
        headers,
        redirect: 'manual',
        signal: stop.signal,
        ...(body ? { body } : {}),
      });
      // Not covered by the signature: some proxies in front of stores change this header.
      request.headers.set('accept-encoding', 'identity');
      const response = await fetch(request);
      const { status, headers: answered } = response;
      if (!wellAnswered.has(status)) throw await refusal(response, path);
      if (status === 404 && method === 'GET') await expectMissing(response, path);
      if (status === 404 || method !== 'GET') await response.body?.cancel();
      return {
        status,
        headers: answered,
        body: steadily(response, patience),
        discard: () => void response.body?.cancel().catch(() => {}),
      };
    } catch (error) {
      const failure =
        error instanceof BucketError
          ? error
          : new BucketError(`The bucket ${place} does not answer (${reasonOf(error)}).`, 'away');
      bucketFailures[failure.kind] += 1;
      throw failure;
    } finally {
      clearTimeout(timer);
    }
  }

  /** A 404 must mean a missing object, not a missing bucket. */
  async function expectMissing(response: Response, path: string | undefined): Promise<void> {
    const copy = response.clone();
    if (path === undefined || (await copy.text()).includes('<Code>NoSuchBucket</Code>'))
      throw await refusal(response, path);
  }

  /** Yields the body's chunks; fails when one is overdue. */
  async function* steadily(response: Response, patience: number): AsyncGenerator<Uint8Array> {
    const reader = response.body?.getReader();
    if (!reader) return;
    try {
      for (;;) {
        const { done, value } = await inTime(reader.read(), patience);
        if (done) return;
        yield value;
      }
    } catch (error) {
      bucketFailures.broken += 1;
      throw new BucketError(`The bucket ${place} broke off in the middle (${reasonOf(error)}).`, 'broken');
    } finally {
      // Ending the iteration early releases the connection.
      await reader.cancel().catch(() => {});
    }
  }

  function reasonOf(error: unknown): string {
    const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
    return name === 'AbortError' || isAppError(error) ? 'it took too long' : (cause?.code ?? cause?.message ?? message);
  }

  async function refusal(response: Response, path: string | undefined): Promise<BucketError> {
    const { status } = response;
    const code = /<Code>([\w.]{1,80})<\/Code>/.exec(await response.text().catch(() => ''))?.[1] ?? '';
    const detail = code ? `${status} ${code}` : String(status);
    if (status >= 500 || status === 429)
      return new BucketError(`The bucket ${place} has trouble of its own (${detail}).`, 'away');
    if (status < 400 || /Region|AuthorizationHeaderMalformed/.test(code))
      return new BucketError(
        `The bucket ${place} is in another region, or at another address (${detail}): see MEDIA_S3_URL and MEDIA_S3_REGION.`,
        'refused',
      );
    if (status === 404) return new BucketError(`There is no bucket ${place} (${detail}): see MEDIA_S3_URL.`, 'refused');
    if (code === 'RequestTimeTooSkewed')
      return new BucketError(
        `The bucket ${place} refuses requests, because this machine's clock is wrong (${detail}).`,
        'refused',
      );
    // A response without a body, as to HEAD, carries no error code.
    if (![401, 403].includes(status) && !/AccessKey|Token|Signature|Credential/.test(code))
      return new BucketError(`The bucket ${place} does not take ${path ?? 'this'} (${detail}).`, 'refused');
    return new BucketError(
      `The bucket ${place} refuses the key (${detail}): see MEDIA_S3_KEY_ID and MEDIA_S3_SECRET, and what that key may do.`,
      'refused',
    );
  }

  return { place, prefix, send };
}
