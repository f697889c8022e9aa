import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { articles, redirects, videos } from '../../database/schema.ts';
import { allPages, invalidatePages } from '../../platform/cache/page-cache.server.ts';
import { undatedAt } from '../../platform/wire/undated.ts';
import { buildTestApp } from '../../testing/build-test-app.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { listArticleFiles } from './syndication.queries.server.ts';

const site = openTestApp({
  content: 'demo',
  env: {
    PUBLIC_ORIGIN: 'https://nagrik.example',
    AUTH_SECRET: 'a-secret-for-these-tests-only',
    ORGANIZATION_NAME: 'Ka & <Kha>',
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'no-reply@nagrik.example',
  },
});

const read = async (path: string) => {
  const answer = await site.app.inject({ url: path });
  return { status: answer.statusCode, body: answer.body, headers: answer.headers };
};
const lists = [
  '/sitemap-articles-1.xml',
  '/sitemap-news.xml',
  '/sitemap-videos.xml',
  '/sitemap-pages.xml',
  '/feed.xml',
  '/feed.atom',
];
/** Balanced tags and escaped characters: enough to catch what would make a parser reject the document. */
function isWellFormed(xml: string): boolean {
  const open: string[] = [];
  for (const [, slash, name, selfClosed] of xml
    .replace(/^<\?xml[^>]*\?>/, '')
    .matchAll(/<(\/?)([\w:]+)(?:\s+[\w:]+="[^"<]*")*\s*(\/?)>/g)) {
    if (selfClosed) continue;
    if (slash) {
      if (open.pop() !== name) return false;
    } else open.push(name as string);
  }
  return open.length === 0 && !/&(?!(?:amp|lt|gt|quot|apos);)/.test(xml);
}

test('every list is well-formed, cacheable, and speaks of the public origin only', async () => {
  for (const path of ['/sitemap.xml', ...lists]) {
    const { status, body, headers } = await read(path);
    expect(status, path).toBe(200);
    expect(isWellFormed(body), path).toBe(true);
    expect(headers['content-type'], path).toMatch(/xml; charset=utf-8$/);
    expect(headers['cache-control'], path).toMatch(/^public/);
    expect(headers['set-cookie'], path).toBeUndefined();
    for (const [, address] of body.matchAll(/<(?:loc|link|video:content_loc)>([^<]+)</g))
      expect(address).toMatch(/^https:\/\/nagrik\.example\//);
  }
});

test('the index names files that are there', async () => {
  const { body } = await read('/sitemap.xml');
  const files = [...body.matchAll(/<loc>https:\/\/nagrik\.example([^<]+)</g)].map((match) => match[1] as string);
  expect(files.length).toBeGreaterThanOrEqual(4);
  for (const file of files) expect((await read(file)).status, file).toBe(200);
  expect((await read('/sitemap-articles-999.xml')).status).toBe(404);
  expect((await read('/sitemap-articles-0.xml')).status).toBe(404);
});

test('every published article is in one file, and its address is the one of its page', async () => {
  const rows = await site.db.select({ id: articles.id }).from(articles).where(eq(articles.status, 'published'));
  const bodies = await Promise.all(
    (await listArticleFiles(site.db)).map(async (file) => (await read(`/sitemap-articles-${file}.xml`)).body),
  );
  const addresses = bodies.flatMap((body) =>
    [...body.matchAll(/<loc>https:\/\/nagrik\.example([^<]+)</g)].map((match) => match[1] as string),
  );
  expect(addresses.length).toBeLessThanOrEqual(rows.length);
  expect(addresses.length).toBeGreaterThan(50);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect((await read(addresses[0] as string)).status).toBe(200);
});

test('a draft, a scheduled and a removed piece are in no list, and have no picture to share', async () => {
  const rows = await site.db
    .select({ id: articles.id, title: articles.title })
    .from(articles)
    .where(eq(articles.status, 'published'))
    .limit(3);
  const [draft, scheduled, removed] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]];
  const [video] = await site.db.select({ id: videos.id }).from(videos).where(eq(videos.status, 'published')).limit(1);
  expect((await read(`/og/article-${draft!.id}.jpg`)).status).toBe(200);
  await site.db.update(articles).set({ status: 'draft', title: 'Hidden draft' }).where(eq(articles.id, draft!.id));
  await site.db
    .update(articles)
    .set({ publishedAt: new Date(Date.now() + 3_600_000), title: 'Hidden later' })
    .where(eq(articles.id, scheduled!.id));
  await site.db
    .update(articles)
    .set({ status: 'removed', title: 'Hidden removed' })
    .where(eq(articles.id, removed!.id));
  await site.db.update(videos).set({ status: 'draft', title: 'Hidden film' }).where(eq(videos.id, video!.id));
  await invalidatePages(site.services.connection, [allPages]);
  for (const path of lists) expect((await read(path)).body, path).not.toMatch(/hidden/i);
  for (const name of [
    `article-${draft!.id}`,
    `article-${scheduled!.id}`,
    `article-${removed!.id}`,
    `video-${video!.id}`,
  ])
    expect((await read(`/og/${name}.jpg`)).status, name).toBe(404);
});

test('a title cannot break a feed', async () => {
  const [row] = await site.db
    .select({ id: articles.id })
    .from(articles)
    .where(eq(articles.status, 'published'))
    .limit(1);
  await site.db
    .update(articles)
    .set({ title: ']]></title><script>&\u0007', summary: '<b>&amp;', publishedAt: new Date(Date.now() - 1_000) })
    .where(eq(articles.id, row!.id));
  await invalidatePages(site.services.connection, ['articles']);
  for (const path of lists) {
    const { body } = await read(path);
    expect(isWellFormed(body), path).toBe(true);
    expect(body, path).not.toMatch(/<script>|\u0007/);
  }
  expect((await read('/feed.xml')).body).toContain('<title>Ka &amp; &lt;Kha&gt;</title>');
});

