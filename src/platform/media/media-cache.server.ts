import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, unlinkSync } from 'node:fs';
import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Connection } from '../../database/connect.server.ts';
import type { BucketSettings } from '../settings/config.server.ts';
import { trimFolder } from '../cache/disk-cache.server.ts';
import { isAppError, unavailable } from '../wire/errors.ts';
import { type BucketAnswer, createBucketClient } from './bucket-client.server.ts';
import { BucketError } from './bucket-error.ts';
import { saveBody } from './media-bucket.server.ts';
import { removeAbandoned } from './media-folder.server.ts';
import type { Media } from './media.server.ts';
import { isMediaPath } from './media-path.ts';
import { mediaChannel, type MediaFacts, longestTrust } from './media-store.server.ts';
import { createPassOn } from './pass-on.server.ts';

const patience = 2_500;
/** Files up to this size are downloaded before answering; larger ones are streamed through and cached meanwhile. */
const worthWaitingFor = 8_000_000;
const mostFetches = 64;
/** Concurrent metadata requests: a flood of missing names must not delay requests for existing files. */
const mostQuestions = 256;
const restAfterTrouble = 1_000;

type Fetch = { isStale: boolean; begun: Promise<{ size: number; done: Promise<void> } | null> };

/** The size is NaN where the store sends no Content-Length. */
const factsOf = ({ headers }: BucketAnswer): MediaFacts => ({
  size: Number(headers.get('content-length') ?? NaN),
  mtimeMs: Date.parse(headers.get('last-modified') ?? '') || 0,
});

