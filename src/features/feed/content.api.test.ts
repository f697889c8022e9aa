import { describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/open-test-app.ts';
import { articleList, oneArticle } from '../articles/articles.contract.ts';
import { category } from '../categories/categories.contract.ts';
import { oneVideo, videoList } from '../videos/videos.contract.ts';
import { oneWebStory } from '../webstories/webstories.contract.ts';
import { cardLayouts, feedPage } from './feed.contract.ts';

const test = openTestApp({ content: 'demo' });

const get = async (path: string) => (await test.app.inject(`/api${path}`)).json();
const post = async (path: string, payload: object = {}) => (await test.send('POST', `/api${path}`, payload)).json();

describe('the demo site through the API', () => {
  it('has the 21 categories, top ones first, each part by name, Schemes with id 252', async () => {
    const { data } = await get('/categories');
    expect(data).toHaveLength(21);
    expect(data.map((each: { isTopCategory: boolean | null }) => each.isTopCategory === true)).toEqual([
      ...Array(13).fill(true),
      ...Array(8).fill(false),
    ]);
    const names: string[] = data.map((each: { name: string }) => each.name);
    expect(names.slice(0, 13)).toEqual(names.slice(0, 13).sort((one, other) => one.localeCompare(other)));
    expect(names.slice(13)).toEqual(names.slice(13).sort((one, other) => one.localeCompare(other)));
    const schemes = data.find((each: { name: string }) => each.name === 'Schemes');
    expect(schemes).toMatchObject({ id: 252, contentType: 'CATEGORY', canonicalUrl: '/category/schemes-MjUy' });
    expect(schemes.relatedCategories[0]).toMatchObject({
      title: null,
      description: null,
      tags: null,
      childCategories: [],
    });
    expect(category.safeParse((await get('/categories/252')).data).success).toBe(true);
  });

  it('lists at least 60 articles and about 60 videos, and counts them without counting', async () => {
    const articles = await post('/article/search/v1');
    expect(articles.total).toBeGreaterThanOrEqual(60);
    expect(articles).toMatchObject({ page: 1, pageSize: 10, totalIsCapped: false, hasMore: true });
    expect(articleList.safeParse(articles).success).toBe(true);
    expect(articles.data[0]).not.toHaveProperty('body');
    const videos = await post('/video/search/v1', { page: 1, pageSize: 50 });
    expect(videos.total).toBeGreaterThanOrEqual(55);
    expect(videoList.safeParse(videos).success).toBe(true);
  });

  it('gives one article, one video and one story in the shapes of the contract', async () => {
    const one = await get('/article/1001');
    expect(oneArticle.safeParse(one).success).toBe(true);
    expect(one.data.bodyHtml).toContain('<h2');
    expect(oneVideo.safeParse(await get('/video/501')).success).toBe(true);
    expect(oneWebStory.safeParse(await get('/webstory/your-first-rti')).success).toBe(true);
  });

  it('pages by number and by cursor to the same things, each once', async () => {
    const byNumber: number[] = [];
    const byCursor: number[] = [];
    let cursor: string | undefined;
    for (let page = 1; ; page += 1) {
      const listed = await post('/article/search/v1', { page, pageSize: 25, sortKey: 'PUBLISHED_AT' });
      byNumber.push(...listed.data.map((each: { id: number }) => each.id));
      if (!listed.hasMore) break;
    }
    for (;;) {
      const listed = await post('/article/search/v1', {
        pageSize: 25,
        sortKey: 'PUBLISHED_AT',
        ...(cursor === undefined ? {} : { cursor }),
      });
      byCursor.push(...listed.data.map((each: { id: number }) => each.id));
      if (listed.nextCursor === null) break;
      cursor = listed.nextCursor;
    }
    expect(new Set(byNumber).size).toBe(byNumber.length);
    expect(byCursor).toEqual(byNumber);
    expect(byNumber.length).toBe((await post('/article/search/v1')).total);
  });

  it('filters by categories and tags, several joined by commas', async () => {
    const scams = await post('/article/search/v1', { articleCategories: '254', pageSize: 50 });
    const both = await post('/article/search/v1', { articleCategories: '254,255', pageSize: 50 });
    expect(scams.data.length).toBeGreaterThan(0);
    expect(both.total).toBeGreaterThan(scams.total);
    for (const article of scams.data) expect(article.categories.map((each: { id: number }) => each.id)).toContain(254);
    const [tag] = (await get('/tags')).data.filter((each: { articleCount: number }) => each.articleCount > 1);
    expect((await post('/article/search/v1', { articleTags: String(tag.id), pageSize: 50 })).total).toBe(
      tag.articleCount,
    );
  });

  it('lists by author oldest first, ten at a time, unless asked otherwise', async () => {
    const oldest = await post('/article/search/v1', { articleAuthorId: '1' });
    const newest = await post('/article/search/v1', { articleAuthorId: '1', sortKey: 'CREATED_AT', sortOrder: 'DESC' });
    const times = oldest.data.map((each: { createdAt: string }) => each.createdAt);
    expect(times).toEqual([...times].sort());
    expect(oldest.pageSize).toBe(10);
    expect(newest.data[0].id).not.toBe(oldest.data[0].id);
  });

  it('a page past the end is an empty list', async () => {
    expect(await post('/article/search/v1', { page: 999 })).toMatchObject({
      data: [],
      hasMore: false,
      nextCursor: null,
    });
    for (const page of [1_000_000, 2_147_483_648, Number.MAX_SAFE_INTEGER])
      for (const path of ['/article/search/v1', '/video/search/v1', '/search/question/recent', '/search/questions'])
        expect(await post(path, { page, pageSize: 50 }), `${path} ${page}`).toMatchObject({
          data: [],
          page,
          hasMore: false,
        });
    expect(await post('/search/articles', { articleText: 'pension', page: Number.MAX_SAFE_INTEGER })).toMatchObject({
      data: [],
      hasMore: false,
    });
  });

  it('recommends others, never the article itself', async () => {
    const answer = await post('/article/recommended', { pageSize: 5, articleId: '1001' });
    const { data } = answer;
    expect(data).toHaveLength(5);
    // There is no next page to ask for.
    expect(answer).toMatchObject({ total: 5, totalIsCapped: false, hasMore: false, nextCursor: null });
    expect(data.map((each: { id: number }) => each.id)).not.toContain(1001);
    expect(
      data[0].categories.map((each: { id: number }) => each.id).some((id: number) => [268, 252].includes(id)),
    ).toBe(true);
    expect((await post('/article/recommended', { pageSize: 5, articleId: 1001 })).data).toEqual(data);
    expect((await post('/article/recommended', { pageSize: 5, articleId: [1001] })).data).toEqual(data);
    for (const articleId of [0, -1, 1.5, 2_147_483_648, 'x', [[1001]], null])
      expect(await post('/article/recommended', { articleId })).toMatchObject({
        status: 400,
        details: [{ path: 'articleId' }],
      });
  });

  it('has a home feed in all eight card layouts, and a videos page', async () => {
    const home = await get('/page/home');
    expect(feedPage.safeParse(home).success).toBe(true);
    expect(new Set(home.data.sections.map((each: { layout: string }) => each.layout))).toEqual(new Set(cardLayouts));
    const videos = await get('/page/videos');
    expect(feedPage.safeParse(videos).success).toBe(true);
    expect(videos.data.sections.length).toBeGreaterThan(3);
  });

  it('the videos of each category are those of its list, in a few queries however many categories there are', async () => {
    const { pool } = test.services.connection;
    let queries = 0;
    const query = pool.query;
    pool.query = function counted(this: typeof pool, ...args: never[]) {
      queries += 1;
      return (query as (...all: never[]) => unknown).apply(this, args);
    } as never;
    const {
      data: {
        sections: [newest, ...ofCategories],
      },
    } = await get('/page/videos');
    pool.query = query;
    expect(queries).toBeLessThanOrEqual(6);
    expect(newest.title).toBe('Newest');
    const { data: categories } = await get('/categories');
    for (const { title, items } of ofCategories) {
      const { id } = categories.find(({ displayName }: { displayName: string }) => displayName === title);
      const list = await post('/video/search/v1', {
        videoCategories: String(id),
        pageSize: 12,
        sortKey: 'PUBLISHED_AT',
      });
      expect(
        items.map((video: { id: number }) => video.id),
        title,
      ).toEqual(list.data.map((video: { id: number }) => video.id));
    }
  });
});
