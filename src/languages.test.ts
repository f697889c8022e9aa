import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { articles } from './database/schema.ts';
import { readConfig } from './platform/settings/config.server.ts';
import { openTestApp } from './testing/open-test-app.ts';
import { linksOf } from './testing/page-links.ts';

// Languages through the real app and the built pages. Addresses: language-prefixes.test.ts, languages-of-pieces.test.ts.

const test = openTestApp({ content: 'demo', env: { LANGUAGES: 'en,hi' } });
let english: { id: number; canonicalUrl: string };
let hindi: { id: number; canonicalUrl: string };

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });
const apiArticle = async (id: number) => {
  const answer = await get(`/api/article/${id}`);
  return answer.json<{
    data: { canonicalUrl: string; lang: string; translations: { lang: string; id: number; canonicalUrl: string }[] };
  }>().data;
};
const idOf = async (key: string) =>
  (
    await test.db
      .select({ id: articles.id })
      .from(articles)
      .where(eq(articles.sourceKey, `content:${key}`))
  )[0]!.id;
const bareOf = (path: string) => path.replace(/^\/(?:hi|ta)/, '');

beforeAll(async () => {
  const ids = { english: await idOf('pm-kisan'), hindi: await idOf('gharelu-hinsa-madad') };
  // Whatever translations the demonstration has, these two begin without any.
  await test.db.update(articles).set({ groupId: null, status: 'draft' }).where(eq(articles.groupId, ids.english));
  await test.db.update(articles).set({ groupId: null, status: 'draft' }).where(eq(articles.groupId, ids.hindi));
  for (const id of Object.values(ids))
    await test.db.update(articles).set({ status: 'published' }).where(eq(articles.id, id));
  english = { id: ids.english, canonicalUrl: (await apiArticle(ids.english)).canonicalUrl };
  hindi = { id: ids.hindi, canonicalUrl: (await apiArticle(ids.hindi)).canonicalUrl };
});

describe('the setting', () => {
  it('names each language once, of those that exist', () => {
    expect(readConfig({}).languages).toEqual(['en', 'hi']);
    expect(readConfig({ LANGUAGES: ' hi, EN ,ta' }).languages).toEqual(['hi', 'en', 'ta']);
    for (const wrong of ['en,xx', 'en,en', ',']) expect(() => readConfig({ LANGUAGES: wrong })).toThrow(/LANGUAGES/);
  });
});

it('the same address is the same bytes for everyone', async () => {
  for (const path of ['/', '/hi', '/hi/videos', bareOf(english.canonicalUrl), `/hi${english.canonicalUrl}`]) {
    const answers = await Promise.all([
      get(path),
      get(path, { 'accept-language': 'hi' }),
      get(path, { 'accept-language': 'ta,en;q=0.1', cookie: 'lang=hi; user_id=1' }),
    ]);
    expect(new Set(answers.map(({ body }) => body)).size, path).toBe(1);
    expect(answers[1]!.headers['cache-control']).toMatch(/public/);
    expect(answers[1]!.headers.vary ?? '').not.toMatch(/language|cookie/i);
    expect(answers[1]!.headers['set-cookie']).toBeUndefined();
  }
});

describe('the language switch', () => {
  const longQuery = encodeURIComponent('राशनकार्ड'.repeat(20));

  it('is a plain link on every page, to the same page, and from an error to the home page', async () => {
    for (const [path, other] of [
      ['/', '/hi'],
      ['/hi', '/'],
      ['/videos?page=2', '/hi/videos?page=2'],
      ['/hi/search?q=pan', '/search?q=pan'],
      [`/search?q=${longQuery}`, `/hi/search?q=${longQuery}`],
      ['/login', '/hi/login'],
      ['/webstory/your-first-rti', '/hi/webstory/pehli-rti-saat-card'],
      ['/hi/nothing-here', '/'],
      ['/videos?page=2000', '/hi'],
    ] as const) {
      const there = other.startsWith('/hi') ? 'hi' : 'en';
      const links = linksOf((await get(path)).body).filter(
        ({ hreflang, lang }) => hreflang === there && lang === there,
      );
      expect([path, links.map(({ href }) => href)]).toEqual([path, expect.arrayContaining([other])]);
    }
  });
});

describe('the switch in the header', () => {
  it.each([
    '/article/x-MTAwMQ',
    '/category/schemes-MjUy',
    'a tag',
    '/videos',
    '/find-schemes',
    '/check',
    '/letters',
    '/papers',
    '/papers/passport',
    '/papers?errand=pan&errand=passport',
    '/community',
    'a question',
    '/login',
    '/about',
  ])('%s: leads to the same page in the other language, and back', async (place) => {
    const dataAt = async (answer: Promise<LightMyRequestResponse>) =>
      (await answer).json<{ data: { canonicalUrl: string }[] }>().data[0]!.canonicalUrl;
    const from =
      place === 'a tag'
        ? await dataAt(get('/api/tags'))
        : place === 'a question'
          ? await dataAt(test.send('POST', '/api/search/question/recent', {}))
          : place;
    const open = async (path: string) => {
      const answer = await get(path);
      const url = answer.statusCode === 301 ? String(answer.headers.location) : path;
      const { body } = url === path ? answer : await get(url);
      const [, header] = /<header[^>]*>([\s\S]*?)<\/header>/.exec(body)!;
      const other = linksOf(header!).filter(({ hreflang }) => hreflang === 'hi' || hreflang === 'en');
      expect(other.map(({ hreflang, lang }) => [hreflang, lang])).toEqual([[other[0]!.hreflang, other[0]!.hreflang]]);
      return { url, lang: /<html lang="(\w+)"/.exec(body)![1], switchTo: other[0]!.href };
    };
    const here = await open(from);
    const there = await open(here.switchTo);
    expect([here.lang, there.lang]).toEqual(['en', 'hi']);
    expect(there.url).toMatch(/^\/hi(?:\/|$)/);
    expect(new URL(there.url, 'http://a').search).toBe(new URL(here.url, 'http://a').search);
    const back = await open(there.switchTo);
    expect([back.url, back.lang]).toEqual([here.url, 'en']);
  });
});

