import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articles } from './database/schema.ts';
import { setSiteLanguages } from './platform/settings/site-languages.ts';
import { openTestApp } from './testing/open-test-app.ts';

// A site whose default language is Hindi: English has the prefix.

const test = openTestApp({ content: 'demo', env: { LANGUAGES: 'hi,en' } });
type Piece = { id: number; lang: string; canonicalUrl: string; translations: Omit<Piece, 'translations'>[] };
let english: Piece;
let hindi: Piece;

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });
const dataOf = async <Data>(url: string) => (await get(`/api${url}`)).json<{ data: Data }>().data;
const redirect = async (url: string) => {
  const { statusCode, headers } = await get(url);
  return [statusCode, headers.location];
};
const alternatesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<(?:xhtml:)?link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(([, lang, href]) => [
      lang!,
      new URL(href!).pathname,
    ]),
  );
const bare = (path: string) => path.replace(/^\/en(?=\/)/, '');

beforeAll(async () => {
  const [row] = await test.db
    .select({ id: articles.id })
    .from(articles)
    .where(eq(articles.sourceKey, 'content:pm-kisan'));
  english = await dataOf<Piece>(`/article/${row!.id}`);
  hindi = await dataOf<Piece>(`/article/${english.translations[0]!.id}`);
});
afterAll(async () => {
  setSiteLanguages(['en', 'hi']);
});

