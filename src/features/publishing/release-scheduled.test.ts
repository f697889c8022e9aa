import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  articleCategories,
  articles,
  articleTags,
  authors,
  cachePurges,
  categories,
  tags,
  totals,
  videoCategories,
  videos,
  videoTags,
  webstories,
} from '../../database/schema.ts';
import { releaseScheduled } from './release-scheduled.server.ts';
import { openDatabase } from '../../testing/open-database.ts';

const database = openDatabase('empty');
let dropped: string[] = [];
/** One notification names just these tags; PostgreSQL delivers to the instance that wrote twice. */
const hears = async (...names: string[]) => {
  await expect.poll(() => dropped.map((payload) => payload.split(' ').toSorted())).toContainEqual(names.toSorted());
};
const released = new Date('2026-03-01T06:00:00Z');
const before = new Date('2026-03-01T05:00:00Z');
const piece = (id: number, publishedAt = released, status: 'published' | 'draft' = 'published') => ({
  id,
  sourceKey: `t:${id}`,
  sourceHash: '',
  title: 'T',
  authorId: 7,
  status,
  publishedAt,
});
const article = (...args: Parameters<typeof piece>) => ({ ...piece(...args), summary: '', body: '', bodyHtml: '' });
const video = (...args: Parameters<typeof piece>) => ({
  ...piece(...args),
  description: '',
  videoUrl: '/media/v.mp4',
  durationSeconds: 9,
});
const webstory = (...args: Parameters<typeof piece>) => ({ ...piece(...args), slug: `s${args[0]}`, pages: [] });

beforeAll(async () => {
  await database.db.insert(authors).values({ id: 7, key: 'a', name: 'A' });
  await database.db.insert(categories).values({ id: 5, key: 'c', name: 'C', displayName: 'C' });
  await database.db.insert(tags).values({ id: 3, name: 't', displayName: 'T' });
  await database.connection.listen(
    'pages_changed',
    (payload) => void dropped.push(payload),
    () => {},
  );
});
beforeEach(async () => {
  await database.db.execute(sql`truncate articles, videos, webstories, totals, cache_purges cascade`);
  dropped = [];
});

it('an article that has become due: its page, its lists, the feed and the search are dropped here and at the CDN', async () => {
  await database.db.insert(articles).values(article(1));
  await database.db.insert(articleCategories).values({ articleId: 1, categoryId: 5 });
  await database.db.insert(articleTags).values({ articleId: 1, tagId: 3 });
  expect(await releaseScheduled(database.connection, before)).toMatchObject({ released: 1 });
  await hears('article:1', 'articles', 'author:7', 'category:5', 'feed', 'search', 'tag:3');
  expect((await database.db.select().from(totals)).find(({ name }) => name === 'articles')?.value).toBe(1);
  expect((await database.db.select().from(cachePurges)).map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/', '/feed.xml', '/sitemap.xml', '/videos']),
  );
});

it('a video that has become due: also the article that it belongs to; a web story: its own page', async () => {
  await database.db.insert(articles).values(article(1, new Date('2026-01-01')));
  await database.db.insert(videos).values([{ ...video(2), articleId: 1 }, video(4)]);
  await database.db.insert(videoCategories).values({ videoId: 2, categoryId: 5 });
  await database.db.insert(videoTags).values({ videoId: 2, tagId: 3 });
  await database.db.insert(webstories).values(webstory(6));
  expect(await releaseScheduled(database.connection, before)).toMatchObject({ released: 3 });
  const ofArticles = ['article:0', 'article:1', 'author:7', 'category:5', 'feed', 'search', 'tag:3'];
  await hears(...ofArticles, 'video:2', 'video:4', 'videos', 'webstories', 'webstory:s6');
});

it('what is not due, was due before or is a draft tells nobody', async () => {
  const later = new Date(Date.now() + 3_600_000);
  for (const [at, publishedAt] of [later, before].entries()) {
    await database.db.insert(articles).values(article(at, publishedAt));
    await database.db.insert(videos).values(video(at, publishedAt));
    await database.db.insert(webstories).values(webstory(at, publishedAt));
  }
  await database.db.insert(articles).values(article(9, released, 'draft'));
  await database.db.insert(videos).values(video(9, released, 'draft'));
  await database.db.insert(webstories).values(webstory(9, released, 'draft'));
  expect(await releaseScheduled(database.connection, before)).toMatchObject({ released: 0 });
  expect(await database.db.select().from(totals)).toEqual([]);
  expect(await database.db.select().from(cachePurges)).toEqual([]);
  expect(dropped).toEqual([]);
});

it('the first call only counts, and says since when the next one asks', async () => {
  await database.db.insert(articles).values(article(1));
  const { released: count, until } = await releaseScheduled(database.connection, null);
  expect(count).toBe(0);
  expect(Math.abs(until.getTime() - Date.now())).toBeLessThan(60_000);
  expect((await database.db.select().from(totals)).find(({ name }) => name === 'articles')?.value).toBe(1);
  expect(await database.db.select().from(cachePurges)).toEqual([]);
  expect(dropped).toEqual([]);
});

it('of more pieces than two hundred, all pages are dropped', async () => {
  await database.db.insert(articles).values(Array.from({ length: 201 }, (_, at) => article(at + 1)));
  expect(await releaseScheduled(database.connection, before)).toMatchObject({ released: 201 });
  await hears('all');
});