describe('a piece without translations', () => {
  it('the address that spelt its abbreviations by sound leads to the one that readers type', async () => {
    const { rows } = await test.services.connection.pool.query<{ id: number }>(
      "select id from articles where source_key = 'content:rti-kaise-lagayein'",
    );
    const key = Buffer.from(String(rows[0]!.id)).toString('base64url');
    const { statusCode, headers } = await get(
      `/hi/article/artiai-rs10-mein-lagaen-aise-puchhen-ki-daftar-ko-javab-dena-pade-${key}`,
    );
    expect(statusCode).toBe(301);
    expect(headers.location).toMatch(/^\/hi\/article\/rti-rs10-mein-/);
    expect((await get(String(headers.location))).statusCode).toBe(200);
  });

  it('a wrong slug redirects within the prefix', async () => {
    const key = english.canonicalUrl.split('-').at(-1);
    const { statusCode, headers } = await get(`/hi/article/Wrong-${key}`);
    expect([statusCode, headers.location]).toEqual([301, `/hi${english.canonicalUrl}`]);
  });
});

describe('translations', () => {
  beforeAll(async () => {
    // The Hindi piece becomes the translation of the English one, as an import would write it.
    await test.db
      .update(articles)
      .set({ groupId: english.id, updatedAt: new Date('2026-11-10T00:00:00Z') })
      .where(eq(articles.id, english.id));
    await test.db.update(articles).set({ groupId: english.id, follows: '2026-11-10' }).where(eq(articles.id, hindi.id));
    test.app.pageCache.clear();
  });

  it('redirect under the other prefix, without what the page does not know', async () => {
    const there = await get(`/hi${english.canonicalUrl}?page=1`);
    expect([there.statusCode, there.headers.location]).toEqual([301, hindi.canonicalUrl]);
  });

  it('name each other in sitemap and API', async () => {
    const expected = { en: english.canonicalUrl, hi: hindi.canonicalUrl, 'x-default': english.canonicalUrl };
    const index = (await get('/sitemap.xml')).body;
    const files = [...index.matchAll(/\/sitemap-articles-\d+\.xml/g)].map(([file]) => file);
    const sitemap = (await Promise.all(files.map((file) => get(file)))).map(({ body }) => body).join('');
    for (const path of [english.canonicalUrl, hindi.canonicalUrl]) {
      const [url] = new RegExp(`<url><loc>[^<]*${path}</loc>.*?</url>`).exec(sitemap) ?? [];
      for (const [lang, href] of Object.entries(expected)) {
        expect(url).toContain(`hreflang="${lang}"`);
        expect(url).toContain(`${href}"`);
      }
    }
    expect(await apiArticle(english.id)).toMatchObject({
      lang: 'en',
      translations: [{ lang: 'hi', id: hindi.id, canonicalUrl: hindi.canonicalUrl }],
    });
    expect((await apiArticle(hindi.id)).translations).toEqual([
      { lang: 'en', id: english.id, canonicalUrl: english.canonicalUrl },
    ]);
  });

  it('older than the original is marked until it follows a later day', async () => {
    expect((await get(hindi.canonicalUrl)).body).not.toMatch(/class="version-note"/);
    const change = async (set: Partial<typeof articles.$inferInsert>, id: number) => {
      await test.db.update(articles).set(set).where(eq(articles.id, id));
      test.app.pageCache.clear();
    };
    await change({ updatedAt: new Date('2026-11-12T00:00:00Z') }, english.id);
    const { body } = await get(hindi.canonicalUrl);
    expect(body).toMatch(/class="version-note"/);
    expect(linksOf(body).some(({ href, hreflang }) => href === english.canonicalUrl && hreflang === 'en')).toBe(true);
    await change({ follows: '2026-11-12' }, hindi.id);
    expect((await get(hindi.canonicalUrl)).body).not.toMatch(/class="version-note"/);
  });

  it('feeds are in the language of their prefix', async () => {
    const rss = await get('/hi/feed.xml');
    expect(rss.statusCode).toBe(200);
    expect(rss.body).toContain('<language>hi-IN</language>');
    expect(rss.body).not.toContain(english.canonicalUrl);
    const atom = await get('/hi/feed.atom');
    expect(atom.body).toContain('xml:lang="hi-IN"');
    expect((await get('/feed.xml')).body).toContain('<language>en-IN</language>');
    expect((await get('/hi')).body).toContain('href="/hi/feed.xml"');
  });
});
