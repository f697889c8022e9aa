import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageTable } from './page-table.ts';
import { readAddress } from './platform/page/page-address.server.ts';
import { builtPages } from './testing/build-test-app.ts';
import { openTestApp } from './testing/open-test-app.ts';

const test = openTestApp({
  content: 'demo',
  log: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
});
const lines: Record<string, unknown>[] = [];

/** A canonical URL for each page. */
const sampleOf = (pattern: string) =>
  pattern
    .replace('/community/post/:key', '/community/post/question-12')
    .replace('/papers/:slug', '/papers/passport')
    .replace(':key', 'some-slug-MTAwMQ')
    .replace(':slug', 'your-first-rti')
    .replace(':cta', 'MQ');
const samples = pageTable.pages.map(({ pattern }) => sampleOf(pattern));
const isId = (part: string) => /MTAwMQ|^MQ$|-12$/.test(part);
const encodeAll = (text: string) =>
  [...text].map((sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
/** Applies `change` to the case-insensitive parts of a path: not to ids. */
const respell = (path: string, change: (text: string) => string) =>
  path
    .split('/')
    .map((part) => (isId(part) ? part.replace(/^(.*-)?(.*)$/, (_, slug = '', id) => change(slug) + id) : change(part)))
    .join('/');
const spellings: Record<string, (path: string) => string> = {
  capitals: (path) => respell(path, (text) => text.toUpperCase()),
  'a capital': (path) => respell(path, (text) => text.replace(/[a-z]/, (letter) => letter.toUpperCase())),
  encoding: (path) => respell(path, encodeAll),
  'encoding in capitals': (path) => respell(path, (text) => encodeAll(text).toUpperCase()),
  'one letter encoded': (path) => respell(path, (text) => text.replace(/[a-z]/, encodeAll)),
  'a slash at the end': (path) => `${path}/`,
};
// URL-aware clients resolve dot segments themselves, so these are sent raw.
const dots = [
  (path: string) => `/.${path}`,
  (path: string) => `${path}/%2e`,
  (path: string) => `/x/..${path}`,
  (path: string) => `/x/%2E%2e${path}/.`,
];
const paths = samples.filter((path) => path !== '/');
const cases = Object.keys(spellings).flatMap((name) => paths.map((path) => [name, path] as const));

describe('the table of pages', () => {
  it('is what the router was built from, with one page for everything else', async () => {
    const { routes } = await builtPages.loadPages();
    const built = Object.values(routes).flatMap((route) =>
      route?.parentId === 'root' ? [`/${route.path ?? ''}`] : [],
    );
    expect(built.sort()).toEqual([...pageTable.pages.map(({ pattern }) => pattern), '/*'].sort());
  });

  it('says which answers know their reader: theirs alone are private', async () => {
    for (const { pattern, audience } of pageTable.pages) {
      const { headers, statusCode } = await test.app.inject(sampleOf(pattern));
      const isPrivate = headers['cache-control'] === 'private, no-store';
      expect(isPrivate, `${pattern} ${statusCode} ${headers['cache-control']}`).toBe(audience === 'one');
    }
  });

  it('has no page at what only the router would take for one: a 404, and nothing in the log', async () => {
    lines.length = 0;
    for (const target of ['/refer/https%3A%2F%2Fa.b%2F', '/community/post/a%2Fb', '/article/a%5Cb'])
      expect([target, (await test.app.inject(target)).statusCode]).toEqual([target, 404]);
    expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  it('finds a right spelling for every spelling of a page, and keeps to it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.array(fc.boolean()), (path, flips) => {
        const odd = respell(path, (text) =>
          [...text]
            .map((sign, at) => (flips[at] ? sign.toUpperCase() : flips[at + 1] ? encodeAll(sign) : sign))
            .join(''),
        );
        expect(pageTable.find(odd)?.path).toBe(path);
        expect(pageTable.find(path)?.path).toBe(path);
      }),
    );
  });

  it('finds nothing for a path that only resembles a page', () => {
    for (const path of [
      '/logi',
      '/login2',
      '/login%2f',
      '/login%5c',
      '/a/login',
      '/community/',
      '/community//ask',
      '/%',
      // OPTIONS * HTTP/1.1
      '*',
      '',
    ]) {
      const found = pageTable.find(path);
      expect(found?.path ?? null, path).toBe(path === '/community/' ? '/community' : null);
    }
    expect(readAddress(pageTable, '//evil.example/login')).toEqual({ kind: 'none', language: 'en' });
    expect(readAddress(pageTable, '/HI//login')).toEqual({ kind: 'none', language: 'hi' });
  });
});

describe('another spelling of an address', () => {
  it.each(cases)('%s: %s leads to the right one', async (name, path) => {
    const { page } = pageTable.find(path)!;
    const direct = await test.app.inject(path);
    const canonical = direct.statusCode === 301 ? String(direct.headers.location) : path;
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await test.send(method, `${spellings[name]!(path)}?q=pan&x=%41+b`);
      expect(answer.statusCode, method).toBe(301);
      expect(answer.headers.location).toBe(`${canonical}?q=pan&x=%41+b`);
      expect(answer.headers['cache-control']).toMatch(page.audience === 'one' ? /^private, no-store$/ : /^public/);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.body).toBe('');
    }
  });

  it('an outdated slug in another spelling takes one redirect', async () => {
    for (const url of ['/Article/Old-Title-MTAwMQ', '/%61rticle/OLD-TITLE-MTAwMQ/']) {
      const answer = await test.app.inject(`${url}?utm_source=a&x=1`);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([301, expect.stringMatching(/^public/)]);
      const [path, query] = String(answer.headers.location).split('?');
      expect([(await test.app.inject(path!)).statusCode, query]).toEqual([200, 'utm_source=a&x=1']);
    }
  });

  it('dots lead to the right one too', () => {
    for (const path of paths)
      for (const change of dots)
        expect(readAddress(pageTable, `${change(path)}?q=pan`)).toMatchObject({
          kind: 'misspelled',
          to: `${path}?q=pan`,
        });
  });

  it('a form is sent on as it is', async () => {
    const post = (url: string) =>
      test.send('POST', url, 'intent=send', { 'content-type': 'application/x-www-form-urlencoded' });
    const { statusCode, headers } = await post('/%6COGIN/?callbackUrl=%2Fcart');
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([
      308,
      '/login?callbackUrl=%2Fcart',
      'private, no-store',
    ]);
    expect((await post('/About')).statusCode).toBe(405);
  });

  it('ids, codes and API calls stay case-sensitive', async () => {
    expect((await test.app.inject('/article/x-mtawmq')).statusCode).toBe(404);
    expect((await test.app.inject('/API/tags')).statusCode).toBe(404);
    expect((await test.app.inject('/api/Tags')).statusCode).toBe(404);
  });

  it('a cached page is not what its other spelling is answered with', async () => {
    await test.app.inject('/search?q=pan');
    expect((await test.app.inject('/search?q=pan')).statusCode).toBe(200);
    expect((await test.app.inject('/Search?q=pan')).statusCode).toBe(301);
  });

  it('a malformed path is a plain 404, and is not logged', async () => {
    lines.length = 0;
    for (const url of [
      '/%E2%80%A8x',
      '/x%E2%80%A9',
      '/%C2%85',
      '//login',
      '/login//',
      '/login%0d%0ax',
      '/%ff',
      '/login\\x',
    ]) {
      const { statusCode, headers } = await test.app.inject(url);
      expect([url, statusCode, headers.location]).toEqual([url, 404, undefined]);
    }
    expect(lines.filter(({ level }) => (level as number) >= 40)).toEqual([]);
  });
});