test('an undated piece has no date on its page and in the API, and is no news', async () => {
  const [row] = await site.db.select().from(articles).where(eq(articles.id, 1002));
  await site.db
    .update(articles)
    .set({ publishedAt: undatedAt, createdAt: undatedAt, updatedAt: undatedAt })
    .where(eq(articles.id, 1002));
  await invalidatePages(site.services.connection, [allPages]);
  const { data } = (await site.app.inject('/api/article/1002')).json<{ data: { canonicalUrl: string } }>();
  expect(data).toMatchObject({ publishedAt: null, createdAt: null, updatedAt: null });
  const { status, body } = await read(data.canonicalUrl);
  expect(status).toBe(200);
  expect(body).not.toMatch(/1970|datePublished|article:published_time/);
  for (const path of ['/sitemap-news.xml', '/feed.xml', '/feed.atom'])
    expect((await read(path)).body, path).not.toContain(data.canonicalUrl);
  expect((await read('/sitemap-articles-1.xml')).body).toContain(data.canonicalUrl);
  expect((await read('/')).body).not.toContain('1970');
  await site.db.update(articles).set(row!).where(eq(articles.id, 1002));
  await invalidatePages(site.services.connection, [allPages]);
});

test('numbered addresses of an old blog lead to its piece, on the home page alone', async () => {
  await site.db.insert(redirects).values({ fromPath: '/?p=77', toKind: 'article', toId: 1003 });
  for (const path of ['/?p=77', '/?page_id=77']) {
    const { status, headers } = await read(path);
    expect([status, headers.location], path).toEqual([301, expect.stringMatching(/^\/article\/.+-MTAwMw$/)]);
  }
  const unknown = await read('/?p=78');
  expect([unknown.status, unknown.headers.location, unknown.headers['cache-control']]).toEqual([302, '/', 'no-store']);
  expect((await read('/videos?p=77')).status).toBe(200);
  expect((await read('/')).status).toBe(200);
});

test('robots.txt points to the sitemap and keeps only the API closed', async () => {
  const { body } = await read('/robots.txt');
  expect(body).toContain('Sitemap: https://nagrik.example/sitemap.xml');
  expect([...body.matchAll(/Disallow: (.*)/g)].map((match) => match[1])).toEqual(['/api/', '/dev/']);
});

test('security.txt names whom to tell, and is good for half a year', async () => {
  const { body } = await read('/.well-known/security.txt');
  expect(body).toContain('Contact: mailto:support@example.org');
  const expires = Date.parse(/Expires: (.*)/.exec(body)?.[1] ?? '');
  expect(expires - Date.now()).toBeGreaterThan(170 * 86_400_000);
});

test('the manifest carries the owner’s name, and its icons are there', async () => {
  const { body, headers } = await read('/manifest.webmanifest');
  expect(headers['content-type']).toContain('application/manifest+json');
  const manifest = JSON.parse(body) as { name: string; icons: { src: string; purpose: string }[] };
  expect(manifest.name).toBe('Ka & <Kha>');
  expect(manifest.icons.map((icon) => icon.purpose)).toContain('maskable');
  for (const icon of manifest.icons) expect((await read(icon.src)).status, icon.src).toBe(200);
});

test('ads.txt names the configured seller, or says that there is none', async () => {
  const none = await read('/ads.txt');
  expect(none).toMatchObject({ status: 200, body: '# No advertising system is authorised.\n' });
  expect(none.headers['content-type']).toBe('text/plain; charset=utf-8');
  const other = await buildTestApp({ env: { ADSENSE_CLIENT: 'ca-pub-1234567890123456' } });
  expect((await other.app.inject({ url: '/ads.txt' })).body).toBe(
    'google.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0\n',
  );
  await other.close();
});

test('a summary is whole in readers that take it for HTML, and a corrected title makes no second item', async () => {
  const [row] = await site.db
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.status, 'published'), eq(articles.lang, 'en')))
    .limit(1);
  const summary = 'If rent < ₹9,000 and > ₹3,000, fill <Form 2> & keep <i>proof</i>.';
  const decode = (text: string) =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
      .replaceAll('&apos;', "'")
      .replaceAll('&amp;', '&');
  const itemOf = async (title: string, path: string, element: string) => {
    await site.db
      .update(articles)
      .set({ title, summary, publishedAt: new Date(Date.now() - 1_000) })
      .where(eq(articles.id, row!.id));
    await invalidatePages(site.services.connection, ['articles']);
    return (await read(path)).body.split(`<${element}`).find((item) => item.includes(title))!;
  };
  const rss = await itemOf('Last day is 31 December', '/feed.xml', 'item');
  const description = decode(/<description>([^]*?)<\/description>/.exec(rss)![1]!);
  expect(description).not.toMatch(/<(?!\/?p\b)/);
  expect(decode(description)).toBe(summary);
  const atom = await itemOf('Last day is 31 December', '/feed.atom', 'entry');
  expect(decode(/<summary[^>]*>([^]*?)<\/summary>/.exec(atom)![1]!)).toBe(summary);
  const guid = /<guid isPermaLink="false">tag:[^<]*:\d+<\/guid>/.exec(rss)![0];
  const id = /<id>tag:[^<]*:\d+<\/id>/.exec(atom)![0];
  expect(await itemOf('Moved to 31 January', '/feed.xml', 'item')).toContain(guid);
  expect(await itemOf('Moved to 31 January', '/feed.atom', 'entry')).toContain(id);
});
