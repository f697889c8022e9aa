import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask, isCached, page } from '../../testing/cache-exchange.ts';
import { AppError } from '../wire/errors.ts';
import type { RenderedPage } from './cached-page.server.ts';
import { createPageCache, type PageCache } from './page-cache.server.ts';

let cache: PageCache;
beforeEach(() => {
  cache = createPageCache();
});
afterEach(() => void vi.useRealTimers());

const held = (key: string, tags: string[]) => ask(cache, key, async () => page(key, tags));
/** A rendering that ends when the test says so. */
function slowly() {
  const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>();
  let renderings = 0;
  const render = () => {
    renderings += 1;
    return promise;
  };
  return { render, resolve, reject, count: () => renderings };
}

describe('a page changes with time: it', () => {
  const tenMinutes = 10 * 60_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

  it('is answered from memory for ten minutes, then rendered anew, and not held meanwhile', async () => {
    await held('/a', ['articles']);
    vi.setSystemTime(Date.now() + tenMinutes);
    expect(isCached(cache, '/a')).toBe(true);
    vi.setSystemTime(Date.now() + 1);
    expect(isCached(cache, '/a')).toBe(false);
    expect(cache.stats()).toMatchObject({ entries: 0, tags: 0, bytes: 0 });
  });

  it('is looked at again for where it leads, after ten minutes', async () => {
    let headers: Record<string, string> = {};
    const target = () => cache.targetOf('/old', async () => ({ ...page('', ['articles']), headers }));
    expect(await target()).toBeNull();
    headers = { location: '/new' };
    vi.setSystemTime(Date.now() + tenMinutes);
    expect(await target()).toBeNull();
    vi.setSystemTime(Date.now() + 1);
    expect(await target()).toBe('/new');
  });

  it('shares data with others for less than ten minutes', async () => {
    let loads = 0;
    const load = () => cache.remember('shell', ['categories'], async () => (loads += 1));
    expect(await load()).toBe(1);
    vi.setSystemTime(Date.now() + tenMinutes - 1);
    expect(await load()).toBe(1);
    vi.setSystemTime(Date.now() + 1);
    expect(await load()).toBe(2);
  });
});

describe('a change while a page is being rendered', () => {
  it.each<[string, (held: PageCache) => void, boolean]>([
    ['of its own tag: the page is not kept', (all) => all.drop(['article:2', 'article:1']), false],
    ['of everything: the page is not kept', (all) => all.drop(['all']), false],
    ['that clears the cache: the page is not kept', (all) => all.clear(), false],
    ['of something else: the page is kept', (all) => all.drop(['article:2']), true],
  ])('%s', async (_what, change, isKept) => {
    await ask(cache, '/a', async () => {
      change(cache);
      return page('a', ['articles', 'article:1']);
    });
    expect(isCached(cache, '/a')).toBe(isKept);
  });

  it('does not hinder a rendering that begins after it', async () => {
    for (const change of [() => cache.drop(['article:1']), () => cache.drop(['all']), () => cache.clear()]) {
      change();
      await held('/a', ['article:1']);
      expect(isCached(cache, '/a')).toBe(true);
    }
  });

  it.each<[string, (held: PageCache) => void]>([
    ['the tag', (all) => all.drop(['article:1'])],
    ['everything', (all) => all.clear()],
  ])('of %s: later readers share one new rendering, also once the old one has ended', async (_what, change) => {
    const [old, fresh] = [slowly(), slowly()];
    const first = ask(cache, '/a', old.render);
    change(cache);
    const second = ask(cache, '/a', fresh.render);
    old.resolve(page('old', ['article:1']));
    expect((await first).body).toBe('old');
    const third = ask(cache, '/a', fresh.render);
    fresh.resolve(page('new', ['article:1']));
    expect([(await second).body, (await third).body]).toEqual(['new', 'new']);
    expect([old.count(), fresh.count()]).toEqual([1, 1]);
    expect((await ask(cache, '/a', old.render)).body).toBe('new');
  });

  it('fails: everybody who waits hears of it, and it is tried once', async () => {
    for (const failure of [new Error('database away'), new AppError(404, 'article_not_found', () => 'Gone.')]) {
      const one = slowly();
      const waiting = Array.from({ length: 3 }, () => ask(cache, '/a', one.render));
      one.reject(failure);
      for (const outcome of await Promise.allSettled(waiting)) expect(outcome).toMatchObject({ reason: failure });
      expect(one.count()).toBe(1);
    }
  });
});

describe('what is dropped', () => {
  it('is all pages with the tag and no others, and all of it is forgotten', async () => {
    await held('/a', ['articles', 'article:1']);
    await held('/b', ['articles', 'article:2']);
    await held('/c', ['videos']);
    cache.drop(['article:9', 'articles']);
    expect(['/a', '/b', '/c'].map((key) => isCached(cache, key))).toEqual([false, false, true]);
    expect(cache.stats()).toMatchObject({ entries: 1, tags: 1 });
    await held('/a', ['articles']);
    cache.drop(['all']);
    expect(cache.stats()).toMatchObject({ entries: 0, tags: 0, bytes: 0 });
  });

  it('is remembered for 50,000 tags; one more clears everything, once', async () => {
    await held('/a', ['kept']);
    cache.drop(Array.from({ length: 50_000 }, (_, index) => `article:${index}`));
    expect(isCached(cache, '/a')).toBe(true);
    cache.drop(['one more']);
    expect(isCached(cache, '/a')).toBe(false);
    await held('/a', ['kept']);
    cache.drop(['another']);
    expect(isCached(cache, '/a')).toBe(true);
  });

  it('stays away from data that was loaded after it: an old load that fails late takes nothing with it', async () => {
    let loads = 0;
    const failing = Promise.withResolvers<number>();
    const remember = () =>
      cache.remember('shell', ['categories'], async () => (loads++ === 0 ? failing.promise : loads));
    const first = remember();
    cache.drop(['categories', 'articles']);
    expect(await remember()).toBe(2);
    failing.reject(new Error('database away'));
    await expect(first).rejects.toThrow('database away');
    expect(await remember()).toBe(2);
  });
});
