import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { listenOn } from '../../testing/raw-request.ts';

const env = {
  PUBLIC_ORIGIN: 'https://nagrik.example',
  AUTH_SECRET: 'a-secret-for-these-tests-only',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'no-reply@nagrik.example',
};
let secure: TestApp;
let plain: TestApp;
let origin: string;
beforeAll(async () => {
  [secure, plain] = await Promise.all([buildTestApp({ content: 'demo', env }), buildTestApp()]);
  origin = `http://127.0.0.1:${await listenOn(secure.app)}`;
});
afterAll(() => Promise.all([secure.close(), plain.close()]));

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(origin + path, { headers, method, redirect: 'manual' });
const asset = `/assets/${readdirSync(fileURLToPath(new URL('../../../build/client/assets', import.meta.url))).find((name) => name.endsWith('.css'))}`;

const pages = [
  '/',
  '/article/x-MTAwMQ',
  '/article/none-OTk5OTk5',
  '/no-such-page',
  '//',
  '/%',
  '/search?q=pan',
  '/webstory/your-first-rti',
  '/settings/privacy',
  '/offline',
];
const documents = [
  '/feed.xml',
  '/feed.atom',
  '/sitemap.xml',
  '/sitemap-pages.xml',
  '/robots.txt',
  '/manifest.webmanifest',
  '/.well-known/security.txt',
];
const calls = [
  '/api/tags',
  '/api/none',
  '/api/article/9',
  '/api/article/x',
  '/api/openapi.json',
  '/api/article/%E0%A4%A',
];
const files = [
  '/favicon.ico',
  '/sw.js',
  '/fonts/latin-400.woff2',
  asset,
  '/og/article-1001.jpg',
  '/og/article-9.jpg',
  '/img/320/none.png.webp',
  '/media/..%2fx',
  '/healthz',
  '/readyz',
];

describe('headers', () => {
  it.each([...pages, ...documents, ...calls, ...files])(
    '%s: nothing sniffed, no long referrer, encrypted from now on',
    async (path) => {
      const { headers } = await get(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
      for (const name of ['set-cookie', 'server', 'x-powered-by', 'access-control-allow-origin'])
        expect(headers.get(name), name).toBeNull();
    },
  );

  it('says nothing of encryption where there is none', async () => {
    for (const path of ['/about', '/api/tags', '/favicon.ico', '/no', '/%', '/healthz']) {
      expect((await plain.app.inject(path)).headers['strict-transport-security'], path).toBeUndefined();
    }
  });

  it.each([...pages, '/about?POST'])('%s: a strict policy, no frame, alone in its group', async (path) => {
    const { headers } = await get(path, {}, path.endsWith('POST') ? 'POST' : 'GET');
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|nonce|\*/);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it.each(pages.slice(0, 4))('%s: every script that runs is named by its hash', async (path) => {
    const answer = await get(path);
    const html = await answer.text();
    // What a template holds does not run.
    const live = html.replaceAll(
      /<template id="(?:boot|save|tags)">(?:<script type="module" src="[^"<]*"><\/script>)+<\/template>/g,
      '',
    );
    const inline = [...live.matchAll(/<script(?![^>]*type="application\/ld\+json")[^>]*>/g)];
    expect(inline.map(([tag]) => tag)).toEqual(answer.status === 301 ? [] : ['<script>']);
    expect(html).not.toMatch(/\son[a-z]+=["']/i);
    expect(html).not.toMatch(/\sstyle=["']/i);
  });

  it.each([...documents, ...calls])('%s: data, never a page', async (path) => {
    expect((await get(path)).headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('a call is for this origin, media and shared pictures for any', async () => {
    expect((await get('/api/tags')).headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect((await get('/og/article-1001.jpg')).headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('304 keeps the policy, and has no body', async () => {
    const first = await get('/about');
    const again = await get('/about', { 'if-none-match': first.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    for (const name of ['content-security-policy', 'strict-transport-security', 'cache-control', 'vary', 'etag'])
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
  });

  it('what is missing is kept for a second, in place of what was there; nobody keeps an answer of the API', async () => {
    for (const path of ['/no-such-page', '/%'])
      expect((await get(path)).headers.get('cache-control'), path).toBe('public, max-age=0, s-maxage=1');
    for (const path of ['/api/none', '/og/article-9.jpg'])
      expect((await get(path)).headers.get('cache-control'), path).toBe('no-store');
  });
});