describe('addresses', () => {
  it('of pages: Hindi without a prefix, English with one', async () => {
    for (const [path, lang, words] of [
      ['/', 'hi', 'साइन इन करें'],
      ['/en', 'en', 'Sign in'],
      ['/videos', 'hi', 'साइन इन करें'],
      ['/en/videos', 'en', 'Sign in'],
      ['/en/nothing-here', 'en', 'Sign in'],
    ] as const) {
      const { body } = await get(path);
      expect([path, /<html lang="([^"]*)"/.exec(body)?.[1]]).toEqual([path, lang]);
      expect(body, path).toContain(words);
    }
  });

  it.each([
    ['/hi', '/'],
    ['/hi/', '/'],
    ['/hi/videos?page=2', '/videos?page=2'],
    ['/hi/feed.xml', '/feed.xml'],
    ['/en/', '/en'],
  ])('%s redirects to %s', async (from, to) => {
    expect(await redirect(from)).toEqual([301, to]);
  });

  it('of pieces: each in its own language, and a translation is redirected to', async () => {
    expect([english.lang, hindi.lang]).toEqual(['en', 'hi']);
    expect(english.canonicalUrl).toMatch(/^\/en\/article\//);
    expect(hindi.canonicalUrl).toMatch(/^\/article\//);
    expect(english.translations).toEqual([{ lang: 'hi', id: hindi.id, canonicalUrl: hindi.canonicalUrl }]);
    expect(await redirect(bare(english.canonicalUrl))).toEqual([301, english.canonicalUrl]);
    expect(await redirect(`/en${hindi.canonicalUrl}`)).toEqual([301, english.canonicalUrl]);
    expect(await redirect(`/hi${hindi.canonicalUrl}`)).toEqual([301, hindi.canonicalUrl]);
    for (const path of ['/en/webstory/your-first-rti', '/webstory/pehli-rti-saat-card', '/about', '/en/about'])
      expect([path, (await get(path)).statusCode]).toEqual([path, 200]);
  });

  it('of a Hindi piece without a translation: shown in the English frame, which says so', async () => {
    const setStatus = async (status: 'draft' | 'published') => {
      await test.db.update(articles).set({ status }).where(eq(articles.id, english.id));
      test.app.pageCache.clear();
    };
    await setStatus('draft');
    const there = await get(`/en${hindi.canonicalUrl}`);
    await setStatus('published');
    expect(there.statusCode).toBe(200);
    expect(there.body).toContain('<html lang="en"');
    expect(there.body).toContain('class="version-note"');
    expect(there.body).toContain(`<link rel="canonical" href="http://localhost:3000${hindi.canonicalUrl}"`);
  });

  it('of the other language: Hindi for everyone else, in pages and in the sitemap', async () => {
    const expected = { en: english.canonicalUrl, hi: hindi.canonicalUrl, 'x-default': hindi.canonicalUrl };
    const files = (await get('/sitemap.xml')).body.match(/\/sitemap-articles-\d+\.xml/g)!;
    const sitemap = (await Promise.all(files.map(async (file) => (await get(file)).body))).join('').split('<url>');
    for (const { canonicalUrl } of [english, hindi]) {
      expect(alternatesOf((await get(canonicalUrl)).body)).toEqual(expected);
      const entry = sitemap.find((each) => each.startsWith(`<loc>http://localhost:3000${canonicalUrl}</loc>`));
      expect(alternatesOf(entry!)).toEqual(expected);
    }
    const home = { en: '/en', hi: '/', 'x-default': '/' };
    for (const path of ['/', '/en']) expect(alternatesOf((await get(path)).body)).toEqual(home);
  });

  it('of links on an English page stay English', async () => {
    const { body } = await get('/en');
    const links = [...body.matchAll(/<a\s(?![^>]*hreflang=)[^>]*href="(\/(?:article|video|category)[^"]*)"/gi)];
    expect(links.map(([, href]) => href)).toEqual([]);
    expect(body).toMatch(/<a\s[^>]*href="\/en\/article\//);
  });
});

describe('content', () => {
  it('of the API is Hindi first where no language is asked for', async () => {
    const list = async (query: string) =>
      (await test.send('POST', `/api/article/search/v1${query}`, {})).json<{ data: Piece[] }>().data;
    expect((await list('')).every(({ lang }) => lang === 'hi')).toBe(true);
    expect((await list('?lang=en')).every(({ lang }) => lang === 'en')).toBe(true);
    const [tag] = (
      await test.db.execute<{ name: string; hindi: string }>(
        sql`select name, translations #>> '{hi,displayName}' as hindi from tags where translations #>> '{hi,displayName}' <> '' limit 1`,
      )
    ).rows;
    const tags = await dataOf<{ name: string; displayName: string }[]>('/tags');
    expect(tags.find(({ name }) => name === tag!.name)!.displayName).toBe(tag!.hindi);
  });

  it('of feeds is in the language of their prefix', async () => {
    for (const [path, language, own] of [
      ['/feed.xml', '<language>hi-IN</language>', 'hi'],
      ['/en/feed.xml', '<language>en-IN</language>', 'en'],
      ['/feed.atom', 'xml:lang="hi-IN"', 'hi'],
      ['/en/feed.atom', 'xml:lang="en-IN"', 'en'],
    ] as const) {
      const { body } = await get(path);
      expect(body, path).toContain(language);
      const items = [...body.matchAll(/<(?:item|entry)[ >].*?<\/(?:item|entry)>/gs)].map(([item]) => ({
        lang: /(?:<dc:language>|xml:lang=")(\w+)/.exec(item)![1],
        isBare: !item.includes('http://localhost:3000/en/article/'),
      }));
      expect(items.filter(({ lang }) => lang === own).length, path).toBeGreaterThan(items.length / 2);
      for (const { lang, isBare } of items) expect([path, lang]).toEqual([path, isBare ? 'hi' : 'en']);
    }
  });

  it('of what machines read names Hindi', async () => {
    const manifest = (await get('/manifest.webmanifest')).json<{ lang: string; description: string }>();
    expect(manifest.lang).toBe('hi-IN');
    expect(manifest.description).toMatch(/[\u0900-\u097f]/);
    expect((await get('/.well-known/security.txt')).body).toContain('Preferred-Languages: hi, en\n');
    expect((await get('/')).body).toMatch(/og:locale" content="hi_IN"/);
  });
});

describe('messages', () => {
  it('of API errors are English where no language is asked for', async () => {
    const message = async (headers: Record<string, string> = {}) =>
      (await get('/api/article/999999', headers)).json<{ message: string }>().message;
    expect(await message()).toMatch(/^[\x20-\x7e]+$/);
    expect(await message({ 'accept-language': 'fr' })).toMatch(/^[\x20-\x7e]+$/);
    expect(await message({ 'accept-language': 'hi' })).toMatch(/[\u0900-\u097f]/);
  });

  it('to somebody who has chosen no language are Hindi', async () => {
    expect((await get('/api/otp/send/email/naya@example.in')).statusCode).toBe(200);
    const { data } = (await get('/dev/outbox.json')).json<{ data: { to: string; text: string }[] }>();
    expect(data.find(({ to }) => to === 'naya@example.in')!.text).toMatch(/[\u0900-\u097f]{3}/);
  });
});
