import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../database/connect.server.ts';
import {
  type CachedPage,
  cachedPageOf,
  compressWell,
  longestStay,
  type RenderedPage,
  sizeOf,
  writePage,
} from './cached-page.server.ts';
import { isAppError } from '../wire/errors.ts';

export const allPages = 'all';
const mostRemembered = 5_000;
/** Maximum queue of pages for high-quality compression; one takes up to a tenth of a second. */
const mostWaiting = 200;
const channel = 'pages_changed';

/** Invalidates the pages with any of `tags`, on this and on every other instance. */
export async function invalidatePages(connection: Connection, tags: Iterable<string>): Promise<void> {
  const payload = payloadOf(tags);
  if (payload !== '') await connection.notify(channel, payload);
}

/** The same, and waits until the other instances have done so: for takedowns and corrections. */
export async function invalidatePagesAtOnce(connection: Connection, tags: Iterable<string>): Promise<void> {
  const payload = payloadOf(tags);
  if (payload !== '') await connection.notifyUntilHeard(channel, payload);
}

/**
 * Invalidates them on the other instances as part of the commit, so that a process that dies after it leaves no stale
 * page there. Without a position in the log: readers of a replica wait for the commit itself.
 */
export async function invalidatePagesOnCommit(tx: Transaction, tags: Iterable<string>): Promise<void> {
  const payload = payloadOf(tags);
  if (payload !== '') await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
}

function payloadOf(tags: Iterable<string>): string {
  const unique = [...new Set(tags)];
  const payload = unique.join(' ');
  // A NOTIFY payload holds 8,000 bytes; beyond that, clearing the whole cache is cheaper.
  return unique.length > 200 || Buffer.byteLength(payload) > 7_500 ? allPages : payload;
}

export type PageCache = ReturnType<typeof createPageCache>;

/**
 * Anonymous pages as precompressed bytes; the least recently used are evicted first.
 * @param maxBytes of bodies, all encodings together
 */
