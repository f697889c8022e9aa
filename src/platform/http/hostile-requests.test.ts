// @runs slow
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { listenOn, rawRequest, sendRaw } from '../../testing/raw-request.ts';
import { errorBody } from '../wire/wire.ts';

const site = openTestApp({ content: 'demo' });
let port: number;
beforeAll(async () => {
  const media = join(site.services.config.mediaDir, 'hostile');
  mkdirSync(media, { recursive: true });
  writeFileSync(join(media, 'drawing.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  writeFileSync(join(media, 'page.html'), '<script>alert(1)</script>');
  writeFileSync(join(media, 'fake.png'), '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  port = await listenOn(site.app);
});

const article = '/article/pm-kisan-who-gets-rs6-000-a-year-and-how-to-finish-e-kyc-MTAwMQ';
const get = (target: string, method = 'GET') => sendRaw(port, rawRequest(target, { method }));
const calls = 'POST /api/article/search/v1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

describe('malformed HTTP', () => {
  it.each([
    ['a length and chunks', `${calls}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
    ['two lengths', `${calls}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ['a length with a sign', `${calls}Content-Length: +2\r\n\r\n{}`, 400],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n', 400],
    ['a space before the colon', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n', 400],
    ['line feeds alone', 'GET / HTTP/1.1\nHost: a\n\n', 400],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['garbage', '\u0016\u0003\u0001\u0002\u0000garbage\r\n\r\n', 400],
    ['raw bytes above ASCII in the address', 'GET /\u00ff\u00fe HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['a method that is none', 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['an address of 17 KB', rawRequest(`/${'a'.repeat(17_000)}`), 431],
    ['a header of 17 KB', rawRequest('/', { headers: `X: ${'a'.repeat(17_000)}\r\n` }), 431],
  ])('%s: refused, and the connection closed', async (_name, bytes, status) => {
    const answer = await sendRaw(port, bytes);
    expect(answer).toMatchObject({ status, isClosed: true });
    expect(answer.body).not.toMatch(/ at |node:|\/src\//);
  });

  it.each([
    ['an address of 17 KB', rawRequest(`/api/search/suggest?q=${'a'.repeat(17_000)}`), 431],
    ['garbage', 'garbage\r\n\r\n', 400],
  ])('%s: the error is whole, as any other is', async (_name, bytes, status) => {
    const answer = await sendRaw(port, bytes);
    const error = errorBody.strict().parse(JSON.parse(answer.body));
    expect(error).toMatchObject({ status, requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect(answer.head).toContain(`x-request-id: ${error.requestId}`);
  });

  it('headers that never end are cut off within seconds', async () => {
    const answer = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nX: ', 30_000);
    expect(answer).toMatchObject({ status: 408, isClosed: true });
    expect(answer.afterMs).toBeLessThan(20_000);
  });

  it('a body that never ends is, too', async () => {
    const answer = await sendRaw(
      port,
      'POST /api/search/articles HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{',
      30_000,
    );
    expect(answer).toMatchObject({ status: 408, isClosed: true });
  });

  it('a tunnel is not opened', async () => {
    expect(await sendRaw(port, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n')).toMatchObject({
      status: 0,
      isClosed: true,
    });
  });
});

describe('malformed addresses', () => {
  it.each([
    '//',
    '///',
    '//[',
    '//evil.example',
    '//evil.example/about',
    '/\\evil.example/about',
    '/about//',
    '/offline///',
    '/%',
    '/%zz',
    '/%FF',
    '/article/%E0%A4%A',
    '/webstory/%00',
    '/webstory/%ED%A0%80',
    '/%0d%0aset-cookie:x',
    `/${'%25'.repeat(2_000)}`,
    `/${'%'.repeat(2_000)}`,
    `${article}.data`,
    '/_root.data',
    '/_.data',
    '/__manifest?p=/&version=x',
    '/xx/about',
    '/xx',
    '/article//evil.example-MTAwMQ',
    '/article/\\evil-MTAwMQ',
    '/article/x',
    '/article/x-MDAx',
    '/article/x-MQo',
    '/article/x-LTE',
    '/article/x-MWUz',
    '/article/x-MHgxMA',
    '/article/x-OTk5OTk5OTk5OQ',
    '/category/x-MA',
    '/tag/%2e',
    '/author/x-MjE0NzQ4MzY0OA',
    '/videos?page=0',
    '/videos?page=-1',
    '/videos?page=1e3',
    '/videos?page=999999',
    '/videos?page=99999999999999999999',
    '/videos?category=abc',
    '/videos?category=999999999',
    '/search?kind=junk',
    '/search?page=7',
    '/search?q=pan&page=900000',
    '/category/schemes-MjUy?kind=__proto__',
    '/category/schemes-MjUy?page=99999',
    '/tag/aadhaar-MjAwMQ?page=99999',
    '/author/asha-menon-MQ?page=99999',
    '/sitemap-articles-999999.xml',
    '/sitemap-articles-9999999.xml',
    '/media/none.jpg',
    '/fonts/none',
    '/assets/',
  ])('%s: 404, in HTML', async (target) => {
    const answer = await get(target);
    expect(answer.status).toBe(404);
    expect(answer.head).toContain('content-type: text/html');
    expect(answer.head).toContain('cache-control: public, max-age=0, s-maxage=1\r\n');
    expect(answer.body).toContain('<h1');
  });

  it.each([
    '/search?q=%00',
    '/search?q=%FF%FE',
    '/search?q=%',
    `/search?q=${'%'.repeat(9_000)}`,
    '/search?q[]=a&q=b',
    '/?__proto__=1&constructor=2',
    '/search?q=%ED%A0%80',
    '/about?page=999',
  ])('%s: a page like any other', async (target) => {
    expect((await get(target)).status).toBe(200);
  });

  it.each([
    [`${article}==`, article],
    [`${article}%3D`, article],
    ['/article/wrong-MTAwMQ', article],
    ['/article/MTAwMQ', article],
    [`${article}/`, article],
    ['/ARTICLE/x-MTAwMQ', article],
    ['/ABOUT', '/about'],
    ['/about/', '/about'],
    ['/videos?page=1', '/videos'],
    ['/offline/', '/offline'],
    ['/article/%2f%2fevil.example-MTAwMQ', article],
  ])('%s goes to %s', async (target, location) => {
    const answer = await get(target);
    expect(answer.status).toBe(301);
    expect(answer.head).toContain(`location: ${location.toLowerCase()}\r\n`);
  });

  it('an address with a host of its own is read without it, and not kept twice', async () => {
    await get('/about');
    const { entries } = site.app.pageCache.stats();
    const answer = await get('http://evil.example/about');
    expect(answer.status).toBe(200);
    expect(answer.body).not.toContain('evil.example');
    await get('/about#one');
    await get('/x/../about');
    expect(site.app.pageCache.stats().entries).toBe(entries);
  });
});

describe('methods', () => {
  it.each(['/', '/about', article, '/favicon.ico', '/sw.js', '/feed.xml', '/robots.txt', '/og/article-1001.jpg'])(
    'HEAD %s is GET without its body',
    async (target) => {
      const [whole, head] = [await get(target), await get(target, 'HEAD')];
      expect(head).toMatchObject({ status: 200, body: '' });
      expect(/content-length: \d+/.exec(head.head)?.[0]).toBe(/content-length: \d+/.exec(whole.head)?.[0]);
    },
  );

  it('Allow names what the address takes; where nothing stands, any method is 404', async () => {
    const allowOf = async (path: string, method: string) => {
      const { status, head } = await get(path, method);
      return `${status} ${/^allow: (.*)$/m.exec(head)?.[1]?.trim() ?? ''}`.trim();
    };
    expect(await allowOf('/contact', 'PATCH')).toBe('405 get, head, post');
    expect(await allowOf('/hi/community/ask', 'DELETE')).toBe('405 get, head, post');
    expect(await allowOf('/community', 'POST')).toBe('405 get, head');
    expect(await allowOf('/robots.txt', 'PUT')).toBe('405 get, head');
    expect(await allowOf('/hi/feed.xml', 'POST')).toBe('405 get, head');
    expect(await allowOf('/favicon.ico', 'POST')).toBe('405 get, head');
    for (const method of ['POST', 'PUT', 'OPTIONS']) expect(await allowOf('/no-such-page', method)).toBe('404');
    expect((await get('/no-such-page', 'POST')).body).toContain('<h1>This page is not here</h1>');
  });

  it.each(['OPTIONS', 'TRACE', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND'])(
    '%s on a page and a call is 405 with Allow',
    async (method) => {
      const page = await get('/about', method);
      expect(page.status).toBe(405);
      expect(page.head).toContain('allow: get, head');
      expect(page.head).toContain('content-type: text/html');
      const call = await get('/api/tags', method);
      expect(call.status).toBe(405);
      expect(call.head).toContain('allow: get');
      expect(`${page.head}${call.head}`).not.toContain('access-control');
    },
  );
});

describe('files', () => {
  it.each([
    '/media/../pglite/PG_VERSION',
    '/media/..%2fpglite%2fPG_VERSION',
    '/media/%2e%2e/auth-secret',
    '/media/..%5cauth-secret',
    '/media//etc/passwd',
    '/media/%00',
    '/assets/..%2f..%2fpackage.json',
    '/fonts/%2e%2e%2f%2e%2e%2fpackage.json',
    '/img/640/..%2f..%2fx.png.webp',
    '/img/640/../auth-secret.png.webp',
    '/img/999999/stories/pm-kisan-in-six-steps.webp.avif',
    '/img/0/a.png.webp',
    '/img/1e9/a.png.webp',
    '/img/320/%2fetc%2fpasswd.png.webp',
    '/img/320/hostile/drawing.svg.webp',
    '/img/320/hostile/fake.png.webp',
    '/og/..%2farticle-1001.jpg',
    '/og/article-0.jpg',
    '/og/article-99999999999.jpg',
    '/og/article-1001.jpg%00',
    '/og/webstory-1.jpg',
    '/assets/../../package.json',
    '/media/hostile/',
  ])('%s is not here', async (target) => {
    const answer = await get(target);
    expect(answer.status).toBe(404);
    expect(answer.body).not.toMatch(/nagrik-test|PG_VERSION|root:/);
  });

  it.each(['/media/hostile/drawing.svg', '/media/hostile/page.html', '/media/hostile/fake.png'])(
    '%s runs nothing',
    async (target) => {
      const answer = await get(target);
      expect(answer.status).toBe(200);
      expect(answer.head).toContain("content-security-policy: default-src 'none'; sandbox");
      expect(answer.head).toContain('x-content-type-options: nosniff');
    },
  );
});
