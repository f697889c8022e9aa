// @runs slow
import { beforeAll, expect, it } from 'vitest';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { listenOn, rawRequest, sendRaw } from '../../testing/raw-request.ts';
import { memoryLimit } from '../guard/limits.server.ts';

const site = openTestApp({ content: 'demo' });
let port: number;
let origin: string;
beforeAll(async () => {
  port = await listenOn(site.app);
  origin = `http://127.0.0.1:${port}`;
});

const fresh = async (path: string, headers: string) => {
  site.app.pageCache.clear();
  return sendRaw(port, rawRequest(path, { headers }));
};
const withoutTime = (answer: { status: number; head: string; body: string }) => ({
  ...answer,
  head: answer.head.replace(/date: .*\r\n/, ''),
  isClosed: undefined,
  afterMs: undefined,
});

it.each([
  'X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Port: 81\r\nX-Forwarded-Prefix: /evil\r\n',
  'Forwarded: for=1.1.1.1;host=evil.example;proto=https\r\n',
  'X-Original-URL: /api/tags\r\nX-Rewrite-URL: /about\r\n',
  'X-HTTP-Method-Override: DELETE\r\nX-Method: POST\r\n',
  'X-React-Router-SPA-Mode: yes\r\nX-React-Router-Prerender-Data: [1]\r\nX-React-Router-Request: yes\r\n',
  'Cookie: access_token=evil-token; color-mode=dark; jrk_source=evil\r\n',
  'Authorization: Bearer evil-token\r\n',
  'Accept: application/json\r\nAccept-Language: hi\r\n',
  'Origin: https://evil.example\r\nReferer: https://evil.example/\r\n',
  'Range: bytes=0-9\r\n',
  'If-Modified-Since: Fri, 31 Dec 2100 00:00:00 GMT\r\n',
  'Cache-Control: no-cache\r\nPragma: no-cache\r\n',
  'Accept-Encoding: \r\n',
  'Accept-Encoding: zstd, compress, x\r\n',
  'Accept-Encoding: *;q=0, br;q=0, gzip;q=0\r\n',
])('a public page is the same bytes whatever comes with the request: %j', async (headers) => {
  for (const path of ['/', '/about', '/article/x-MTAwMQ', '/no-such-page', '/feed.xml', '/robots.txt']) {
    const expected = withoutTime(await fresh(path, ''));
    const first = withoutTime(await fresh(path, headers));
    const kept = withoutTime(await sendRaw(port, rawRequest(path)));
    expect(first).toEqual(expected);
    expect(kept).toEqual(expected);
    expect(`${first.head}${first.body}`).not.toMatch(/evil|set-cookie/);
  }
});

it('the host of a request is nowhere in a page', async () => {
  for (const path of ['/', '/article/x-MTAwMQ', '/sitemap.xml', '/feed.atom', '/no-such-page', '/about/']) {
    site.app.pageCache.clear();
    const answer = await sendRaw(port, `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    expect(`${answer.head}${answer.body}`).not.toContain('evil');
  }
});

it('unknown query parameters do not split the cache', async () => {
  site.app.pageCache.clear();
  const paths = [
    '/',
    '/about',
    '/videos',
    '/search',
    '/category/schemes-MjUy',
    '/webstory/your-first-rti',
    '/feed.xml',
    '/offline',
  ];
  for (const path of paths) await fetch(origin + path);
  const { entries } = site.app.pageCache.stats();
  for (let number = 0; number < 20; number += 1) {
    for (const path of paths) {
      const known =
        path === '/videos' || path === '/search' || path.startsWith('/category/')
          ? ''
          : `&q=${number}&page=${number + 2}&kind=k${number}`;
      expect(
        (await fetch(`${origin}${path}?utm_source=${number}&fbclid=x${number}&exact=e${number}${known}`)).status,
        path,
      ).toBe(200);
    }
  }
  expect(site.app.pageCache.stats().entries).toBe(entries);
});

it('a flood of unknown URLs fills no memory, and its sender is rate limited', async () => {
  const limited = await buildTestApp({
    content: 'demo',
    limits: { reads: memoryLimit(30, 60), searches: memoryLimit(10, 60) },
  });
  try {
    const base = `http://127.0.0.1:${await listenOn(limited.app)}`;
    await fetch(`${base}/about`);
    const { entries } = limited.app.pageCache.stats();
    const statuses: number[] = [];
    for (let number = 0; number < 60; number += 1) statuses.push((await fetch(`${base}/nothing-${number}`)).status);
    expect(statuses.slice(0, 30).every((status) => status === 404)).toBe(true);
    expect(statuses.slice(-25).every((status) => status === 429)).toBe(true);
    expect(limited.app.pageCache.stats().entries).toBe(entries);
    const refused = await fetch(`${base}/nothing-more`);
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d?$/);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await refused.text()).toContain('Please wait');
    // Cached pages are still served, even to the rate-limited network.
    expect((await fetch(`${base}/about`)).status).toBe(200);
    expect((await fetch(`${base}/api/nothing`)).status).toBe(429);
  } finally {
    await limited.close();
  }
});

it('unknown calls are counted, and searches stop at their limit with the time to come back', async () => {
  const limited = await buildTestApp({
    content: 'demo',
    limits: { reads: memoryLimit(5, 60), searches: memoryLimit(3, 60) },
  });
  try {
    const codes: number[] = [];
    for (let number = 0; number < 7; number += 1)
      codes.push((await limited.app.inject(`/api/none-${number}`)).statusCode);
    expect(codes).toEqual([404, 404, 404, 404, 404, 429, 429]);
    const searches = [];
    for (let number = 0; number < 5; number += 1) searches.push(await limited.app.inject(`/search?q=word${number}`));
    expect(searches.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 429]);
    expect(searches[4]?.headers['retry-after']).toMatch(/^[1-9]\d?$/);
    expect(searches[4]?.headers['content-type']).toContain('text/html');
  } finally {
    await limited.close();
  }
});

it('a burst of more pages than can be rendered is shed with 503, and the site stays up', async () => {
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, number) =>
      fetch(`${origin}/burst-${number}`).then(async (answer) => ({
        status: answer.status,
        retry: answer.headers.get('retry-after'),
        text: await answer.text(),
      })),
    ),
  );
  expect(answers.every(({ status }) => status === 404 || status === 503)).toBe(true);
  expect(answers.filter(({ status }) => status === 503).every(({ retry }) => retry !== null)).toBe(true);
  expect((await fetch(`${origin}/videos`)).status).toBe(200);
});
