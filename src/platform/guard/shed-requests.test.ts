// @runs slow, in its own process
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { listenOn } from '../../testing/raw-request.ts';
import { createOverload } from './overload.server.ts';
import type { RequestKind } from './request-kind.server.ts';
import { scriptHash } from './security-headers.server.ts';

const kinds = ['beacon', 'search', 'page', 'reading', 'writing', 'signIn'] as const;

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
    ['page', '/videos', {}],
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
    ['signIn', '/login', {}],
    ['signIn', '/api/auth/providers', {}],
  ];

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

it('120 different pages asked for at once right after the start are all answered, and nothing else waits for them', async () => {
  // The clock stands still: how fast the machine of the tests is does not matter.
  const site = await buildTestApp({ content: 'demo', overload: createOverload(2_800, () => 0) });
  try {
    const origin = `http://127.0.0.1:${await listenOn(site.app)}`;
    const pages = await addressesOf(site, 120);
    const statuses = Promise.all(pages.map(async (path) => (await fetch(origin + path)).status));
    for (const path of ['/healthz', '/readyz', '/login', '/api/tags', '/favicon.ico'])
      expect((await fetch(origin + path)).status, path).toBe(200);
    expect(await statuses).toEqual(pages.map(() => 200));
  } finally {
    await site.close();
  }
}, 120_000);

it('120 forms whose bodies are held back take no page from anybody, and are answered once they are whole', async () => {
  const site = await buildTestApp({ content: 'demo', overload: createOverload(2_800, () => 0) });
  try {
    const port = await listenOn(site.app);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const forms = Array.from({ length: 120 }, () =>
      request({ port, path: '/contact', method: 'POST', headers, agent: false }),
    );
    const statuses = Promise.all(
      forms.map(async (form) => ((await once(form, 'response')) as [IncomingMessage])[0].resume().statusCode),
    );
    for (const form of forms) form.flushHeaders();
    await setTimeout(300);
    for (const path of ['/videos', '/api/tags', '/login'])
      expect((await fetch(`http://127.0.0.1:${port}${path}`)).status, path).toBe(200);
    for (const form of forms) form.end('name=a');
    expect(await statuses).toEqual(forms.map(() => 400));
  } finally {
    await site.close();
  }
}, 60_000);

/** So many addresses of its sitemaps. */
async function addressesOf({ app }: TestApp, count: number): Promise<string[]> {
  const listedIn = async (path: string) =>
    [...(await app.inject(path)).body.matchAll(/<loc>http:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, found]) => found!);
  const addresses = (await Promise.all((await listedIn('/sitemap.xml')).map(listedIn))).flat().slice(0, count);
  expect(addresses.length).toBe(count);
  return addresses;
}
