import { and, eq, isNotNull, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { articleCategories, articles, categories, ctas } from '../../database/schema.ts';
import { openTestApp } from '../../testing/open-test-app.ts';

const site = openTestApp({ content: 'demo', env: { LANGUAGES: 'en,hi' } });

const read = async (path: string) => (await site.app.inject(path)).body;
const pathOf = (address: string) => new URL(address).pathname;

/** What a page, or an entry of a sitemap, names for each language. */
const alternatesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<(?:xhtml:)?link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(([, lang, href]) => [
      lang!,
      pathOf(href!),
    ]),
  );

/** Alternates of every address in the sitemaps of these names. */
async function readSitemaps(wanted: RegExp): Promise<Map<string, Record<string, string>>> {
  const index = await read('/sitemap.xml');
  const names = [...index.matchAll(/\/sitemap-([\w-]+)\.xml/g)]
    .map(([, name]) => name!)
    .filter((name) => wanted.test(name));
  const bodies = await Promise.all(names.map((name) => read(`/sitemap-${name}.xml`)));
  const entries = [...bodies.join('').matchAll(/<url><loc>([^<]*)<\/loc>.*?<\/url>/gs)];
  return new Map(entries.map(([entry, address]) => [pathOf(address!), alternatesOf(entry)]));
}

test('feeds name categories in the language of their prefix, and the language of each item', async () => {
  const [author] = await site.db.select({ id: articles.authorId }).from(articles).limit(1);
  const [piece] = await site.db
    .insert(articles)
    .values({
      sourceKey: 'test:only-english',
      sourceHash: '',
      title: 'Only in English',
      summary: 'Not translated.',
      body: '',
      bodyHtml: '',
      authorId: author!.id,
      status: 'published',
      publishedAt: new Date(),
    })
    .returning({ id: articles.id });
  const [food] = await site.db
    .update(categories)
    .set({ displayName: 'Food', translations: { hi: { displayName: 'राशन और खाना' } } })
    .where(eq(categories.key, 'food'))
    .returning({ id: categories.id });
  await site.db.insert(articleCategories).values({ articleId: piece!.id, categoryId: food!.id });
  site.app.pageCache.clear();
  for (const [prefix, name, own] of [
    ['', 'Food', 'en'],
    ['/hi', 'राशन और खाना', 'hi'],
  ] as const) {
    const rss = await read(`${prefix}/feed.xml`);
    const [item] = /<item><title>Only in English<.*?<\/item>/s.exec(rss)!;
    expect(item).toContain('<dc:language>en</dc:language>');
    expect(item).toContain(`<category>${name}</category>`);
    expect(rss).toContain(`<dc:language>${own}</dc:language>`);
    expect(rss.match(/<dc:language>/g)).toHaveLength(rss.match(/<item>/g)!.length);
    const atom = await read(`${prefix}/feed.atom`);
    const entry = atom.split('<entry ').find((each) => each.includes('<title>Only in English<'));
    expect(entry).toMatch(/^xml:lang="en"/);
    expect(entry).toContain(`<category term="${name}"/>`);
  }
  const scams = await read('/hi/scams.xml');
  expect(scams.match(/<dc:language>/g)).toHaveLength(scams.match(/<item>/g)!.length);
});

test('every address in a sitemap names the same versions as its page and as each of these', async () => {
  const all = await readSitemaps(/^(?!news)/);
  for (const [path, versions] of all)
    for (const other of Object.values(versions)) expect(all.get(other), `${path} and ${other}`).toEqual(versions);
  for (const start of ['/article/', '/video/', '/webstory/', '/refer/', '/terms', '/category/', '/videos']) {
    const pairs = [...all].filter(([path]) => path.replace(/^\/hi(?=\/)/, '').startsWith(start));
    const [path, versions] = pairs.find(([, each]) => Object.keys(each).length === 3) ?? [];
    expect(Object.keys(versions ?? {}).toSorted(), start).toEqual(['en', 'hi', 'x-default']);
    expect(versions!['x-default'], start).toBe(versions!.en);
    for (const one of [path!, versions!.hi!]) expect(alternatesOf(await read(one)), one).toEqual(versions);
  }
});

test('calls to action are in the sitemap while they are open', async () => {
  const open = await site.db.select({ id: ctas.id }).from(ctas).where(eq(ctas.isActive, true));
  const listed = async () => [...(await readSitemaps(/^pages/)).keys()].filter((path) => path.includes('/refer/'));
  expect(await listed()).toHaveLength(open.length);
  await site.db.update(ctas).set({ isActive: false }).where(eq(ctas.key, 'old-age-pension'));
  site.app.pageCache.clear();
  expect(await listed()).toHaveLength(open.length - 1);
  await site.db.update(ctas).set({ isActive: true }).where(eq(ctas.key, 'old-age-pension'));
  site.app.pageCache.clear();
});

test('of a group without the default language all pieces name the same one for everyone else', async () => {
  const [hindi] = await site.db
    .select({ id: articles.id, groupId: articles.groupId })
    .from(articles)
    .where(and(eq(articles.lang, 'hi'), isNotNull(articles.groupId), ne(articles.id, articles.groupId)))
    .limit(1);
  await site.db.update(articles).set({ lang: 'ta' }).where(eq(articles.id, hindi!.groupId!));
  site.app.pageCache.clear();
  type Piece = { data: { canonicalUrl: string; translations: { canonicalUrl: string }[] } };
  const { data } = (await site.app.inject(`/api/article/${hindi!.id}`)).json<Piece>();
  const both = [data.canonicalUrl, data.translations[0]!.canonicalUrl];
  const sitemap = await readSitemaps(/^articles/);
  for (const path of both) {
    const expected = { hi: both[0], ta: both[1], 'x-default': both[0] };
    expect(alternatesOf(await read(path)), path).toEqual(expected);
    expect(sitemap.get(path), path).toEqual(expected);
  }
  await site.db.update(articles).set({ lang: 'en' }).where(eq(articles.id, hindi!.groupId!));
  site.app.pageCache.clear();
});
