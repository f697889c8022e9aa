import { EventEmitter } from 'node:events';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '../app.server.ts';
import { buildTestApp, builtPages, type TestApp } from '../testing/build-test-app.ts';
import { listenOn } from '../testing/raw-request.ts';
import { createMetrics, type Metrics } from './metrics.server.ts';
import type { Overload } from './overload.server.ts';
import type { RequestKind } from './request-kind.server.ts';
import { scriptHash } from './security-headers.server.ts';

const kinds = ['beacon', 'search', 'reading', 'writing'] as const;

describe('a request that is shed', () => {
  let site: TestApp;
  let origin: string;
  const refused = new Set<RequestKind>();
  beforeAll(async () => {
    site = await buildTestApp({
      content: 'demo',
      overload: { enter: (kind, _request, _response, start, refuse) => (refused.has(kind) ? refuse() : start()) },
    });
    origin = `http://127.0.0.1:${await listenOn(site.app)}`;
  });
  afterAll(() => site.close());

  const requests: [(typeof kinds)[number], string, RequestInit][] = [
    ['beacon', '/api/track', { method: 'POST', body: '{"name":"page_view","path":"/"}' }],
    ['search', '/search?q=pan', {}],
    [
      'search',
      '/api/search/articles',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"articleText":"pan"}' },
    ],
    ['reading', '/videos', {}],
    ['reading', '/api/tags', {}],
    [
      'writing',
      '/contact',
      { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'name=a' },
    ],
    [
      'writing',
      '/api/support/contactUs',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    ],
  ];

  it('waits where the event loop is busy: the site then runs fewer at once', async () => {
    const { services } = site;
    let overload!: Overload;
    const watch: Metrics['watch'] = (watched) => void (overload = watched.overload as Overload);
    const busy = vi.spyOn(performance, 'eventLoopUtilization').mockReturnValue({ idle: 0, active: 1, utilization: 1 });
    const connection = { ...services.connection, kind: 'postgres' as const };
    const app = await buildApp({
      services: { ...services, connection },
      ...builtPages,
      metrics: { ...createMetrics(), watch },
    });
    try {
      const atOnce = () => {
        const responses = Array.from({ length: 20 }, () => Object.assign(new EventEmitter(), { destroyed: false }));
        let started = 0;
        for (const response of responses)
          overload.enter(
            'reading',
            Object.assign(new EventEmitter(), { method: 'POST', complete: true }),
            response,
            () => (started += 1),
            () => {},
          );
        const result = started;
        for (const response of responses) response.destroyed = true;
        for (const response of responses) response.emit('close');
        return result;
      };
      expect(atOnce()).toBeGreaterThan(12);
      await expect.poll(atOnce).toBe(5);
      busy.mockReturnValue({ idle: 1, active: 0, utilization: 0 });
      await expect.poll(atOnce).toBe(15);
    } finally {
      busy.mockRestore();
      await app.close();
    }
  });

  it('is refused by its kind, the others are answered', async () => {
    for (const [index, kind] of kinds.entries()) {
      refused.add(kind);
      site.app.pageCache.clear();
      const outcomes = await Promise.all(
        requests.map(async ([, path, init]) => [path, (await fetch(origin + path, init)).status === 503]),
      );
      expect(outcomes).toEqual(requests.map(([ofKind, path]) => [path, kinds.indexOf(ofKind) <= index]));
    }
  });

  it('is told when to come back, by a page or by data', async () => {
    for (const [, path, init] of requests) {
      const { headers } = await fetch(origin + path, init);
      expect([
        path,
        headers.get('retry-after'),
        headers.get('cache-control'),
        headers.get('x-content-type-options'),
      ]).toEqual([path, expect.stringMatching(/^[1-9]\d*$/), 'no-store', 'nosniff']);
    }
    const page = await fetch(`${origin}/videos`);
    const text = await page.text();
    const style = /<style>(.*?)<\/style>/.exec(text)?.[1] ?? '';
    expect(page.headers.get('content-security-policy')).toContain(`style-src 'self' ${scriptHash(style)}`);
    expect([page.headers.get('content-type'), text]).toEqual([
      'text/html; charset=utf-8',
      expect.stringContaining('Please try again in a moment'),
    ]);
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('<a lang="hi" hreflang="hi" href="/hi/videos">हिन्दी</a>');
    const inHindi = await (await fetch(`${origin}/hi/videos?category=3&page=2`)).text();
    expect(inHindi).toContain('<html lang="hi">');
    expect(inHindi).toMatch(/<h1>[\u0900-\u097f][^<]*<\/h1><p>[\u0900-\u097f]/);
    expect(inHindi).toContain('<a lang="en" hreflang="en" href="/videos?category=3&amp;page=2">English</a>');
    const data = await fetch(`${origin}/api/tags`);
    expect(await data.json()).toEqual({
      status: 503,
      code: 'unavailable',
      message: expect.any(String),
      requestId: data.headers.get('x-request-id'),
    });
  });

  it('is never a page in memory, health, or signing out', async () => {
    refused.clear();
    await fetch(`${origin}/about`);
    for (const kind of kinds) refused.add(kind);
    for (const path of ['/about', '/healthz', '/readyz', '/signout', '/api/auth/csrf', '/favicon.ico'])
      expect((await fetch(origin + path)).status, path).toBe(200);
    const { csrfToken } = (await (await fetch(`${origin}/api/auth/csrf`)).json()) as { csrfToken: string };
    expect(
      (
        await fetch(`${origin}/api/auth/signout`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({ csrfToken }),
        })
      ).status,
    ).not.toBe(503);
  });
});