export function createPageCache(maxBytes = 96 * 1024 * 1024) {
  const entries = new Map<string, CachedPage>();
  const keysByTag = new Map<string, Set<string>>();
  const rendering = new Map<string, Promise<CachedPage>>();
  const remembered = new Map<string, { tags: string[]; value: Promise<unknown>; expiresAt: number }>();
  const droppedAt = new Map<string, number>();
  let bytes = 0;
  let hits = 0;
  let misses = 0;
  let clock = 0;
  let clearedAt = 0;
  let compressing: Promise<void> = Promise.resolve();
  let waiting = 0;

  function forget(key: string) {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    bytes -= entry.counted;
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) keysByTag.delete(tag);
    }
  }

  function count(entry: CachedPage) {
    bytes -= entry.counted;
    entry.counted = sizeOf(entry);
    bytes += entry.counted;
  }

  // Second-chance (CLOCK) eviction: a hit only sets a flag, while moving a key, as in LRU, would cost a third of a hit.
  function makeRoom() {
    for (const [key, entry] of entries) {
      if (bytes <= maxBytes) return;
      if (entry.wasUsed) {
        entry.wasUsed = false;
        entries.delete(key);
        entries.set(key, entry);
      } else {
        forget(key);
      }
    }
  }

  function drop(tags: Iterable<string>) {
    clock += 1;
    // A request after the change must not join a rendering that began before it.
    rendering.clear();
    const dropped = new Set(tags);
    for (const [key, { tags: own }] of remembered) if (own.some((tag) => dropped.has(tag))) remembered.delete(key);
    for (const tag of dropped) {
      if (tag === allPages) return clear();
      droppedAt.set(tag, clock);
      for (const key of keysByTag.get(tag) ?? []) forget(key);
    }
    if (droppedAt.size > 50_000) clear();
  }

  function clear() {
    clock += 1;
    rendering.clear();
    remembered.clear();
    clearedAt = clock;
    entries.clear();
    keysByTag.clear();
    droppedAt.clear();
    bytes = 0;
  }

  const isStale = (startedAt: number, tags: Iterable<string>) =>
    clearedAt > startedAt || [...tags].some((tag) => (droppedAt.get(tag) ?? 0) > startedAt);

  function store(key: string, entry: CachedPage, startedAt: number) {
    if (!entry.page.isCacheable || isStale(startedAt, entry.tags)) return;
    forget(key);
    entries.set(key, entry);
    count(entry);
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag) ?? new Set();
      keysByTag.set(tag, keys.add(key));
    }
    makeRoom();
  }

  /** Single flight: concurrent misses of one key share one rendering. */
  async function renderOnce(key: string, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    misses += 1;
    for (;;) {
      const joined = rendering.get(key);
      if (joined) {
        const entry = await joined.catch(unlessForCaller);
        if (entry && !entry.page.isForCaller) return entry;
        continue;
      }
      const startedAt = clock;
      const mine = render()
        .then((page) => {
          const entry = cachedPageOf(page);
          store(key, entry, startedAt);
          return entry;
        })
        .finally(() => {
          if (rendering.get(key) === mine) rendering.delete(key);
        });
      rendering.set(key, mine);
      return mine;
    }
  }

  // The first response is compressed quickly; the better compression is made in the background, one page at a time, and
  // only for pages that are requested again.
  function compressLater(key: string, entry: CachedPage) {
    if (waiting >= mostWaiting) return;
    entry.isWorthIt = true;
    waiting += 1;
    compressing = compressing
      .then(async () => {
        waiting -= 1;
        if (entries.get(key) !== entry) return;
        const better = await compressWell(entry);
        if (entries.get(key) !== entry) return;
        Object.assign(entry.variants, better);
        count(entry);
      })
      .catch(() => {});
  }

  return {
    drop,
    clear,
    stats: () => ({ entries: entries.size, tags: keysByTag.size, bytes, hits, misses }),
    /** Resolves when pending compression is done; for tests and benchmarks. */
    settled: () => compressing,

    /** Answers from the cache; false on a cache miss. */
    answer(key: string, request: IncomingMessage, response: ServerResponse): boolean {
      const entry = entries.get(key);
      if (!entry) return false;
      if (Date.now() > entry.expiresAt) {
        forget(key);
        return false;
      }
      entry.wasUsed = true;
      if (!entry.isWorthIt) compressLater(key, entry);
      hits += 1;
      writePage(entry, request, response);
      return true;
    },

    /** Answers with the rendered page, which is stored. */
    async fill(
      key: string,
      request: IncomingMessage,
      response: ServerResponse,
      render: () => Promise<RenderedPage>,
    ): Promise<void> {
      writePage(await renderOnce(key, render), request, response);
    },

    /** The path and query to which a page redirects; null where it does not. A page that is shown is stored. */
    async targetOf(key: string, render: () => Promise<RenderedPage>): Promise<string | null> {
      const known = entries.get(key);
      if (known && Date.now() <= known.expiresAt) return null;
      return (await renderOnce(key, render)).page.headers.location ?? null;
    },

    /**
     * Data that many pages share (the footer's categories, what to read next), cached until one of its tags is
     * invalidated.
     */
    remember<Value>(key: string, tags: string[], load: () => Promise<Value>): Promise<Value> {
      const known = remembered.get(key);
      if (known && Date.now() < known.expiresAt) return known.value as Promise<Value>;
      const mine = { tags, value: load(), expiresAt: Date.now() + longestStay };
      remembered.set(key, mine);
      mine.value.catch(() => {
        if (remembered.get(key) === mine) remembered.delete(key);
      });
      for (const oldest of remembered.keys()) {
        if (remembered.size <= mostRemembered) break;
        remembered.delete(oldest);
      }
      return mine.value;
    },

    /** Subscribes this cache to the invalidations of all instances. */
    async follow(connection: Connection) {
      await connection.listen(channel, (payload) => drop(payload.split(' ')), clear);
    },
  };
}

/** Null for a refusal meant for the rendering caller alone. @throws every other failure, for all waiting requests */
function unlessForCaller(error: unknown): null {
  if (isAppError(error) && error.status === 429) return null;
  throw error;
}
