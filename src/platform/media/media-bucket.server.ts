import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { BucketSettings } from '../settings/config.server.ts';
import { type BucketAnswer, type BucketRequest, createBucketClient } from './bucket-client.server.ts';
import { BucketError } from './bucket-error.ts';
import { digestOf, sizeOf } from './media-folder.server.ts';
import { isMediaPath } from './media-path.ts';
import { longestTrust, mediaChannel, type MediaStore, type Notifier, NotifyError } from './media-store.server.ts';
import { SaxesParser } from 'saxes';

const patience = 10_000;
const mostAttempts = 4;
// S3's limit for a single PUT.
const mostBytes = 5 * 1024 ** 3;
const types: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
};

type SourceFacts = { size: number; sha256: string };

export const mediaType = (path: string): string =>
  types[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';

/** Media as objects in an S3 bucket. Changes are notified to the instances, which keep local copies. */
export function createMediaBucket(settings: BucketSettings, notifier?: Notifier): MediaStore {
  const client = createBucketClient(settings);
  const send = (request: Omit<BucketRequest, 'patience'>, wait = patience) =>
    patiently(() => client.send({ ...request, patience: wait }));

  async function listPage(next: string | null, most = 1_000) {
    const query = {
      'list-type': '2',
      'encoding-type': 'url',
      'max-keys': String(most),
      prefix: client.prefix,
      ...(next === null ? {} : { 'continuation-token': next }),
    };
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await send({ method: 'GET', query })).body) chunks.push(chunk);
    return readListing(Buffer.concat(chunks).toString());
  }

  async function findSame(path: string, { size, sha256 }: SourceFacts): Promise<Headers | null> {
    const { status, headers } = await send({ method: 'HEAD', path });
    return status === 200 &&
      headers.get('x-amz-meta-sha256') === sha256 &&
      Number(headers.get('content-length')) === size
      ? headers
      : null;
  }

  return {
    place: client.place,
    check: async () => void (await listPage(null, 1)),

    async list() {
      const files: { path: string; size: number }[] = [];
      let next: string | null = null;
      do {
        const page = await listPage(next);
        files.push(
          ...page.files
            .map(({ key, size }) => ({ path: key.slice(client.prefix.length), size }))
            .filter(({ path }) => isMediaPath(path)),
        );
        next = page.next;
      } while (next !== null);
      return files;
    },

    has: async (path, source) => (await findSame(path, await factsOf(source))) !== null,

    async put(path, source) {
      const { size, sha256 } = await factsOf(source);
      if (size > mostBytes)
        throw new BucketError(`${path} has more than 5 GB, which is more than a bucket takes at once.`, 'refused');
      const there = await findSame(path, { size, sha256 });
      if (there) {
        // Its writer may have failed to notify; beyond `longestTrust` every instance revalidates by itself.
        if (ageOf(there) < longestTrust) await notifier?.notify(mediaChannel, path);
        return false;
      }
      const body = typeof source === 'string' ? await openAsBlob(source) : new Blob([new Uint8Array(source)]);
      // The store verifies the checksum on arrival; its copy in the metadata is for verification on reading.
      const headers = { 'content-type': mediaType(path), 'x-amz-content-sha256': sha256, 'x-amz-meta-sha256': sha256 };
      await send({ method: 'PUT', path, headers, body }, 20_000 + size / 100);
      await notifier?.notify(mediaChannel, path);
      return true;
    },

    async remove(path) {
      let isThere: boolean;
      try {
        isThere = (await send({ method: 'HEAD', path })).status !== 404;
        await send({ method: 'DELETE', path });
      } catch (error) {
        // Instances drop their cached copies even where the bucket is unreachable.
        await notifier?.notify(mediaChannel, path).catch(() => {});
        throw error;
      }
      await notifier?.notifyUntilHeard(mediaChannel, path).catch((error: Error) => {
        throw new NotifyError(error.message);
      });
      return isThere;
    },

    copyTo: (path, file) =>
      patiently(async () => {
        const answer = await client.send({ method: 'GET', path, patience });
        if (answer.status === 404) return false;
        await saveBody(answer, file);
        return true;
      }),
  };
}

const factsOf = async (source: string | Buffer): Promise<SourceFacts> => ({
  size: await sizeOf(source),
  sha256: await digestOf(source),
});

/** In milliseconds, by the store's own clock. */
const ageOf = (headers: Headers) =>
  Date.parse(headers.get('date') ?? '') - Date.parse(headers.get('last-modified') ?? '');

/** Retries transient failures with backoff: half a second, one, then two. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === mostAttempts || !(error instanceof BucketError && error.kind !== 'refused')) throw error;
      await delay(250 * 2 ** attempt);
    }
  }
}

/**
 * Streams the response body into a new file.
 * @returns the number of bytes
 * @throws BucketError where the body is truncated or fails its checksum
 */
export async function saveBody({ headers, body }: BucketAnswer, file: string): Promise<number> {
  const hash = createHash('sha256');
  let size = 0;
  // Opened before the body arrives: opening by path later could recreate a file that has been deleted meanwhile.
  const output = (await open(file, 'w', 0o600)).createWriteStream();
  try {
    await pipeline(
      body,
      async function* counted(chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      output,
    );
    const sha256 = headers.get('x-amz-meta-sha256');
    if (size !== Number(headers.get('content-length') ?? size))
      throw new BucketError('The bucket sent less than it said.', 'broken');
    if (sha256 !== null && sha256 !== hash.digest('hex'))
      throw new BucketError('The bucket sent other bytes than were stored.', 'broken');
    return size;
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

type Listing = {
  files: { key: string; size: number }[];
  /** Continuation token of the next thousand keys. */ next: string | null;
};

/** Parses a ListObjectsV2 response. */
function readListing(xml: string): Listing {
  const files: Listing['files'] = [];
  const values: Record<string, string> = {};
  const inside: string[] = [];
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    inside.push(name);
    text = '';
  });
  parser.on('text', (more) => {
    text += more;
  });
  parser.on('closetag', () => {
    const [, parent, name] = inside;
    if (parent === 'Contents' && name === undefined) files.push({ key: values.Key ?? '', size: Number(values.Size) });
    // Fields of an entry, or of the listing itself.
    else if (inside.length === 2 || (inside.length === 3 && parent === 'Contents'))
      values[inside.at(-1) as string] = text;
    inside.pop();
  });
  parser.write(xml).close();
  // Some stores ignore encoding-type=url: decode only where the response says that keys are encoded.
  const decoded = (key: string) => (values.EncodingType === 'url' ? decodeURIComponent(key.replaceAll('+', ' ')) : key);
  return {
    files: files.map(({ key, size }) => ({ key: decoded(key), size })),
    next: values.IsTruncated === 'true' ? (values.NextContinuationToken ?? null) : null,
  };
}
