import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { BucketSettings } from '../config.server.ts';
import { type BucketAnswer, type BucketRequest, createBucketClient } from './bucket-client.server.ts';
import { BucketError } from './bucket-error.ts';
import { digestOf, sizeOf } from './media-folder.server.ts';
import { isMediaPath, mediaChannel, type MediaStore, type Notifier } from './media-store.server.ts';
import { readListing } from './read-listing.server.ts';

const patience = 10_000;
const mostAttempts = 4;
// What S3 takes in one request.
const mostBytes = 5 * 1024 ** 3;
const types: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', mp4: 'video/mp4', webm: 'video/webm', vtt: 'text/vtt; charset=utf-8' };

export const mediaType = (path: string): string => types[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';

/** Media as objects of a bucket. Of what changes the instances hear, which keep copies. */
export function createMediaBucket(settings: BucketSettings, notifier?: Notifier): MediaStore {
  const client = createBucketClient(settings);
  const send = (request: Omit<BucketRequest, 'patience'>, wait = patience) => patiently(() => client.send({ ...request, patience: wait }));

  async function listPage(next: string | null, most = 1_000) {
    const query = { 'list-type': '2', 'encoding-type': 'url', 'max-keys': String(most), prefix: client.prefix, ...(next === null ? {} : { 'continuation-token': next }) };
    const chunks: Uint8Array[] = [];
    for await (const chunk of (await send({ method: 'GET', query })).body) chunks.push(chunk);
    return readListing(Buffer.concat(chunks).toString());
  }

  return {
    place: client.place,
    check: async () => void await listPage(null, 1),

    async list() {
      const files: { path: string; size: number }[] = [];
      let next: string | null = null;
      do {
        const page = await listPage(next);
        files.push(...page.files.map(({ key, size }) => ({ path: key.slice(client.prefix.length), size })).filter(({ path }) => isMediaPath(path)));
        next = page.next;
      } while (next !== null);
      return files;
    },

    async put(path, source) {
      const [size, sha256] = [await sizeOf(source), await digestOf(source)];
      if (size > mostBytes) throw new BucketError(`${path} has more than 5 GB, which is more than a bucket takes at once.`, false);
      const there = await send({ method: 'HEAD', path });
      if (there.status === 200 && there.headers.get('x-amz-meta-sha256') === sha256 && Number(there.headers.get('content-length')) === size) return false;
      const body = typeof source === 'string' ? await openAsBlob(source) : new Blob([new Uint8Array(source)]);
      // The store compares the checksum with what arrives; the copy beside it is for whoever reads it back.
      const headers = { 'content-type': mediaType(path), 'x-amz-content-sha256': sha256, 'x-amz-meta-sha256': sha256 };
      await send({ method: 'PUT', path, headers, body }, 20_000 + size / 100);
      await notifier?.notify(mediaChannel, path);
      return true;
    },

    async remove(path) {
      try {
        await send({ method: 'DELETE', path });
      } finally {
        await notifier?.notify(mediaChannel, path);
      }
    },

    copyTo: (path, file) => patiently(async () => {
      const answer = await client.send({ method: 'GET', path, patience });
      if (answer.status === 404) return false;
      await saveBody(answer, file);
      return true;
    }),
  };
}

/** Trouble that passes is waited out: half a second, then one, then two. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === mostAttempts || !(error instanceof BucketError && error.isAway)) throw error;
      await delay(250 * 2 ** attempt);
    }
  }
}

/**
 * Writes what comes into a new file.
 * @throws BucketError where it is not all, or not what was stored
 */
export async function saveBody({ headers, body }: BucketAnswer, file: string): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  // Opened before, so that nothing makes it anew after it is deleted.
  const output = (await open(file, 'w', 0o600)).createWriteStream();
  try {
    await pipeline(body, async function* counted(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    }, output);
    const sha256 = headers.get('x-amz-meta-sha256');
    if (size !== Number(headers.get('content-length') ?? size)) throw new BucketError('The bucket sent less than it said.', true);
    if (sha256 !== null && sha256 !== hash.digest('hex')) throw new BucketError('The bucket sent other bytes than were stored.', true);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}
