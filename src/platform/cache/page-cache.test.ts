import { describe, expect, it } from 'vitest';
import { exchange, page } from '../../testing/cache-exchange.ts';
import { preferredEncoding } from '../http/accepted-encoding.server.ts';
import { tooMany } from '../wire/errors.ts';
import type { RenderedPage } from './cached-page.server.ts';
import { createPageCache } from './page-cache.server.ts';

describe('the page cache', () => {
  it('renders a burst of the same page once', async () => {
    const cache = createPageCache();
    let renderings = 0;
    const render = async () => {
      renderings += 1;
      await new Promise((resolve) => setTimeout(resolve, 10));
      return page('hello ₹');
    };
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { request, response, answer } = exchange();
        await cache.fill('/', request, response, render);
        return answer.body;
      }),
    );
    expect(renderings).toBe(1);
    expect(new Set(answers)).toEqual(new Set(['hello ₹']));
  });

  it("does not share one caller's refusal with others who wait for the same page", async () => {
    const refusals: [string, (id: number) => Promise<RenderedPage>][] = [
      ['answered', async () => ({ ...page('slow down', [], false), status: 429, isForCaller: true })],
      ['thrown', () => Promise.reject(tooMany(5))],
    ];
    for (const [name, refuse] of refusals) {
      const cache = createPageCache();
      let renderings = 0;
      const ask = async (id: number) => {
        const { request, response, answer } = exchange();
        const render = async () => {
          renderings += 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
          return id < 2 ? refuse(id) : page('for all', ['articles']);
        };
        await cache.fill('/search?q=pan', request, response, render).catch((error: { status: number }) => {
          Object.assign(answer, { status: error.status });
        });
        return answer;
      };
      const answers = await Promise.all(Array.from({ length: 10 }, (_, id) => ask(id)));
      expect(
        answers.map(({ status }) => status),
        name,
      ).toEqual([429, 429, ...Array.from({ length: 8 }, () => 200)]);
      expect(renderings, name).toBe(3);
    }
  });

  it("answers from memory until one of the page's tags is dropped", async () => {
    const cache = createPageCache();
    const first = exchange();
    await cache.fill('/a', first.request, first.response, async () => page('a', ['article:1', 'articles']));
    const second = exchange({ 'accept-encoding': 'gzip, br' });
    expect(cache.answer('/a', second.request, second.response)).toBe(true);
    expect(second.answer).toMatchObject({ status: 200, body: 'a' });
    cache.drop(['article:2']);
    expect(cache.answer('/a', exchange().request, exchange().response)).toBe(true);
    cache.drop(['articles']);
    expect(cache.answer('/a', exchange().request, exchange().response)).toBe(false);
  });

  it('does not keep what changed while it was being rendered', async () => {
    const cache = createPageCache();
    const { request, response } = exchange();
    await cache.fill('/a', request, response, async () => {
      cache.drop(['article:1']);
      return page('old', ['article:1']);
    });
    expect(cache.answer('/a', exchange().request, exchange().response)).toBe(false);
  });

  it('does not let a reader who comes after a change join a rendering from before it', async () => {
    const cache = createPageCache();
    let finishOld = () => {};
    const before = exchange();
    const old = cache.fill(
      '/a',
      before.request,
      before.response,
      () =>
        new Promise((resolve) => {
          finishOld = () => resolve(page('old', ['article:1']));
        }),
    );
    cache.drop(['article:1']);
    const after = exchange();
    await cache.fill('/a', after.request, after.response, async () => page('new', ['article:1']));
    finishOld();
    await old;
    expect(after.answer.body).toBe('new');
    const later = exchange();
    cache.answer('/a', later.request, later.response);
    expect(later.answer.body).toBe('new');
  });

  it('answers 304 for a matching ETag, and HEAD without a body', async () => {
    const cache = createPageCache();
    const first = exchange();
    await cache.fill('/a', first.request, first.response, async () => page('a'));
    const etag = first.answer.headers.etag as string;
    const again = exchange({ 'if-none-match': etag });
    cache.answer('/a', again.request, again.response);
    expect(again.answer).toMatchObject({ status: 304, body: '', hasEnded: true });
    const head = exchange({}, 'HEAD');
    cache.answer('/a', head.request, head.response);
    expect(head.answer).toMatchObject({ status: 200, body: '', hasEnded: true });
  });

  it('stays within its size, and evicts the least recently used pages first', async () => {
    const cache = createPageCache(20_000);
    for (let index = 0; index < 20; index += 1) {
      const { request, response } = exchange();
      await cache.fill(`/${index}`, request, response, async () => page('x'.repeat(1_000)));
    }
    await cache.settled();
    expect(cache.stats().bytes).toBeLessThanOrEqual(20_000);
    expect(cache.answer('/19', exchange().request, exchange().response)).toBe(true);
    expect(cache.answer('/0', exchange().request, exchange().response)).toBe(false);
  });

  it('knows no more tags than those of the pages it holds', async () => {
    const cache = createPageCache(20_000);
    for (let index = 0; index < 50; index += 1) {
      const { request, response } = exchange();
      await cache.fill(`/${index}`, request, response, async () =>
        page('x'.repeat(1_000), [`question:${index}`, 'questions']),
      );
    }
    const { entries, tags } = cache.stats();
    expect(entries).toBeLessThan(10);
    expect(tags).toBe(entries + 1);
  });

  it('compresses well only pages that are requested again', async () => {
    const cache = createPageCache();
    const body = Array.from({ length: 2_000 }, (_, index) => `word${(index * 7_919) % 1_000}`).join(' ');
    const accepting = { 'accept-encoding': 'br' };
    const ask = async (address: string) => {
      const { request, response, answer } = exchange(accepting);
      if (!cache.answer(address, request, response))
        await cache.fill(address, request, response, async () => page(body));
      await cache.settled();
      expect(answer.body).toBe(body);
      return Number(answer.headers['content-length']);
    };
    const [first, second, third] = [await ask('/often'), await ask('/often'), await ask('/often')];
    expect(second).toBe(first);
    expect(third).toBeLessThan(first * 0.8);
    const before = cache.stats().bytes;
    await ask('/once');
    const onlyQuick = cache.stats().bytes - before;
    await ask('/once');
    expect(cache.stats().bytes - before).toBeGreaterThan(onlyQuick);
    const compressed = cache.settled();
    await ask('/once');
    expect(cache.settled()).toBe(compressed);
  });

  it('lets a failed rendering be tried again', async () => {
    const cache = createPageCache();
    const { request, response } = exchange();
    await expect(
      cache.fill('/a', request, response, async () => {
        throw new Error('database away');
      }),
    ).rejects.toThrow('database away');
    const again = exchange();
    await cache.fill('/a', again.request, again.response, async () => page('here'));
    expect(again.answer.body).toBe('here');
  });
});

describe('which compression', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5', 'br'],
    ['identity', 'identity'],
    ['gzip;q=0', 'identity'],
    ['brotli', 'identity'],
  ] as const)('%j gets %s', (accept, encoding) => {
    expect(preferredEncoding(accept)).toBe(encoding);
  });
});

describe('what many pages share', () => {
  it('is loaded once until one of its tags is dropped, and again after a failure', async () => {
    const cache = createPageCache();
    let loads = 0;
    const load = () =>
      cache.remember('shell', ['categories'], async () => {
        loads += 1;
        if (loads === 2) throw new Error('database away');
        return loads;
      });
    expect(await Promise.all([load(), load()])).toEqual([1, 1]);
    cache.drop(['articles']);
    expect(await load()).toBe(1);
    cache.drop(['categories']);
    await expect(load()).rejects.toThrow('database away');
    expect(await load()).toBe(3);
    cache.clear();
    expect(await load()).toBe(4);
  });
});
