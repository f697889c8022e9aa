import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { articles, categories, webstories } from '../../database/schema.ts';
import type { FeedSlot } from '../../database/tables/feed.ts';
import { categoryPath } from '../../platform/wire/ids.ts';
import { invalidatePages } from '../../platform/cache/page-cache.server.ts';
import { openTestApp } from '../../testing/open-test-app.ts';
import { type FeedItem, feedPage, type FeedSection } from './feed.contract.ts';
import { saveFeed } from './save-feed.server.ts';

const site = openTestApp({ content: 'demo' });

async function arrange(...sections: [layout: FeedSection['layout'], slots: FeedSlot[]][]): Promise<FeedSection[]> {
  await saveFeed(
    site.db,
    sections.map(([layout, slots], at) => ({ title: `Section ${at}`, layout, link: null, slots })),
  );
  await invalidatePages(site.services.connection, ['feed']);
  return read();
}
async function read(lang = 'en'): Promise<FeedSection[]> {
  const answer = (await site.app.inject(`/api/page/home?lang=${lang}`)).json();
  return feedPage.parse(answer).data.sections;
}
const article = (key: string): FeedSlot => ({ kind: 'article', key });
const latest = (of: 'article' | 'video' | 'webstory', limit: number, category: string | null = null): FeedSlot => ({
  kind: 'latest',
  of,
  category,
  limit,
});
const marks = (sections: FeedSection[]) =>
  sections.flatMap(({ items }) => items.map((item: FeedItem) => `${item.contentType} ${item.id}`));

it('shows no piece twice, however the editors have named it', async () => {
  const [newest] = await arrange(['CardMain', [latest('article', 1)]]);
  const lead = newest!.items[0]!;
  const [row] = await site.db.select({ key: articles.sourceKey }).from(articles).where(eq(articles.id, lead.id));
  const key = row!.key.replace('content:', '');
  const sections = await arrange(
    ['CardBannerBig', [article(key)]],
    ['CardMain', [latest('article', 4), article('pm-kisan'), article('pm-kisan')]],
    ['CardHalf', [article(key), latest('article', 24), latest('article', 24)]],
    ['CardVideo', [latest('video', 24), latest('video', 24), latest('video', 24)]],
  );
  expect(sections[0]!.items).toHaveLength(1);
  const all = marks(sections);
  expect(all.length).toBeGreaterThan(60);
  expect(new Set(all).size).toBe(all.length);
});

it('leaves no place empty for a piece that readers cannot see, nor fills a list with other categories', async () => {
  await site.db.update(articles).set({ status: 'draft' }).where(eq(articles.sourceKey, 'content:digital-arrest'));
  const slots = ['pm-kisan', 'digital-arrest', 'ration-card-ekyc', 'never-was'].map(article);
  const [mains] = await arrange(['CardMain', slots], ['CardHalf', [latest('article', 4, 'no-such-category')]]);
  await site.db.update(articles).set({ status: 'published' }).where(eq(articles.sourceKey, 'content:digital-arrest'));
  expect(new Set(marks([mains!])).size).toBe(4);
  expect((await arrange(['CardHalf', [latest('article', 4, 'no-such-category')]])).length).toBe(0);
});

it('places web stories where the editors say, and then has no row of its own for them', async () => {
  const home = async () => (await site.app.inject('/')).body;
  const stories = await site.db.select().from(webstories).where(eq(webstories.lang, 'en'));
  await arrange(['CardMain', [latest('article', 4)]]);
  expect((await home()).match(/href="\/webstory\//g)).toHaveLength(Math.min(8, stories.length));
  const [row] = await arrange(['CardVideo', [{ kind: 'webstory', key: 'your-first-rti' }, latest('webstory', 1)]]);
  expect(row!.items).toHaveLength(2);
  expect(row!.items[0]).toMatchObject({ contentType: 'WEBSTORY', canonicalUrl: '/webstory/your-first-rti' });
  expect(row!.items[0]).not.toHaveProperty('pages');
  const links = (await home()).match(/href="\/webstory\/[^"]+"/g)!;
  expect([links.length, new Set(links).size]).toEqual([2, 2]);
});

it('shows a web story that the editors named in the language asked for, whichever of both they named', async () => {
  const addressIn = async (lang: string) =>
    (await read(lang)).flatMap(({ items }) => items.map(({ canonicalUrl }) => canonicalUrl));
  const [english, hindi] = ['/webstory/your-first-rti', '/hi/webstory/pehli-rti-saat-card'];
  for (const key of ['your-first-rti', 'pehli-rti-saat-card']) {
    await arrange(['CardVideo', [{ kind: 'webstory', key }]]);
    expect(await addressIn('en'), key).toEqual([english]);
    expect(await addressIn('hi'), key).toEqual([hindi]);
  }
});

it('a category lists its web stories, on the page of everything only', async () => {
  const stories = await site.db.select().from(webstories).where(eq(webstories.lang, 'en'));
  const story = stories.find(({ categoryKeys }) => categoryKeys.length > 0)!;
  const all = await site.db.select().from(categories);
  const linked = async (key: string, query = '') => {
    const { id, name } = all.find((each) => each.key === key)!;
    return (await site.app.inject(categoryPath(name, id) + query)).body.includes(`href="/webstory/${story.slug}"`);
  };
  expect(await linked(story.categoryKeys[0]!)).toBe(true);
  expect(await linked(story.categoryKeys[0]!, '?kind=articles')).toBe(false);
  expect(await linked(all.find(({ key }) => !story.categoryKeys.includes(key))!.key)).toBe(false);
});
