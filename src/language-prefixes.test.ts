import { describe, expect, it } from 'vitest';
import { pageTable } from './page-table.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { linksOf } from './testing/page-links.ts';

const test = openTestApp({ content: 'demo', env: { LANGUAGES: 'en,hi' } });
const get = (url: string) => test.app.inject({ url });

describe('prefixes', () => {
  const sampleOf = (pattern: string) =>
    pattern === '/'
      ? ''
      : pattern.replace('/community/post/:key', '/community/post/question-12').replace(/:(?:key|slug|cta)/, 'MTAwMQ');

  it('show the frame in their language, from the built pages too', async () => {
    const { body } = await get('/hi');
    expect(body).toContain('साइन इन करें');
    expect(body).not.toContain('Sign in');
    expect((await get('/')).body).toContain('Sign in');
  });

  it.each([
    ['/videos', 'en-IN'],
    ['/hi/videos', 'hi-IN'],
    ['/hi/community', 'hi-IN'],
  ])('a list says its language to search engines: %s', async (path, expected) => {
    const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec((await get(path)).body)!;
    const graph = (JSON.parse(json!) as { '@graph': Record<string, unknown>[] })['@graph'];
    expect(graph.find((node) => node['@type'] === 'CollectionPage')).toMatchObject({ inLanguage: expected });
  });

  it('exist for every page, and say their language', async () => {
    for (const { pattern } of pageTable.pages) {
      const path = `/hi${sampleOf(pattern)}`;
      const { statusCode, body, headers } = await get(path);
      expect([path, statusCode < 500], String(statusCode)).toEqual([path, true]);
      const language = /<html lang="(\w+)"/.exec(body)?.[1];
      expect([path, language ?? /^\/(hi)(?:\/|$|\?)/.exec(String(headers.location))?.[1]]).toEqual([path, 'hi']);
    }
  }, 120_000);

  it.each(['/xx', '/xx/about', '/ta', '/ta/about', '/fr/videos', '/hi/hi/about'])(
    '%s is unknown or switched off: 404',
    async (path) => {
      expect((await get(path)).statusCode).toBe(404);
    },
  );

  it('do not exist for what has no language', async () => {
    const { body } = await get('/');
    const first = (pattern: RegExp) => pattern.exec(body)![1]!;
    for (const path of [
      '/api/tags',
      '/robots.txt',
      '/ads.txt',
      '/sitemap.xml',
      '/sitemap-pages.xml',
      '/manifest.webmanifest',
      '/dev/outbox',
      '/healthz',
      '/sw.js',
      '/favicon.ico',
      first(/href="(\/assets\/[^"]*\.css)"/),
      first(/"(\/media\/[^" ]*)"/),
    ]) {
      const answers = [await get(path), await get(`/hi${path}`), await get(`/en${path}`)];
      expect([path, ...answers.map(({ statusCode }) => statusCode)]).toEqual([path, 200, 404, 404]);
    }
  });

  it('are the language of the cards in which lists and the home page are shared', async () => {
    for (const [path, locale] of [
      ['/hi', 'hi_IN'],
      ['/', 'en_IN'],
      ['/hi/videos', 'hi_IN'],
      ['/videos', 'en_IN'],
    ])
      expect((await get(path!)).body).toContain(`<meta property="og:locale" content="${locale}"/>`);
  });

  it.each([
    ['/en', '/'],
    ['/en/', '/'],
    ['/EN/About?x=1', '/about?x=1'],
    ['/en/search?q=pan&page=2', '/search?q=pan&page=2'],
    ['/en/feed.xml', '/feed.xml'],
    ['/EN/Feed.xml', '/feed.xml'],
    ['/HI/feed.xml', '/hi/feed.xml'],
    ['/hi/SCAMS.json', '/hi/scams.json'],
    ['/Robots.TXT', '/robots.txt'],
    ['/hi/', '/hi'],
    ['/HI/About/?x=%20', '/hi/about?x=%20'],
    ['/hi/videos/', '/hi/videos'],
    ['/h%69/videos', '/hi/videos'],
  ])('%s redirects to %s', async (from, to) => {
    const { statusCode, headers } = await get(from);
    expect([statusCode, headers.location]).toEqual([301, to]);
  });

  it('an unknown page below a prefix has an error page in that language', async () => {
    const { statusCode, body } = await get('/hi/nothing-here');
    expect(statusCode).toBe(404);
    expect(body).toContain('<html lang="hi"');
    expect((await get('/nothing-here')).body).toContain('<html lang="en"');
  });

  it('a malformed address has the error page of its prefix, and each language keeps its own', async () => {
    for (const [path, language] of [
      ['/x//y', 'en'],
      ['/hi//x', 'hi'],
      ['/%zz', 'en'],
      ['/hi/%zz', 'hi'],
      ['/hi/x.data', 'hi'],
      ['/HI/x.data', 'hi'],
      ['/HI/nothing-here', 'hi'],
      ['/ta//x', 'en'],
      ['/x.data', 'en'],
    ] as const) {
      const { statusCode, body } = await get(path);
      expect([path, statusCode]).toEqual([path, 404]);
      expect([path, /<html lang="(\w+)"/.exec(body)?.[1]]).toEqual([path, language]);
      const homes = linksOf(body).filter(({ href, hreflang }) => hreflang === undefined && /^\/(?:hi)?$/.test(href));
      expect(new Set(homes.map(({ href }) => href))).toEqual(new Set([language === 'hi' ? '/hi' : '/']));
    }
  });

  it('a document in another case takes the methods of its true spelling', async () => {
    const ask = (method: 'HEAD' | 'POST') => test.send(method, '/HI/feed.xml');
    const head = await ask('HEAD');
    expect([head.statusCode, head.headers.location]).toEqual([301, '/hi/feed.xml']);
    const post = await ask('POST');
    expect([post.statusCode, post.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('every link, form and redirect of a page stays below it', async () => {
    for (const path of ['/hi', '/hi/videos', '/hi/search?q=pan', '/hi/login', '/hi/contact']) {
      const { body } = await get(path);
      const lost = linksOf(body)
        .filter(
          ({ href, hreflang }) =>
            hreflang === undefined && pageTable.find(href.split(/[?#]/, 1)[0]!)?.language === null,
        )
        .map(({ href }) => href);
      expect([path, lost]).toEqual([path, []]);
      for (const [, action] of body.matchAll(/<form[^>]* action="([^"]*)"/g)) expect(action).toMatch(/^\/hi/);
    }
    const signedOut = await get('/hi/notifications');
    expect(signedOut.statusCode).toBe(303);
    const login = new URL(signedOut.headers.location as string, 'http://localhost');
    expect([login.pathname, login.searchParams.get('callbackUrl')]).toEqual(['/hi/login', '/hi/notifications']);
  });
});
