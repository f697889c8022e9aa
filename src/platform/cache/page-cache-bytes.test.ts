import { beforeEach, describe, expect, it } from 'vitest';
import { ask, exchange, isCached, page } from '../../testing/cache-exchange.ts';
import { createPageCache, type PageCache } from './page-cache.server.ts';

// 2 × 1,000 of the body and 4,000 for the rest.
const body = 'x'.repeat(1_000);
const sizeOfOne = 6_000;
const words = (count: number) => Array.from({ length: count }, (_, at) => `word${(at * 7_919) % 1_000}`).join(' ');

let cache: PageCache;
beforeEach(() => {
  cache = createPageCache();
});
const held = (key: string, text = body, into = cache) => ask(into, key, async () => page(text, ['articles']));

describe('the size of the cache', () => {
  it('is that of its pages with their compressed forms, and nothing once they are gone', async () => {
    await held('/a');
    await held('/b');
    expect(cache.stats()).toEqual({ entries: 2, tags: 1, bytes: 2 * sizeOfOne, hits: 0, misses: 2 });
    await held('/a');
    await cache.settled();
    const lengthOf = async (encoding: string) =>
      Number(
        (await ask(cache, '/a', async () => page(body), { 'accept-encoding': encoding })).headers['content-length'],
      );
    const compressed = (await lengthOf('br')) + (await lengthOf('gzip'));
    expect(compressed).toBeLessThan(100);
    expect(cache.stats()).toMatchObject({ bytes: 2 * sizeOfOne + compressed, hits: 3, misses: 2 });
    await ask(cache, '/a', async () => page(body));
    expect(cache.stats().bytes).toBe(2 * sizeOfOne + compressed);
    cache.drop(['articles']);
    expect(cache.stats().bytes).toBe(0);
  });

  it('counts a page once that is rendered again', async () => {
    const again = () => cache.targetOf('/a', async () => page(body));
    await Promise.all([again(), again()]);
    const { request, response } = exchange();
    await cache.fill('/a', request, response, async () => page(body));
    expect(cache.stats()).toMatchObject({ entries: 1, bytes: sizeOfOne });
  });

  it('may be exactly the limit; what was used is evicted after what was not, and has one second chance', async () => {
    const room = createPageCache(3 * sizeOfOne + 100);
    const keys = () => ['/a', '/b', '/c', '/d', '/e', '/f'].filter((key) => heldKeys.has(key));
    const heldKeys = new Set<string>();
    const fill = async (key: string) => {
      await held(key, body, room);
      heldKeys.add(key);
    };
    for (const key of ['/a', '/b', '/c']) await fill(key);
    expect(room.stats().entries).toBe(3);
    expect(isCached(room, '/a')).toBe(true);
    await room.settled();
    for (const key of ['/d', '/e', '/f']) await fill(key);
    // Asking sets the flag, so each is asked once, at the end.
    expect(keys().filter((key) => isCached(room, key))).toEqual(['/a', '/e', '/f']);

    const exact = createPageCache(2 * sizeOfOne);
    await held('/a', body, exact);
    await held('/b', body, exact);
    expect(exact.stats().entries).toBe(2);
  });

  it('evicts a page that was used once, when its second chance is over', async () => {
    const room = createPageCache(2 * sizeOfOne + 100);
    await held('/a', body, room);
    expect(isCached(room, '/a')).toBe(true);
    await room.settled();
    for (const key of ['/b', '/c', '/d', '/e']) await held(key, body, room);
    expect([isCached(room, '/a'), isCached(room, '/e')]).toEqual([false, true]);
  });

  it('remembers 5,000 pieces of shared data, and forgets the oldest first', async () => {
    let loads = 0;
    const load = (key: number) => cache.remember(String(key), [], async () => void (loads += 1));
    for (let key = 0; key < 5_000; key += 1) await load(key);
    await load(0);
    expect(loads).toBe(5_000);
    await load(5_000);
    await load(1);
    expect(loads).toBe(5_001);
    await load(0);
    expect(loads).toBe(5_002);
  });
});