/** On-disk cache of a bucket's recently requested media, local to this instance. */
export async function createMediaCache(
  settings: BucketSettings,
  parent: string,
  connection: Pick<Connection, 'listen'>,
  onTrouble: (error: Error) => void,
): Promise<Media> {
  const folder = join(parent, 'media');
  const unfinished = join(parent, 'media-coming');
  const client = createBucketClient(settings);
  const known = createKnownMedia();
  const questions = new Map<string, Promise<MediaFacts | null>>();
  const fetches = new Map<string, Fetch>();
  let changes = 0;
  let restUntil = 0;
  let asking = 0;
  let coming = 0;
  let sinceTrim = 0;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const trim = () => trimFolder(folder, settings.cacheBytes, ({ atimeMs }) => atimeMs);
  void Promise.all([trim(), removeAbandoned(unfinished)]).catch(onTrouble);

  const isTooLarge = ({ size }: { size: number }) => size > settings.cacheBytes / 2;

  /** @throws AppError 503 while the store is unreachable */
  async function ask(
    method: 'GET' | 'HEAD',
    path: string,
    headers: Record<string, string> = {},
  ): Promise<BucketAnswer> {
    if (Date.now() < restUntil) throw unavailable();
    if (asking >= mostQuestions) throw unavailable(2);
    asking += 1;
    try {
      return await client.send({ method, path, headers, patience });
    } catch (error) {
      throw refused(error);
    } finally {
      asking -= 1;
    }
  }

  function refused(error: unknown): Error {
    if (!(error instanceof BucketError)) return error as Error;
    // Circuit breaker: one request a second probes the store, the others fail fast.
    if (error.kind === 'away') restUntil = Date.now() + restAfterTrouble;
    onTrouble(error);
    return unavailable();
  }

  function find(path: string): Promise<MediaFacts | null> {
    const facts = known.find(path);
    if (facts !== undefined) return Promise.resolve(facts);
    const running = questions.get(path);
    if (running) return running;
    const mine = question(path).finally(() => {
      if (questions.get(path) === mine) questions.delete(path);
    });
    questions.set(path, mine);
    return mine;
  }

  async function question(path: string): Promise<MediaFacts | null> {
    const before = known.lastOf(path);
    const changesBefore = changes;
    try {
      const answer = await ask('HEAD', path);
      const facts = answer.status === 404 ? null : factsOf(answer);
      if (facts === null) forget(path);
      if (changes === changesBefore) known.remember(path, facts);
      return facts;
    } catch (error) {
      // No change was notified in the meantime.
      if (before && known.lastOf(path) === before) return before;
      throw error;
    }
  }

  async function isHere(path: string): Promise<boolean> {
    const file = join(folder, path);
    const there = await stat(file).catch(() => null);
    if (!there?.isFile()) return false;
    const facts = await find(path);
    if (facts?.mtimeMs !== there.mtimeMs || (facts.size !== there.size && !Number.isNaN(facts.size))) return false;
    if (Date.now() - there.atimeMs > 60_000) void utimes(file, new Date(), there.mtime).catch(() => {});
    return true;
  }

  /** Single flight: concurrent misses of one file share a download. Null where there is no such file. */
  function begin(path: string): Fetch {
    const running = fetches.get(path);
    if (running) return running;
    const mine: Fetch = { isStale: false, begun: start() };
    const end = () => {
      if (fetches.get(path) === mine) fetches.delete(path);
    };
    async function start() {
      const answer = await ask('GET', path);
      if (answer.status === 404) {
        forget(path);
        if (!mine.isStale) known.remember(path, null);
        return null;
      }
      const facts = factsOf(answer);
      if (isTooLarge(facts)) {
        answer.discard();
        end();
        return { size: facts.size, done: Promise.resolve() };
      }
      if (coming >= mostFetches) {
        answer.discard();
        throw unavailable(2);
      }
      coming += 1;
      const done = keep(answer, facts).finally(() => {
        coming -= 1;
      });
      done.catch(() => {}).finally(end);
      return { size: facts.size, done };
    }
    async function keep(answer: BucketAnswer, { mtimeMs }: MediaFacts): Promise<void> {
      const half = join(unfinished, randomUUID());
      try {
        await mkdir(unfinished, { recursive: true, mode: 0o700 });
        const size = await saveBody(answer, half);
        await utimes(half, new Date(), new Date(mtimeMs));
        await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
        // The file was changed or removed during the download.
        if (mine.isStale) return;
        renameSync(half, join(folder, path));
        known.remember(path, { size, mtimeMs });
        count(size);
      } catch (error) {
        throw refused(error);
      } finally {
        await rm(half, { force: true });
      }
    }
    mine.begun.then((begun) => begun ?? end(), end);
    fetches.set(path, mine);
    return mine;
  }

  function count(bytes: number): void {
    sinceTrim += bytes;
    if (sinceTrim <= settings.cacheBytes / 20) return;
    sinceTrim = 0;
    void trim().catch(onTrouble);
  }

  /** @param waits whether to wait for large files too */
  async function bring(path: string, waits: boolean): Promise<'here' | 'missing' | 'coming'> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (known.find(path) === null) return 'missing';
      if (await isHere(path)) return 'here';
      const begun = await begin(path).begun;
      if (!begun) return 'missing';
      if (waits && isTooLarge(begun)) throw unavailable();
      if (!waits && (begun.size > worthWaitingFor || isTooLarge(begun))) return 'coming';
      try {
        await begun.done;
      } catch (error) {
        if (isAppError(error)) throw error;
        // Possibly a full local disk.
        onTrouble(error as Error);
        if (!waits) return 'coming';
        throw unavailable();
      }
    }
    // The file changes faster than it can be downloaded.
    throw unavailable();
  }

  function forget(path: string): void {
    known.forget(path);
    try {
      unlinkSync(join(folder, path));
    } catch {
      // A leftover copy is never served: the bucket is asked first.
    }
  }

  function drop(path: string): void {
    changes += 1;
    const fetch = fetches.get(path);
    if (fetch) fetch.isStale = true;
    fetches.delete(path);
    questions.delete(path);
    forget(path);
  }

  /** Notifications may have been missed: revalidate every file before serving it again. */
  function doubtAll(): void {
    changes += 1;
    known.forgetAll();
    questions.clear();
    for (const fetch of fetches.values()) fetch.isStale = true;
    fetches.clear();
  }

  await connection.listen(
    mediaChannel,
    (path) => {
      if (isMediaPath(path)) drop(path);
    },
    doubtAll,
  );
  const passOn = createPassOn((method, path, headers) => ask(method, path, headers));

  return {
    folder,
    find: async (path) => (isMediaPath(path) ? find(path) : null),
    fetch: async (path) => (isMediaPath(path) && (await bring(path, true)) === 'here' ? join(folder, path) : null),
    async prepare(request, reply, path) {
      if (!isMediaPath(path) || (await bring(path, false)) !== 'coming') return false;
      await passOn(request, reply, path);
      return true;
    },
  };
}

const mostKnown = 50_000;
const mostMissing = 10_000;
const missingFor = 5_000;

/** Cached metadata of the bucket's files, with a limited time to live. */
function createKnownMedia() {
  const known = new Map<string, MediaFacts & { askedAt: number }>();
  const missing = new Map<string, number>();

  function forget(path: string): void {
    known.delete(path);
    missing.delete(path);
  }

  return {
    forget,

    forgetAll(): void {
      known.clear();
      missing.clear();
    },

    /** Ignores the time to live; invalidated only by a notified change. */
    lastOf: (path: string): MediaFacts | undefined => known.get(path),

    /** Null for a known-missing file; undefined on a cache miss. */
    find(path: string): MediaFacts | null | undefined {
      const facts = known.get(path);
      if (facts) return Date.now() - facts.askedAt < longestTrust ? facts : undefined;
      return Date.now() - (missing.get(path) ?? 0) < missingFor ? null : undefined;
    },

    /** @param facts null caches a missing file */
    remember(path: string, facts: MediaFacts | null): void {
      forget(path);
      if (facts) addTo(known, path, { ...facts, askedAt: Date.now() }, mostKnown);
      else addTo(missing, path, Date.now(), mostMissing);
    },
  };
}

function addTo<Value>(map: Map<string, Value>, path: string, value: Value, most: number): void {
  map.set(path, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}
