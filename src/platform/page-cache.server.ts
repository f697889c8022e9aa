import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../database/connect.server.ts';
import { type Encoding, encodingFor } from './accepted-encoding.server.ts';
import { isAppError } from './errors.ts';

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
type Entry = {
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

export const allPages = 'all';
/** Maximum age in milliseconds, for content that changes with time alone ('read next', upcoming dates). */
const longestStay = 10 * 60_000;
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
  const entries = new Map<string, Entry>();
  const keysByTag = new Map<string, Set<string>>();
  const rendering = new Map<string, Promise<Entry>>();
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

  function count(entry: Entry) {
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

  function store(key: string, entry: Entry, startedAt: number) {
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
  async function renderOnce(key: string, render: () => Promise<RenderedPage>): Promise<Entry> {
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
          const entry = toEntry(page);
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
  function compressLater(key: string, entry: Entry) {
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
      write(entry, request, response);
      return true;
    },

    /** Answers with the rendered page, which is stored. */
    async fill(
      key: string,
      request: IncomingMessage,
      response: ServerResponse,
      render: () => Promise<RenderedPage>,
    ): Promise<void> {
      write(await renderOnce(key, render), request, response);
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

function toEntry(page: RenderedPage): Entry {
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

/** Null for a refusal meant for the rendering caller alone. @throws every other failure, for all waiting requests */
function unlessForCaller(error: unknown): null {
  if (isAppError(error) && error.status === 429) return null;
  throw error;
}

const quickly: Record<Encoding, (body: Buffer) => Buffer> = {
  br: (body) =>
    brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 } }),
  gzip: (body) => gzipSync(body, { level: 1 }),
  identity: (body) => body,
};

function variantOf(entry: Entry, encoding: Encoding): Variant {
  const known = entry.variants[encoding];
  if (known) return known;
  const quick = toVariant(entry, encoding, quickly[encoding](entry.body));
  entry.variants[encoding] = quick;
  return quick;
}

async function compressWell(entry: Entry): Promise<Record<'br' | 'gzip', Variant>> {
  const [br, gz] = await Promise.all([
    brotliAsync(entry.body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: entry.body.length },
    }),
    gzipAsync(entry.body, { level: 9 }),
  ]);
  return { br: toVariant(entry, 'br', br), gzip: toVariant(entry, 'gzip', gz) };
}

// The uncompressed body is kept as well, for compressing and for clients without compression; 4,000 bytes stand for
// headers and overhead.
const sizeOf = ({ body, variants: { br, gzip: gz } }: Entry) =>
  2 * body.length + (br?.bytes.length ?? 0) + (gz?.bytes.length ?? 0) + 4_000;

function toVariant(entry: Entry, encoding: Encoding, body: Buffer): Variant {
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

function write(entry: Entry, request: IncomingMessage, response: ServerResponse) {
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