describe('good compression', () => {
  it('of a page that is dropped meanwhile is thrown away', async () => {
    const long = words(20_000);
    await held('/a', long);
    await held('/a', long);
    // The compression has begun by then.
    await new Promise((resolve) => setImmediate(resolve));
    cache.drop(['articles']);
    await cache.settled();
    expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 });
  });

  it('has a queue of 200 pages: one more waits until it is asked for again', async () => {
    const text = words(60);
    const lengthOf = async (key: string) =>
      Number((await ask(cache, key, async () => page(text), { 'accept-encoding': 'br' })).headers['content-length']);
    const keys = Array.from({ length: 201 }, (_, at) => `/${at}`);
    for (const key of keys) await lengthOf(key);
    const quick = (await Promise.all(keys.map(lengthOf)))[0]!;
    await cache.settled();
    expect(await lengthOf('/199')).toBeLessThan(quick);
    expect(await lengthOf('/200')).toBe(quick);
    await cache.settled();
    expect(await lengthOf('/200')).toBeLessThan(quick);
  });

  it('comes in gzip too', async () => {
    const text = words(2_000);
    const inGzip = { 'accept-encoding': 'gzip' };
    const quick = await ask(cache, '/a', async () => page(text), inGzip);
    await ask(cache, '/a', async () => page(text), inGzip);
    await cache.settled();
    const good = await ask(cache, '/a', async () => page(text), inGzip);
    for (const { body: read, headers } of [quick, good])
      expect([read, headers['content-encoding'], headers.vary]).toEqual([text, 'gzip', 'Accept-Encoding']);
    expect(Number(good.headers['content-length'])).toBeLessThan(Number(quick.headers['content-length']));
  });
});

describe('what a request says of itself', () => {
  const render = async () => ({ ...page('hello ₹'), headers: { 'content-type': 'text/html', 'x-robots-tag': 'none' } });

  it('is read in any letter case, and not taken from a header of the same length', async () => {
    const answer = await ask(cache, '/a', render, { 'x-forwarded-for': 'br', 'Accept-Encoding': 'gzip' });
    expect(answer).toMatchObject({ body: 'hello ₹', headers: { 'content-encoding': 'gzip' } });
  });

  it('that it takes no compression: it gets the bytes with their length and without an encoding', async () => {
    const { headers, body: read } = await ask(cache, '/a', render);
    expect(read).toBe('hello ₹');
    expect(headers).toEqual({
      'content-type': 'text/html',
      'x-robots-tag': 'none',
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      vary: 'Accept-Encoding',
      'content-length': '9',
    });
  });

  it('that it has the page already, weakly, strongly, in a list or in whatever form: 304 without type and length', async () => {
    const etag = (await ask(cache, '/a', render)).headers.etag as string;
    for (const sent of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await ask(cache, '/a', render, { 'if-none-match': sent });
      expect(again).toMatchObject({ status: 304, body: '' });
      expect(again.headers).toEqual({ 'x-robots-tag': 'none', etag, vary: 'Accept-Encoding' });
    }
    expect(await ask(cache, '/a', render, { 'if-none-match': 'W/"other"' })).toMatchObject({ status: 200 });
  });

  it('that it has a page which is not there: it gets the whole answer', async () => {
    const missing = async () => ({ ...page('not here'), status: 404 });
    const etag = (await ask(cache, '/b', missing)).headers.etag as string;
    expect(await ask(cache, '/b', missing, { 'if-none-match': etag })).toMatchObject({ status: 404, body: 'not here' });
  });

  it('a page of bytes travels as one of text', async () => {
    const bytes = async () => ({ ...page(''), body: Buffer.from('hello ₹') });
    expect((await ask(cache, '/c', bytes, { 'accept-encoding': 'br' })).body).toBe('hello ₹');
  });
});
